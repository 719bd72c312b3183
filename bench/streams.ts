import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { withDatabase } from './database.ts'
import { type Neighbour, neighbour, post, register, Stream } from './neighbours.ts'
import { type Waits, waitsOf, withServer } from './running-server.ts'

const STREAMS = 1_000
const PAIRS = 10
/** Of each pair; an account sends fewer in a minute than floods are cut at. */
const MESSAGES = 20
const ITEM = 1
const METRICS_TOKEN = randomUUID()
const SETTINGS = { DEMO: 'off', CAPTCHA: 'off', TRUST_PROXY: 'loopback', METRICS_TOKEN }

interface StreamFigures {
  title: string
  /** Bytes of each process: with no stream open, and with all of them after all messages. */
  memory: { before: number; with: number }[]
  /** Milliseconds from sending a message to its event on the other side's stream. */
  waits: Waits
}

const server = process.env.BENCH_DATABASE_URL
const load = loadavg()[0] ?? 0
const figures = [await measureOne(null)]
if (server) {
  figures.push(await withDatabase(server, (url) => measureOne(url)))
  figures.push(await withDatabase(server, measureTwo))
}
process.stdout.write(
  `${STREAMS} open streams; ${PAIRS * MESSAGES} messages, one at a time, from sending to the other screen; ${cpus().length} cores, load at the start ${load.toFixed(1)}\n\n`,
)
for (const { title, memory, waits } of figures) {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
  const grown = memory.map((each) => `${megabytes(each.before)} -> ${megabytes(each.with)} MB`)
  const { p50, p95, p99 } = waits
  const times = [p50, p95, p99].map((ms) => ms.toFixed(0)).join(' / ')
  process.stdout.write(`  ${title.padEnd(28)} p50 / p95 / p99 ${times} ms; ${grown.join(', ')}\n`)
}

function measureOne(databaseUrl: string | null): Promise<StreamFigures> {
  const title = databaseUrl ? 'PostgreSQL, one process' : 'embedded, one process'
  return withServer(SETTINGS, databaseUrl, (url) => measure(title, [url]))
}

/** Senders use one process, receivers the other one. */
function measureTwo(databaseUrl: string): Promise<StreamFigures> {
  return withServer(SETTINGS, databaseUrl, (one) =>
    withServer(SETTINGS, databaseUrl, (two) => measure('PostgreSQL, two processes', [one, two])),
  )
}

async function measure(title: string, urls: readonly string[]): Promise<StreamFigures> {
  const [writing = '', reading = writing] = urls
  const before = await Promise.all(urls.map(memoryOf))
  const pairs: { borrower: Neighbour; stream: Stream; transaction_id: string }[] = []
  for (let i = 0; i < PAIRS; i++) {
    const [borrower, lender] = [await neighbour(writing), await neighbour(writing, [ITEM])]
    const request = { renter_id: lender.userId, item_id: ITEM, text: `Darf ich? ${randomUUID()}` }
    const { id } = await post(writing, '/transactions/create', request, borrower.token)
    const stream = await Stream.open(reading, lender.token)
    pairs.push({ borrower, stream, transaction_id: String(id) })
  }
  const crowd: Stream[] = []
  for (let i = PAIRS; i < STREAMS; i++) {
    const { token } = await register(writing)
    crowd.push(await Stream.open(urls[i % urls.length] ?? writing, token))
  }
  const times: number[] = []
  for (let i = 0; i < MESSAGES; i++) {
    for (const { borrower, stream, transaction_id } of pairs) {
      const text = `Nachricht ${randomUUID()}`
      const from = performance.now()
      const arrived = stream.says(text)
      await post(writing, '/transactions/sendMessage', { transaction_id, text }, borrower.token)
      await arrived
      times.push(performance.now() - from)
    }
  }
  const open = [...crowd, ...pairs.map(({ stream }) => stream)]
  const closed = open.filter(({ ended }) => ended).length
  if (closed > 0) throw new Error(`${closed} of ${open.length} streams were closed by the server`)
  const after = await Promise.all(urls.map(memoryOf))
  for (const stream of open) stream.close()
  const memory = before.map((bytes, i) => ({ before: bytes, with: after[i] ?? 0 }))
  return { title, memory, waits: waitsOf(times) }
}

/** What the process holds of the machine's memory, by its own metrics. */
async function memoryOf(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
}
