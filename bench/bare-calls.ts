import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import type { Question } from '#app/server/testing/asked-questions.ts'

/** Orders from the measuring process to this server. */
export type BareOrder =
  | { do: 'keep'; calls: BareCall[] }
  | { do: 'tell processor time' }
  | { do: 'end' }

/** A call that this server imitates: the statements it runs, and the response it sends. */
export interface BareCall {
  /** Path and query. */
  path: string
  questions: Question[]
  type: string
  body: string
}

interface Answer {
  questions: pg.QueryArrayConfig[]
  type: string
  body: Buffer
}

const { TIMESTAMPTZ, TIMESTAMP, DATE } = pg.types.builtins
/** The same type parsers as in the measured server. */
for (const type of [TIMESTAMPTZ, TIMESTAMP, DATE]) pg.types.setTypeParser(type, String)

/** Each connection prepares the statement once, under the hash of its text. */
function prepared({ text, values }: Question): pg.QueryArrayConfig {
  const name = createHash('md5').update(text).digest('hex')
  return { name, text, values, rowMode: 'array' }
}

const answerOf = ({ questions, type, body }: BareCall): Answer => ({
  questions: questions.map(prepared),
  type,
  body: Buffer.from(body),
})

/** Keyed by path and query. */
let answers = new Map<string, Answer>()
const pool = new pg.Pool({ connectionString: process.env.BENCH_BARE_DATABASE_URL, max: 10 })
const app = Fastify()
app.get('/*', async (request, reply) => {
  const answer = answers.get(request.url)
  if (!answer) return reply.callNotFound()
  // The session query runs first, as everywhere in the server.
  const [session, ...others] = answer.questions
  if (session) await pool.query(session)
  await Promise.all(others.map((question) => pool.query(question)))
  return reply.type(answer.type).send(answer.body)
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
process.send?.(`http://127.0.0.1:${port}`)

process.on('message', async (order: BareOrder) => {
  if (order.do === 'end') {
    await pool.end()
    process.exit()
  }
  if (order.do === 'keep') {
    answers = new Map(order.calls.map((call) => [call.path, answerOf(call)]))
  }
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
