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
 * Each call runs for this long, and until it has answered this often, before it is measured: V8
 * keeps recompiling its code during the first thousands of answers, see decision 69.
 */
const WARM_UP_SECONDS = 12
const WARM_UP_ANSWERS = 6_000
/** The embedded database is measured alone, without a bare server for comparison. */
const EMBEDDED_WARM_UP_SECONDS = 3
const ROUNDS = 5
const EMBEDDED_ROUNDS = 3
/** Number of networks the requests come from, since the server limits the requests of one network. */
const NETWORKS = 256
/** Limits relative to the bare server: what readable code may cost, see decision 69. */
const LIMITS = { ratio: 4, median: 2.5, questions: 5 }
const METRICS_TOKEN = randomUUID()
const SETTINGS = { DEMO: 'off', CAPTCHA: 'off', TRUST_PROXY: 'loopback', METRICS_TOKEN }

/** The cost of one answer. */
interface Cost {
  /** Processor time of the server's process, in microseconds. */
  cpu: number
  /** Milliseconds from the request to the complete answer. */
  wall: number
}

interface Measured {
  server: Cost
  bare: Cost
  /**
   * The server's processor time divided by the bare server's in the same round; median of the
   * rounds.
   */
  ratio: number
}

/** The address of a server, and a function that returns its processor time in microseconds. */
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
/** Each run of requests uses {@link NETWORKS} new networks. */
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
  // The first start creates the tables; the second one finds them filled.
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

/** Records the statements of each call, on a server that is started only for this. */
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
        // Called once before recording: the first call of an account in an hour also writes.
        await ask(origin, call)
        await ask(origin, call, { [CALL_HEADER]: call.name })
      }
    })
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const recorded = new Map<string, Question[]>()
    for (const line of lines) {
      const { name, questions }: RecordedCall = JSON.parse(line)
      // The bare server runs each statement on any of its connections, so only reading ones work.
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
  // Concurrently, since nothing is measured yet.
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
    // The servers take turns in going first, so that other work on the machine favours neither.
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

/** One call at a time: the embedded database answers within the event-loop turn of its query. */
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

/** @returns the number of missed limits */
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
