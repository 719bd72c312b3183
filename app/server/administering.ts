import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type KeysDeps, keyLines } from '#features/community/operations/keys/server/door.ts'
import {
  grantTo,
  linkLines,
  listLines,
  RefusedError,
  revokeFrom,
} from '#features/people/roles/server/door.ts'
import type { Database } from '#platform/server/db/client.ts'
import { askHolder, type HolderAnswer } from '#platform/server/db/holder-requests.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { TASKS } from '#platform/shared/tasks.ts'
import { hasPublishedPassword } from './demo/published-accounts.ts'

/** The questions of `npm run admin` that send no mail and need no confirmation in the terminal. */
export const ADMIN_QUESTIONS = ['list', 'link', 'keys'] as const
export type AdminQuestion = (typeof ADMIN_QUESTIONS)[number]

export const isAdminQuestion = (name: string): name is AdminQuestion =>
  ADMIN_QUESTIONS.some((each) => each === name)

const taskSchema = z.enum(TASKS)
/** Grants and revokes tasks; the account is notified by mail. */
const roleChangeSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('grant'), email: z.string(), tasks: z.array(taskSchema) }),
  z.object({
    name: z.literal('revoke'),
    email: z.string(),
    tasks: z.union([z.array(taskSchema), z.literal('all')]),
    force: z.boolean(),
  }),
])
export type RoleChange = z.infer<typeof roleChangeSchema>

const ROLE_REQUEST = 'admin role 1'
const requestOf = (question: AdminQuestion) => `admin ${question} 1`

/** Returns the lines to print. Throws {@link RefusedError}. */
export function answerQuestion(
  { orm }: Database,
  deps: KeysDeps,
  question: AdminQuestion,
): Promise<string[]> {
  if (question === 'keys') return keyLines(orm, deps)
  if (question === 'link') return linkLines(orm, deps, deps.clock())
  return listLines(orm)
}

type RoleDeps = MailDeps & Pick<KeysDeps, 'clock'>

/** Grants or revokes tasks and enqueues the mail about it. Throws {@link RefusedError}. */
export async function changeRole(
  { orm }: Database,
  deps: RoleDeps,
  change: RoleChange,
): Promise<string[]> {
  if (change.name === 'revoke') return revokeFrom(orm, deps, change)
  const user = await findUserByEmail(orm, change.email)
  if (deps.config.production && user && (await hasPublishedPassword(user))) {
    throw new RefusedError(`The password of ${user.email} is public: change it first.`)
  }
  return grantTo(orm, deps, change)
}

const answerSchema = z.union([
  z.object({ lines: z.array(z.string()) }),
  z.object({ refused: z.string() }),
])

async function answerOf(work: () => Promise<string[]>): Promise<z.infer<typeof answerSchema>> {
  try {
    return { lines: await work() }
  } catch (error) {
    if (error instanceof RefusedError) return { refused: error.message }
    throw error
  }
}

/** Lets a server with the embedded database answer the admin command, which cannot open it. */
export function adminAnswers(
  database: Database,
  deps: KeysDeps & RoleDeps,
  logger: FastifyBaseLogger,
): Record<string, HolderAnswer> {
  const answer =
    (work: (content: unknown) => Promise<string[]>): HolderAnswer =>
    async (socket, content) => {
      try {
        const body = Buffer.from(JSON.stringify(await answerOf(() => work(content))))
        socket.write(`ok ${body.length}\n`)
        socket.end(body)
      } catch (error) {
        logger.error({ err: error }, 'the command failed')
        socket.end('failed The running server could not answer; its log says why.\n')
      }
    }
  const questions = ADMIN_QUESTIONS.map((each) => [
    requestOf(each),
    answer(() => answerQuestion(database, deps, each)),
  ])
  return {
    ...Object.fromEntries(questions),
    [ROLE_REQUEST]: answer((content) =>
      changeRole(database, deps, roleChangeSchema.parse(content)),
    ),
  }
}

/**
 * The lines from the server that runs on `dataDir`; null if none runs or it does not know the request.
 * Throws {@link RefusedError}.
 */
export async function askRunningServer(
  dataDir: string,
  asked: AdminQuestion | RoleChange,
): Promise<string[] | null> {
  const held =
    typeof asked === 'string'
      ? await askHolder(dataDir, requestOf(asked))
      : await askHolder(dataDir, ROLE_REQUEST, asked)
  if (!held || held.kind === 'unknown') return null
  if (held.kind === 'failed') throw new RefusedError(held.sentence)
  const parts: Buffer[] = []
  for await (const part of held.body as AsyncIterable<Buffer>) parts.push(part)
  const answer = answerSchema.parse(JSON.parse(Buffer.concat(parts).toString()))
  if ('refused' in answer) throw new RefusedError(answer.refused)
  return answer.lines
}
