import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type KeysDeps, keyLines } from '#features/keys/server/door.ts'
import { linkLines, listLines, RefusedError } from '#features/roles/server/door.ts'
import type { Database } from '#platform/server/db/client.ts'
import { askHolder, type HolderAnswer } from '#platform/server/db/holder-requests.ts'

/** What `npm run admin` does without a mail or a question in the terminal. */
export const ADMIN_QUESTIONS = ['list', 'link', 'keys'] as const
export type AdminQuestion = (typeof ADMIN_QUESTIONS)[number]

export const isAdminQuestion = (name: string): name is AdminQuestion =>
  ADMIN_QUESTIONS.some((each) => each === name)

const requestOf = (question: AdminQuestion) => `admin ${question} 1`

/** The lines that are printed. Throws {@link RefusedError}. */
export function answerQuestion(
  { orm }: Database,
  deps: KeysDeps,
  question: AdminQuestion,
): Promise<string[]> {
  if (question === 'keys') return keyLines(orm, deps)
  if (question === 'link') return linkLines(orm, deps, deps.clock())
  return listLines(orm)
}

const answerSchema = z.union([
  z.object({ lines: z.array(z.string()) }),
  z.object({ refused: z.string() }),
])

async function answerOf(database: Database, deps: KeysDeps, question: AdminQuestion) {
  try {
    return { lines: await answerQuestion(database, deps, question) }
  } catch (error) {
    if (error instanceof RefusedError) return { refused: error.message }
    throw error
  }
}

/** Lets a server with the embedded database answer the command that runs beside it. */
export function adminAnswers(
  database: Database,
  deps: KeysDeps,
  logger: FastifyBaseLogger,
): Record<string, HolderAnswer> {
  const answer =
    (question: AdminQuestion): HolderAnswer =>
    async (socket) => {
      try {
        const body = Buffer.from(JSON.stringify(await answerOf(database, deps, question)))
        socket.write(`ok ${body.length}\n`)
        socket.end(body)
      } catch (error) {
        logger.error({ err: error }, 'the command was not answered')
        socket.end('failed The running server could not answer; its log says why.\n')
      }
    }
  return Object.fromEntries(ADMIN_QUESTIONS.map((each) => [requestOf(each), answer(each)]))
}

/**
 * The lines as the server says them that runs on `dataDir`; null where none runs, or none that knows the question.
 * Throws {@link RefusedError}.
 */
export async function askRunningServer(
  dataDir: string,
  question: AdminQuestion,
): Promise<string[] | null> {
  const held = await askHolder(dataDir, requestOf(question))
  if (!held || held.kind === 'unknown') return null
  if (held.kind === 'failed') throw new RefusedError(held.sentence)
  const parts: Buffer[] = []
  for await (const part of held.body as AsyncIterable<Buffer>) parts.push(part)
  const answer = answerSchema.parse(JSON.parse(Buffer.concat(parts).toString()))
  if ('refused' in answer) throw new RefusedError(answer.refused)
  return answer.lines
}
