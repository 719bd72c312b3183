import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import type { Question } from '#app/server/testing/asked-questions.ts'

/** What the measuring process asks of this one. */
export type BareOrder =
  | { do: 'keep'; calls: BareCall[] }
  | { do: 'tell processor time' }
  | { do: 'end' }

/** What this server is to ask, and to answer. */
export interface BareCall {
  /** Path and query. */
  path: string
  questions: Question[]
  type: string
  body: string
}

interface Answer {
  /** What is asked together; the next ones when all of these are answered. */
  steps: pg.QueryArrayConfig[][]
  type: string
  body: Buffer
}

const { TIMESTAMPTZ, TIMESTAMP, DATE } = pg.types.builtins
/** As the measured server reads them. */
for (const type of [TIMESTAMPTZ, TIMESTAMP, DATE]) pg.types.setTypeParser(type, String)

/** Prepared once on each connection, by its name. */
function prepared({ text, values }: Question): pg.QueryArrayConfig {
  const name = createHash('md5').update(text).digest('hex')
  return { name, text, values, rowMode: 'array' }
}

function answerOf({ questions, type, body }: BareCall): Answer {
  const waits = Math.max(0, ...questions.map(({ step }) => step))
  const steps = Array.from({ length: waits }, (_, i) =>
    questions.filter(({ step }) => step === i + 1).map(prepared),
  )
  return { steps, type, body: Buffer.from(body) }
}

/** By path and query. */
let answers = new Map<string, Answer>()
const pool = new pg.Pool({ connectionString: process.env.BENCH_BARE_DATABASE_URL, max: 10 })
const app = Fastify()
app.get('/*', async (request, reply) => {
  const answer = answers.get(request.url)
  if (!answer) return reply.callNotFound()
  for (const together of answer.steps) {
    await Promise.all(together.map((question) => pool.query(question)))
  }
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
