import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import autocannon, { type Result } from 'autocannon'
import pg from 'pg'
import { withDatabase } from './database.ts'
import { answered, freePort, ready } from './running-server.ts'

const ROUNDS = 3
/** Of those who read and those who write, each. */
const VISITORS = 5
const ASK_EVERY_MS = 50
const READS_PER_SECOND = 50
/** Until nginx has read its site again. */
const RELOAD_MS = 1_000
/** Load before the first process is stopped, and after the last one is back. */
const AROUND_MS = 2_000

const READS = [
  '/api/v1/letterboxes/tiles/8/134/89',
  '/api/v1/letterboxes/tiles/0/0/0',
  '/api/v1/config',
  '/',
]
const pathOf = (i: number) => READS[i % READS.length] ?? '/'
const ORDER = {
  product_id: 1,
  amount: 1,
  donation: 0,
  firstname: 'Zoë',
  lastname: 'Keller',
  email: 'zoe@example.org',
  address: 'Langstrasse 94',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  lang: 'de',
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * The site of docs/operation.md, as it stands there, with other ports and without certificates.
 * @param down the process that gets nothing
 */
async function site(port: number, upstreams: readonly number[], down?: number): Promise<string> {
  const page = await readFile('docs/operation.md', 'utf8')
  const block = /```nginx\n(upstream letterlend [\s\S]*?)```/.exec(page)?.[1]
  if (!block) throw new Error('docs/operation.md has no nginx site')
  const [processes = '', , encrypted = ''] = block.split(/^(?=server \{)/m)
  const open = encrypted
    .replace(/^ *(listen \[|ssl_).*\n/gm, '')
    .replace(/listen 443[^;]*;/, `listen 127.0.0.1:${port};`)
  const named = processes.replace(/:300([12]) [^;]*;/g, (line, number) => {
    const upstream = upstreams[number - 1]
    return line
      .replace(`:300${number}`, `:${upstream}`)
      .replace(';', upstream === down ? ' down;' : ';')
  })
  return named + open
}

/** A proxy of its own, as nginx's package makes it. */
class Front {
  readonly origin: string
  private process: ChildProcess | null = null

  constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly upstreams: readonly number[],
  ) {
    this.origin = `http://127.0.0.1:${port}`
  }

  async start(): Promise<void> {
    await this.configure()
    const args = ['-p', this.folder, '-e', this.log, '-c', join(this.folder, 'nginx.conf')]
    this.process = spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] })
  }

  /** As `nginx -s reload` after an edit: from then on `down` gets nothing new. */
  async pass(down?: number): Promise<void> {
    await this.configure(down)
    this.process?.kill('SIGHUP')
    await setTimeout(RELOAD_MS)
  }

  stop(): void {
    this.process?.kill()
  }

  get log(): string {
    return join(this.folder, 'error.log')
  }

  private async configure(down?: number): Promise<void> {
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    await writeFile(
      join(this.folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''}
      worker_processes 1; daemon off; pid ${this.folder}/pid;
      events { worker_connections 1024; }
      http {
        access_log off;
        ${kinds.map((kind) => `${kind}_temp_path ${this.folder}/${kind};`).join('\n')}
        ${await site(this.port, this.upstreams, down)}
      }`,
    )
  }
}

/** As `letterlend@.service` runs it. */
async function startProcess(databaseUrl: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [process.env.BENCH_SERVER ?? ''], {
    env: {
      PATH: process.env.PATH,
      ...{ PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: databaseUrl },
      // Visitors of the load have an address each.
      ...{ TRUST_PROXY: 'loopback', DEMO: 'on', CAPTCHA: 'off', LOG_LEVEL: 'error' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await ready(child, `http://127.0.0.1:${port}`)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

let visitors = 0
/** An address nobody had before: limits are by address. */
const nextVisitor = () => {
  visitors++
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
}

type Answers = Map<number | string, number>

/** On a connection of its own. @returns the status, or the code of what went wrong */
function ask(url: string, body?: string): Promise<number | string> {
  const headers = {
    'x-forwarded-for': nextVisitor(),
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve) => {
    const options = { method: body ? 'POST' : 'GET', headers, agent: false }
    request(url, options, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end(body)
  })
}

/** Asks until it is over; how often it got which answer. */
async function keepAsking(over: AbortSignal, next: (i: number) => Promise<number | string>) {
  const answers: Answers = new Map()
  let asked = 0
  const visitor = async () => {
    while (!over.aborted) {
      const answer = await next(asked++)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      await setTimeout(ASK_EVERY_MS)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visitor))
  return answers
}

/** Both processes, one after the other. Milliseconds of each: until it was gone, and back. */
async function update(databaseUrl: string, proxy: Front, processes: Map<number, ChildProcess>) {
  const steps: string[] = []
  for (const [port, child] of processes) {
    await proxy.pass(port)
    const begin = performance.now()
    await stop(child)
    const stopped = performance.now()
    processes.set(port, await startProcess(databaseUrl, port))
    const inSeconds = (ms: number) => (ms / 1000).toFixed(1)
    steps.push(`${inSeconds(stopped - begin)} + ${inSeconds(performance.now() - stopped)}`)
    await proxy.pass()
  }
  return steps
}

async function underLoad(origin: string, work: () => Promise<string[][]>) {
  const keeping = autocannon({
    url: origin,
    connections: 10,
    overallRate: READS_PER_SECOND,
    duration: 3_600,
    requests: Array.from({ length: 400 }, (_, i) => ({
      path: pathOf(i),
      headers: { 'x-forwarded-for': nextVisitor() },
    })),
  })
  const over = new AbortController()
  const reading = keepAsking(over.signal, (i) => ask(origin + pathOf(i)))
  const order = JSON.stringify(ORDER)
  const writing = keepAsking(over.signal, () => ask(`${origin}/api/v1/orders/store`, order))
  await setTimeout(AROUND_MS)
  const steps = await work()
  await setTimeout(AROUND_MS)
  over.abort()
  const [read, written] = await Promise.all([reading, writing])
  keeping.stop()
  return { steps, written, read, kept: await keeping }
}

async function measureUpdates(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'letterlend-update-'))
  const [front, ...ports] = [await freePort(), await freePort(), await freePort()]
  const load = loadavg()[0] ?? 0
  const processes = new Map<number, ChildProcess>()
  const proxy = new Front(folder, front, ports)
  try {
    await proxy.start()
    for (const port of ports) processes.set(port, await startProcess(databaseUrl, port))
    await answered(`${proxy.origin}/readyz`, false)
    const { steps, written, read, kept } = await underLoad(proxy.origin, async () => {
      const rounds: string[][] = []
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push(await update(databaseUrl, proxy, processes))
      }
      return rounds
    })
    const lines = [
      describeReads(read),
      describeKept(kept),
      describeWrites(written, await countOrders(databaseUrl)),
    ]
    process.stdout.write(
      `${ROUNDS} updates of two processes behind nginx, one after the other; ${cpus().length} cores, load at the start ${load.toFixed(1)}\n\n`,
    )
    for (const round of steps) {
      process.stdout.write(`  seconds to stop + to start, each: ${round.join(', ')}\n`)
    }
    for (const { text } of lines) process.stdout.write(text)
    process.stdout.write(await readFile(proxy.log, 'utf8').then(summaryOf))
    if (lines.some(({ failed }) => failed > 0)) process.exitCode = 1
  } finally {
    proxy.stop()
    await Promise.all([...processes.values()].map(stop))
    await rm(folder, { recursive: true, force: true })
  }
}

async function countOrders(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM orders WHERE email = '${ORDER.email}'`,
  )
  await client.end()
  return Number(rows[0]?.count)
}

interface Line {
  failed: number
  text: string
}

/** 503 is of a machine that is too small for the load and a start; a process turns calls away by itself then. */
function countOf(answers: Answers, success: number) {
  const answered = answers.get(success) ?? 0
  const turnedAway = answers.get(503) ?? 0
  const all = [...answers.values()].reduce((sum, n) => sum + n, 0)
  const failed = all - answered - turnedAway
  const others = [...answers].filter(([status]) => status !== success)
  const details = others.length > 0 ? ` (${others.map((pair) => pair.join(': ')).join(', ')})` : ''
  return { all, answered, failed, text: `${all}, failed ${failed}${details}` }
}

function describeReads(answers: Answers): Line {
  const { failed, text } = countOf(answers, 200)
  return { failed, text: `  reads, each on a new connection: ${text}\n` }
}

/**
 * nginx closes some as they are sent, when it reads its site again; browsers then ask again by themselves,
 * and that is not counted.
 */
function describeKept(read: Result): Line {
  const turnedAway = read.statusCodeStats['503']?.count ?? 0
  const failed = read.timeouts + read.non2xx - turnedAway
  const { p50, p99 } = read.latency
  return {
    failed,
    text: `  reads on kept connections: ${read.requests.total}, failed ${failed} (503: ${turnedAway}, closed by nginx: ${read.errors}); p50 / p99 ${p50} / ${p99} ms\n`,
  }
}

/** What was acknowledged has to be stored once. */
function describeWrites(answers: Answers, stored: number): Line {
  const { answered, failed, text } = countOf(answers, 201)
  return {
    failed: failed + Math.abs(stored - answered),
    text: `  writes: ${text}; acknowledged ${answered}, stored ${stored}\n`,
  }
}

/** What nginx noticed of it: it asked the other process, and nobody outside was told. */
function summaryOf(log: string): string {
  const kinds = new Map<string, number>()
  for (const [, kind = ''] of log.matchAll(/\[\w+\] \d+#\d+: \*\d+ (.*?)(?: while|,)/g)) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return [...kinds].map(([kind, n]) => `  nginx: ${kind}: ${n}\n`).join('')
}

const database = process.env.BENCH_DATABASE_URL
if (!hasNginx()) process.stdout.write('SKIPPED: nginx is not installed.\n')
else if (!database) process.stdout.write('SKIPPED: no PostgreSQL was found.\n')
else await withDatabase(database, measureUpdates)
