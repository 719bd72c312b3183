import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Debian's packages. */
const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
}
/** The machines of the page, and what stands for them here: each has all ports of its own, below those that connections get. */
const MACHINES = { db1: '127.0.0.11', db2: '127.0.0.12', app: '127.0.0.13' }
const PORTS = { postgresql: 4781, patroni: 4782, etcd: 4783, etcdPeers: 4784, haproxy: 4785 }
const PASSWORD = 'secret'
const PATIENCE_MS = 240_000

export type NodeName = 'db1' | 'db2'

export const missingPrograms = (): string[] =>
  Object.entries(PROGRAMS)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name)

/** The examples of a page by their language, in their order. */
function examplesOf(page: string, language: string): string[] {
  const blocks = page.matchAll(/^```(\w+)\n(.*?)^```/gms)
  return [...blocks].filter(([, name]) => name === language).map(([, , text = '']) => text)
}

/** PostgreSQL refuses to run as root: the package's own user does it then. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

async function until<T>(what: string, ask: () => Promise<T | false | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer) return answer
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A process and all that descend from it. */
async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number[]>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = Number(/\) \S (\d+)/.exec(stat)?.[1])
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  for (const each of family) family.push(...(parents.get(each) ?? []))
  return family
}

/** What the page describes, on one machine: etcd, two PostgreSQL with Patroni, and HAProxy. */
export class Cluster {
  readonly #folder: string
  readonly #page: string
  readonly #user = serverUser()
  readonly #processes = new Map<string, ChildProcess>()

  private constructor(folder: string, page: string) {
    this.#folder = folder
    this.#page = page
  }

  static async start(pagePath: string): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'letterlend-fail-over-'))
    const cluster = new Cluster(folder, await readFile(pagePath, 'utf8'))
    await cluster.#own(folder)
    try {
      await cluster.#startAll()
    } catch (error) {
      await cluster.showLogs()
      await cluster.stop()
      throw error
    }
    return cluster
  }

  /** Of both servers, and through HAProxy. */
  get urls(): { direct: string; haproxy: string } {
    const login = `postgres://letterlend:${PASSWORD}`
    const hosts = [MACHINES.db1, MACHINES.db2].map((host) => `${host}:${PORTS.postgresql}`)
    return {
      direct: `${login}@${hosts.join(',')}/letterlend`,
      haproxy: `${login}@127.0.0.1:${PORTS.haproxy}/letterlend`,
    }
  }

  /** The primary, once there is one and the other one follows it synchronously. */
  async primary(): Promise<NodeName> {
    return until('a primary with a synchronous standby', async () => {
      const roles = await Promise.all([this.#role('db1'), this.#role('db2')])
      if (roles[0] === 'primary' && roles[1] === 'sync') return 'db1'
      return roles[1] === 'primary' && roles[0] === 'sync' && 'db2'
    })
  }

  /** As a machine that is out of power, or one that hangs. */
  async signal(node: NodeName, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const patroni = this.#processes.get(node)?.pid ?? 0
    const pidFile = await readFile(join(this.#folder, node, 'postmaster.pid'), 'utf8')
    const families = [patroni, Number(pidFile.split('\n')[0])].map(familyOf)
    // Patroni first: it would start another PostgreSQL.
    for (const pid of (await Promise.all(families)).flat()) {
      try {
        process.kill(pid, signal)
      } catch {
        // Gone with its parent.
      }
    }
  }

  /** Starts a machine that was killed. */
  startNode(node: NodeName): void {
    this.#start(node, PROGRAMS.patroni, [join(this.#folder, `${node}.yml`)])
  }

  async switchOver(from: NodeName, to: NodeName): Promise<void> {
    await fetch(`http://${MACHINES[from]}:${PORTS.patroni}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: from, candidate: to }),
      headers: { 'content-type': 'application/json' },
    })
  }

  /** Runs a statement on the primary. */
  async query<T extends pg.QueryResultRow>(
    text: string,
    { values = [], database = 'postgres' }: { values?: unknown[]; database?: string } = {},
  ): Promise<T[]> {
    const client = new pg.Client({
      host: MACHINES[await this.primary()],
      port: PORTS.postgresql,
      user: 'postgres',
      password: PASSWORD,
      database,
    })
    await client.connect()
    const { rows } = await client.query<T>(text, values)
    await client.end()
    return rows
  }

  async stop(): Promise<void> {
    for (const node of ['db1', 'db2'] as const) {
      await this.signal(node, 'SIGKILL').catch(() => {})
    }
    for (const each of this.#processes.values()) each.kill('SIGKILL')
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #startAll(): Promise<void> {
    this.#start('etcd', PROGRAMS['etcd-server'], [
      ...['--name', 'app', '--data-dir', join(this.#folder, 'etcd')],
      ...['--listen-peer-urls', `http://${MACHINES.app}:${PORTS.etcdPeers}`],
      ...['--listen-client-urls', `http://${MACHINES.app}:${PORTS.etcd}`],
      ...['--initial-advertise-peer-urls', `http://${MACHINES.app}:${PORTS.etcdPeers}`],
      ...['--advertise-client-urls', `http://${MACHINES.app}:${PORTS.etcd}`],
      ...['--initial-cluster', `app=http://${MACHINES.app}:${PORTS.etcdPeers}`],
    ])
    const [patroni = ''] = examplesOf(this.#page, 'yaml')
    await this.#configure('db1.yml', patroni.replaceAll('15/letterlend', 'db1'))
    const second = patroni.replaceAll('name: db1', 'name: db2').replaceAll('10.0.0.11', '10.0.0.12')
    await this.#configure('db2.yml', second.replaceAll('15/letterlend', 'db2'))
    const [haproxy = ''] = examplesOf(this.#page, 'haproxy')
    await this.#configure('haproxy.cfg', haproxy)
    this.startNode('db1')
    await until('the first primary', async () => (await this.#role('db1')) === 'primary')
    this.startNode('db2')
    this.#start('haproxy', PROGRAMS.haproxy, ['-db', '-f', join(this.#folder, 'haproxy.cfg')])
    await this.query(`CREATE ROLE letterlend LOGIN PASSWORD '${PASSWORD}'`)
    await this.query(`CREATE DATABASE letterlend OWNER letterlend`)
  }

  async #configure(name: string, example: string): Promise<void> {
    const text = example
      .replace(/hosts: .*/, 'hosts: 10.0.0.13:2379')
      .replaceAll('/var/lib/postgresql', this.#folder)
      .replaceAll('/run/postgresql', join(this.#folder, `${name}.sockets`))
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', '127.0.0.')
      .replaceAll(':5432', `:${PORTS.postgresql}`)
      .replaceAll(/\b8008\b/g, String(PORTS.patroni))
      .replaceAll(':2379', `:${PORTS.etcd}`)
      .replaceAll(':5000', `:${PORTS.haproxy}`)
    const path = join(this.#folder, name)
    await writeFile(path, text)
    await this.#own(path)
    const data = join(this.#folder, name.replace('.yml', ''))
    if (!name.endsWith('.yml')) return
    for (const each of [data, `${path}.sockets`]) {
      await mkdir(each, { mode: 0o700 })
      await this.#own(each)
    }
  }

  #start(name: string, command: string, args: string[]): void {
    const log = join(this.#folder, `${name}.log`)
    const child = spawn('sh', ['-c', 'exec "$0" "$@" >>"$LOG" 2>&1', command, ...args], {
      ...this.#user,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, HOME: this.#folder, LOG: log },
      stdio: 'ignore',
    })
    this.#processes.set(name, child)
    void once(child, 'exit')
  }

  /** The last words of each, for whoever wants to know why it did not work. */
  async showLogs(): Promise<void> {
    for (const name of this.#processes.keys()) {
      const log = await readFile(join(this.#folder, `${name}.log`), 'utf8').catch(() => '')
      process.stderr.write(`--- ${name}\n${log.split('\n').slice(-15).join('\n')}\n`)
    }
  }

  async #own(path: string): Promise<void> {
    const { uid, gid } = this.#user
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
    await chmod(path, 0o700)
  }

  async #role(node: NodeName): Promise<'primary' | 'sync' | null> {
    const at = `http://${MACHINES[node]}:${PORTS.patroni}`
    const says = async (path: string) =>
      (await fetch(`${at}${path}`, { signal: AbortSignal.timeout(2_000) })).status === 200
    if (await says('/primary')) return 'primary'
    return (await says('/sync')) ? 'sync' : null
  }
}
