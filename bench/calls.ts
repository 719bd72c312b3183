import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import type { Question } from '#app/server/testing/asked-questions.ts'
import { createBusyAccount } from '#app/server/testing/busy-account.ts'
import { type PageCall, pageCallsOf } from '#app/server/testing/page-calls.ts'
import { embeddedDatabase, postgresDatabase } from '#platform/server/db/client.ts'
import { openPglite } from '#platform/server/db/pglite.ts'
import type { BareCall, BareOrder } from './bare-calls.ts'
import { fill, fillBy, withDatabase } from './database.ts'
import { CALL_HEADER, type RecordedCall } from './recorded-call.ts'
import { withServer } from './running-server.ts'

const LETTERBOXES = 10_000
const CONNECTIONS = 8
const SECONDS = 1
/**
 * For so long each is asked before, and again until it has answered so often: what a call runs is compiled and compiled again
 * for some thousand answers, see decision 69.
 */
const WARM_UP_SECONDS = 12
const WARM_UP_ANSWERS = 6_000
/** The embedded database, which is measured without anything beside it. */
const EMBEDDED_WARM_UP_SECONDS = 3
const ROUNDS = 5
const EMBEDDED_ROUNDS = 3
/** Requests of different networks: those of one are limited. */
const NETWORKS = 256
/** Beside the bare server; what may be lost for plain code, see decision 69. */
const LIMITS = { ratio: 4, median: 2.5, questions: 5 }
const METRICS_TOKEN = randomUUID()
const SETTINGS = { DEMO: 'off', CAPTCHA: 'off', TRUST_PROXY: 'loopback', METRICS_TOKEN }

/** Of one answer. */
interface Cost {
  /** Processor time of the server's process, in microseconds. */
  cpu: number
  /** From asking to the whole answer, in milliseconds. */
  wall: number
}

interface Measured {
  server: Cost
  bare: Cost
  /** The server's processor time beside that of the bare one in the same round; the median. */
  ratio: number
}

/** Where a call is sent, and how the processor time of whoever answers it is read, in microseconds. */
interface Answerer {
  url: string
  cpu: () => Promise<number>
}

interface Row {
  name: string
  questions: Question[]
  bytes: number
  onPostgres: Measured
  embedded: Cost
}

const server = process.env.BENCH_DATABASE_URL
if (!server) throw new Error('This needs PostgreSQL: set TEST_DATABASE_URL.')
const words = process.argv.slice(2).filter((text) => !text.startsWith('--'))
const isWanted = ({ name }: PageCall) =>
  words.length === 0 || words.some((word) => name.includes(word))
const load = loadavg()[0] ?? 0
/** Each run of requests comes from {@link NETWORKS} networks of its own. */
let blocks = 0
const onPostgres = await withDatabase(server, measureOnPostgres)
const embedded = await measureEmbedded()
const rows: Row[] = onPostgres.map((row) => {
  const cost = embedded.get(row.name)
  if (!cost) throw new Error(`Unexpected call without figures: ${row.name}`)
  return { ...row, embedded: cost }
})
process.exitCode = print(rows) === 0 ? 0 : 1

async function measureOnPostgres(url: string): Promise<Omit<Row, 'embedded'>[]> {
  // The first start makes the tables, the second one finds them filled.
  await withServer(SETTINGS, url, () => Promise.resolve())
  await fill(url, LETTERBOXES)
  const database = await postgresDatabase(url)
  const account = await createBusyAccount(database.orm)
  await database.query('VACUUM ANALYZE')
  await database.close()
  const calls = pageCallsOf(account).filter(isWanted)
  if (calls.length === 0) throw new Error(`No call is named like ${words.join(' or ')}`)
  const recorded = await record(url, calls)
  return withServer(SETTINGS, url, (origin) =>
    withBareServer(url, async (bare, bareUrl) => {
      const answers: BareCall[] = []
      for (const call of calls) {
        const questions = recorded.get(call.name)
        if (!questions) throw new Error(`${call.name} was not recorded`)
        answers.push({ ...(await ask(origin, call)), questions })
      }
      await tell(bare, { do: 'keep', calls: answers })
      const answerers = {
        server: { url: origin, cpu: () => processorTime(origin) },
        bare: { url: bareUrl, cpu: () => tell(bare, { do: 'tell processor time' }) },
      }
      const rows: Omit<Row, 'embedded'>[] = []
      for (const [i, call] of calls.entries()) {
        const { questions = [], body = '' } = answers[i] ?? {}
        const bytes = Buffer.byteLength(body)
        const onPostgres = await compare(answerers, call)
        rows.push({ name: call.name, questions, bytes, onPostgres })
      }
      return rows
    }),
  )
}

/** What each call asks of the database, told by a server that is started for that alone. */
async function record(url: string, calls: readonly PageCall[]): Promise<Map<string, Question[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'letterlend-questions-'))
  const file = join(folder, 'questions.ndjson')
  const recorder = pathToFileURL(join(import.meta.dirname, 'question-recorder.js'))
  const settings = {
    ...SETTINGS,
    NODE_OPTIONS: `--import=${recorder.href}`,
    BENCH_QUESTIONS_FILE: file,
  }
  try {
    await withServer(settings, url, async (origin) => {
      for (const call of calls) {
        // What is written at the first call of an account in an hour is no part of those after it.
        await ask(origin, call)
        await ask(origin, call, { [CALL_HEADER]: call.name })
      }
    })
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const recorded = new Map<string, Question[]>()
    for (const line of lines) {
      const { name, questions }: RecordedCall = JSON.parse(line)
      // The bare server asks each statement on any of its connections.
      if (questions.some(({ text }) => !/^[\s(]*(select|with)\b/i.test(text)))
        throw new Error(`${name} does more than reading: ${JSON.stringify(questions)}`)
      recorded.set(name, questions)
    }
    return recorded
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withBareServer<T>(
  databaseUrl: string,
  use: (bare: ChildProcess, url: string) => Promise<T>,
): Promise<T> {
  const env = { ...process.env, BENCH_BARE_DATABASE_URL: databaseUrl }
  const bare = fork(join(import.meta.dirname, 'bare-calls.js'), { env })
  try {
    const [url] = await once(bare, 'message')
    return await use(bare, url)
  } finally {
    const ended = once(bare, 'exit')
    bare.send({ do: 'end' } satisfies BareOrder)
    await ended
  }
}

/** @returns the processor time of the bare server until now, in microseconds */
async function tell(bare: ChildProcess, order: BareOrder): Promise<number> {
  const answered = once(bare, 'message')
  bare.send(order)
  const [cpu] = await answered
  return cpu
}

async function ask(
  origin: string,
  { name, path, token }: PageCall,
  headers: Record<string, string> = {},
): Promise<Omit<BareCall, 'questions'>> {
  const answer = await fetch(origin + path, {
    headers: {
      'accept-encoding': 'identity',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${body}`)
  return { path, type: answer.headers.get('content-type') ?? '', body }
}

async function compare(
  answerers: Record<'server' | 'bare', Answerer>,
  call: PageCall,
): Promise<Measured> {
  // At once: nothing is measured yet.
  await Promise.all(
    [answerers.server, answerers.bare].map(async ({ url }) => {
      for (let answers = 0; answers < WARM_UP_ANSWERS; ) {
        const extent = { connections: CONNECTIONS, duration: WARM_UP_SECONDS }
        answers += (await fire(url, call, extent)).answers
      }
    }),
  )
  const rounds: { server: Cost; bare: Cost }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // They take turns in going first, so that other work of the machine favours none of them.
    if (round % 2 === 0) {
      const server = await costOf(answerers.server, call, CONNECTIONS)
      rounds.push({ server, bare: await costOf(answerers.bare, call, CONNECTIONS) })
    } else {
      const bare = await costOf(answerers.bare, call, CONNECTIONS)
      rounds.push({ server: await costOf(answerers.server, call, CONNECTIONS), bare })
    }
  }
  return {
    server: medianCost(rounds.map(({ server }) => server)),
    bare: medianCost(rounds.map(({ bare }) => bare)),
    ratio: median(rounds.map(({ server, bare }) => server.cpu / bare.cpu)),
  }
}

async function costOf({ url, cpu }: Answerer, call: PageCall, connections: number): Promise<Cost> {
  const before = await cpu()
  const { answers, seconds } = await fire(url, call, { connections, duration: SECONDS })
  const after = await cpu()
  return { cpu: (after - before) / answers, wall: (seconds * 1000 * connections) / answers }
}

async function fire(
  url: string,
  { name, path, token }: PageCall,
  extent: { connections: number; amount?: number; duration?: number },
): Promise<{ answers: number; seconds: number }> {
  blocks = (blocks + 1) % 65_536
  const result = await autocannon({
    url,
    ...extent,
    requests: Array.from({ length: NETWORKS }, (_, i) => ({
      path,
      headers: {
        'x-forwarded-for': `10.${blocks >> 8}.${blocks & 255}.${i}`,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })),
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${name}: ${failed} of ${result.requests.total} requests failed`)
  return { answers: result.requests.total, seconds: result.duration }
}

async function processorTime(origin: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${origin}/metrics`, { headers })).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1e6
}

/** One call at a time: the embedded database answers within the turn of the event loop that asks. */
async function measureEmbedded(): Promise<Map<string, Cost>> {
  const folder = await mkdtemp(join(tmpdir(), 'letterlend-calls-'))
  const settings = { ...SETTINGS, DATA_DIR: folder }
  try {
    await withServer(settings, null, () => Promise.resolve())
    const pglite = await openPglite({ dataDir: join(folder, 'database') })
    const database = await embeddedDatabase(pglite)
    await fillBy((text, values) => pglite.query(text, values), LETTERBOXES)
    const account = await createBusyAccount(database.orm)
    await database.query('VACUUM ANALYZE')
    await database.close()
    return await withServer(settings, null, async (url) => {
      const answerer = { url, cpu: () => processorTime(url) }
      const costs = new Map<string, Cost>()
      for (const call of pageCallsOf(account).filter(isWanted)) {
        await fire(url, call, { connections: 1, duration: EMBEDDED_WARM_UP_SECONDS })
        const rounds: Cost[] = []
        for (let round = 0; round < EMBEDDED_ROUNDS; round++) {
          rounds.push(await costOf(answerer, call, 1))
        }
        costs.set(call.name, medianCost(rounds))
      }
      return costs
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN
}

function medianCost(costs: readonly Cost[]): Cost {
  return { cpu: median(costs.map(({ cpu }) => cpu)), wall: median(costs.map(({ wall }) => wall)) }
}

function widthBelow(title: string): number {
  return Math.max(title.length, 6) + 2
}

/** @returns how many limits are missed */
function print(rows: readonly Row[]): number {
  const line = (text: string) => process.stdout.write(`${text}\n`)
  line(
    `${LETTERBOXES.toLocaleString('en')} letterboxes; ${cpus().length} cores, load at the start ${load.toFixed(1)}`,
  )
  line(
    `"cpu" is the processor time of one answer in us, "bare" that of a Fastify that asks and answers the same\n`,
  )
  const head = ['asked', 'bytes', 'cpu', 'bare', 'ratio', 'embedded cpu', 'embedded ms']
  line(`  ${'call'.padEnd(34)}${head.map((word) => word.padStart(widthBelow(word))).join('')}`)
  const missed: string[] = []
  for (const { name, questions, bytes, onPostgres, embedded } of rows) {
    const { server, bare, ratio } = onPostgres
    const figures = [
      String(questions.length),
      String(bytes),
      server.cpu.toFixed(0),
      bare.cpu.toFixed(0),
      ratio.toFixed(2),
      embedded.cpu.toFixed(0),
      embedded.wall.toFixed(2),
    ]
    const cells = figures.map((text, i) => text.padStart(widthBelow(head[i] ?? '')))
    line(`  ${name.padEnd(34)}${cells.join('')}`)
    if (ratio > LIMITS.ratio) missed.push(`${name}: ${ratio.toFixed(2)} times the bare one`)
    if (questions.length > LIMITS.questions) missed.push(`${name}: ${questions.length} questions`)
  }
  const ofAll = median(rows.map(({ onPostgres }) => onPostgres.ratio))
  if (ofAll > LIMITS.median) missed.push(`median: ${ofAll.toFixed(2)} times the bare one`)
  line(`\nMedian of all ratios: ${ofAll.toFixed(2)}`)
  line(
    missed.length === 0
      ? 'All limits hold'
      : `${missed.length} limits missed (at most ${LIMITS.ratio} times the bare one, median ${LIMITS.median}, ${LIMITS.questions} questions)`,
  )
  for (const each of missed) line(`  ${each}`)
  return missed.length
}
