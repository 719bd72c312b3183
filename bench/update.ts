import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import autocannon, { type Result } from 'autocannon'
import pg from 'pg'
import { withDatabase } from './database.ts'
import { answered, freePort } from './running-server.ts'

const ROUNDS = 3
/** Of those who read and those who write, each. */
const VISITORS = 5
const ASK_EVERY_MS = 50
/** As the unit of docs/operation.md says. */
const RESTART_MS = 2_000
const READS_PER_SECOND = 50
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

function findNginx(): string | null {
  try {
    return execFileSync('sh', ['-c', 'command -v nginx'], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** The site of docs/operation.md, as it stands there, with other ports and without certificates. */
async function site(port: number, upstreams: readonly number[]): Promise<string> {
  const page = await readFile('docs/operation.md', 'utf8')
  const block = /```nginx\n(upstream letterlend [\s\S]*?)```/.exec(page)?.[1]
  if (!block) throw new Error('docs/operation.md has no nginx site')
  const [processes = '', , encrypted = ''] = block.split(/^(?=server \{)/m)
  const open = encrypted
    .replace(/^ *(listen \[|ssl_).*\n/gm, '')
    .replace(/listen 443[^;]*;/, `listen 127.0.0.1:${port};`)
  return processes.replace(/:300([12])\b/g, (_, number) => `:${upstreams[number - 1]}`) + open
}

/** A proxy of its own, as nginx's package makes it. */
class Front {
  readonly origin: string
  readonly site: string
  private process: ChildProcess | null = null

  constructor(
    private readonly nginx: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly upstreams: readonly number[],
  ) {
    this.origin = `http://127.0.0.1:${port}`
    this.site = join(folder, 'site')
  }

  async start(): Promise<void> {
    await writeFile(this.site, await site(this.port, this.upstreams))
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    await writeFile(
      this.configuration,
      `${process.getuid?.() === 0 ? 'user root;' : ''}
      worker_processes 1; daemon off; pid ${this.folder}/pid;
      events { worker_connections 1024; }
      http {
        access_log off;
        ${kinds.map((kind) => `${kind}_temp_path ${this.folder}/${kind};`).join('\n')}
        include ${this.site};
      }`,
    )
    this.process = spawn(this.nginx, this.args, { stdio: ['ignore', 'inherit', 'inherit'] })
  }

  /** What has to follow `nginx` for this one to be meant. */
  get args(): string[] {
    return ['-p', this.folder, '-e', this.log, '-c', this.configuration]
  }

  stop(): void {
    this.process?.kill()
  }

  get log(): string {
    return join(this.folder, 'error.log')
  }

  private get configuration(): string {
    return join(this.folder, 'nginx.conf')
  }
}

/**
 * Plays `letterlend@PORT` as systemd runs it: a process that ends is started again with the release that
 * `current` points to by then.
 */
class Unit {
  restarts = 0
  private child: ChildProcess | null = null
  private wanted = false

  constructor(
    private readonly port: number,
    private readonly current: string,
    private readonly databaseUrl: string,
  ) {}

  start(): void {
    this.restarts = 0
    this.wanted = true
    this.spawn()
  }

  async stop(): Promise<void> {
    this.wanted = false
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  private spawn(): void {
    const child = spawn(process.execPath, [join(this.current, 'dist', 'server', 'main.js')], {
      env: {
        PATH: process.env.PATH,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATABASE_URL: this.databaseUrl,
        // Visitors of the load have an address each.
        TRUST_PROXY: 'loopback',
        DEMO: 'on',
        CAPTCHA: 'off',
        LOG_LEVEL: 'error',
      },
      stdio: 'ignore',
    })
    this.child = child
    child.once('exit', async () => {
      await setTimeout(RESTART_MS)
      if (!this.wanted || this.child !== child) return
      this.restarts++
      this.spawn()
    })
  }
}

/** Versions to switch between, of which one does not start, and the programs that the switch calls. */
class Host {
  readonly current: string
  private readonly units = new Map<number, Unit>()
  private readonly control = createServer(async (request, response) => {
    const [, what, port] = (request.url ?? '').split('/')
    const unit = this.units.get(Number(port))
    if (what === 'start') unit?.start()
    if (what === 'stop') await unit?.stop()
    response.end(what === 'show' ? `${unit?.restarts}\n` : '')
  })

  constructor(
    private readonly folder: string,
    private readonly proxy: Front,
    ports: readonly number[],
    databaseUrl: string,
  ) {
    this.current = join(folder, 'current')
    for (const port of ports) this.units.set(port, new Unit(port, this.current, databaseUrl))
  }

  async prepare(nginx: string): Promise<void> {
    const server = pathToFileURL(process.env.BENCH_SERVER ?? '').href
    const mains = {
      first: `import '${server}'`,
      second: `import '${server}'`,
      broken: `throw new Error('This version does not start')`,
    }
    for (const [name, main] of Object.entries(mains)) {
      await mkdir(join(this.folder, name, 'dist', 'server'), { recursive: true })
      await writeFile(join(this.folder, name, 'package.json'), '{ "type": "module" }')
      await writeFile(join(this.folder, name, 'dist', 'server', 'main.js'), main)
    }
    await symlink('first', this.current)
    this.control.listen(0, '127.0.0.1')
    await once(this.control, 'listening')
    const { port } = this.control.address() as AddressInfo
    const asks = `fetch('http://127.0.0.1:${port}/' + what + '/' + unit.split('@')[1])`
    await mkdir(join(this.folder, 'bin'))
    await this.addProgram(
      'systemctl',
      `#!${process.execPath}
      const [what, unit] = process.argv.slice(2)
      ${asks}.then((answer) => answer.text()).then((text) => process.stdout.write(text))`,
    )
    await this.addProgram('nginx', `#!/bin/sh\nexec ${nginx} ${this.proxy.args.join(' ')} "$@"`)
    await this.addProgram('journalctl', '#!/bin/sh\n')
  }

  private addProgram(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, 'bin', name), text, { mode: 0o755 })
  }

  /** @returns what the command said, and its exit code */
  async switchTo(name: string): Promise<{ code: number; said: string; seconds: string }> {
    const begin = performance.now()
    const args = ['scripts/switch.mjs', join(this.folder, name), '--site', this.proxy.site]
    const env = { ...process.env, PATH: `${join(this.folder, 'bin')}:${process.env.PATH}` }
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    const [code] = (await once(child, 'close')) as [number]
    return { code, said: output, seconds: ((performance.now() - begin) / 1000).toFixed(1) }
  }

  async start(): Promise<void> {
    for (const [port, unit] of this.units) {
      unit.start()
      // The first one makes the tables, as at a first start.
      while ((await answered(`http://127.0.0.1:${port}/readyz`, false).catch(() => 0)) !== 200) {
        if (unit.restarts > 0) throw new Error('The measured server ended')
        await setTimeout(ASK_EVERY_MS)
      }
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.units.values()].map((unit) => unit.stop()))
    this.control.close()
    this.control.closeAllConnections()
  }
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
  let requests = 0
  const visitor = async () => {
    while (!over.aborted) {
      const answer = await next(requests++)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      await setTimeout(ASK_EVERY_MS)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visitor))
  return answers
}

/**
 * To another version and back, with one in between that does not start: what ran before has to run again.
 * @returns a line for each
 */
async function switchAround(host: Host): Promise<Line[]> {
  const lines: Line[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const name = round % 2 === 0 ? 'second' : 'first'
    const versions = round === 1 ? ['broken', name] : [name]
    for (const version of versions) {
      const { code, said, seconds } = await host.switchTo(version)
      const isRight = code === (version === 'broken' ? 1 : 0)
      const last = said.trimEnd().split('\n').at(-1)
      lines.push({ failed: isRight ? 0 : 1, text: `  ${seconds} s: ${last}\n` })
    }
  }
  return lines
}

async function underLoad(origin: string, work: () => Promise<Line[]>) {
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

async function measureUpdates(nginx: string, databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'letterlend-update-'))
  const [front, ...ports] = [await freePort(), await freePort(), await freePort()]
  const load = loadavg()[0] ?? 0
  const proxy = new Front(nginx, folder, front, ports)
  const host = new Host(folder, proxy, ports, databaseUrl)
  try {
    await host.prepare(nginx)
    await proxy.start()
    await host.start()
    await answered(`${proxy.origin}/readyz`, false)
    const { steps, written, read, kept } = await underLoad(proxy.origin, () => switchAround(host))
    const lines = [
      ...steps,
      describeReads(read),
      describeKept(kept),
      describeWrites(written, await countOrders(databaseUrl)),
    ]
    process.stdout.write(
      `${ROUNDS} updates of two processes behind nginx, and one that does not start; ${cpus().length} cores, load at the start ${load.toFixed(1)}\n\n`,
    )
    for (const { text } of lines) process.stdout.write(text)
    process.stdout.write(await readFile(proxy.log, 'utf8').then(summaryOf))
    if (lines.some(({ failed }) => failed > 0)) process.exitCode = 1
  } finally {
    proxy.stop()
    await host.stop()
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
const nginx = findNginx()
if (!nginx) process.stdout.write('SKIPPED: nginx is not installed.\n')
else if (!database) process.stdout.write('SKIPPED: no PostgreSQL was found.\n')
else await withDatabase(database, (url) => measureUpdates(nginx, url))
