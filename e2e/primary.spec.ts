import { request } from 'node:http'
import { expect, test } from '@playwright/test'
import { Api, until } from './drivers/api.ts'
import { type ScratchDatabase, scratchDatabase } from './drivers/scratch-database.ts'
import {
  freePort,
  type ScratchFolder,
  type ServerOptions,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from './drivers/server-process.ts'
import { SlowLogin } from './drivers/slow-login.ts'

/** A cheap route that counts towards a visitor's rate limit. */
const COUNTED_ROUTE = '/api/v1/legal/versions'
const COUNTED = `${COUNTED_ROUTE}?page=terms`
const ASK_EVERY_MS = 5
/** Each starting process keeps a core busy for seconds, and `npm start` first checks whether the build is stale. */
const STARTS_WITHIN_MS = 60_000

/** Uses a new connection, so that any of the processes may answer. */
function ask(origin: string, path: string): Promise<{ status: number; remaining: number }> {
  return new Promise((resolve, reject) => {
    request(`${origin}${path}`, { agent: false }, (answer) => {
      answer.resume().once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          remaining: Number(answer.headers['x-ratelimit-remaining']),
        }),
      )
    })
      .once('error', reject)
      .end()
  })
}

async function metrics(origin: string): Promise<string> {
  return (await fetch(`${origin}/metrics`)).text()
}

/** Numbers of the processes that respond. */
async function answering(origin: string): Promise<string[]> {
  const text = await metrics(origin)
  return [...text.matchAll(/^letterlend_build_info\{.*process="(\d+)"\}/gm)].map(
    ([, number = '']) => number,
  )
}

/** Ids of all processes that ever listened, from the log. */
function idsIn(log: string): number[] {
  const lines = log.split('\n').filter((line) => line.includes('"msg":"Server listening at'))
  return lines.map((line) => JSON.parse(line).pid)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.describe('one server of several processes', { tag: '@servers' }, () => {
  let database: ScratchDatabase | undefined
  let folder: ScratchFolder
  let server: ServerProcess | undefined

  test.beforeEach(async () => {
    database = await scratchDatabase()
    folder = scratchFolder()
  })
  test.afterEach(async () => {
    await server?.kill()
    await database?.drop()
    folder.remove()
  })

  async function start(
    settings: Record<string, string> = {},
    port?: number,
    options: ServerOptions = {},
  ): Promise<ServerProcess> {
    const all = { PROCESSES: '2', LOG_LEVEL: 'info', DATA_DIR: folder.path, ...settings }
    server = await spawnServer({ DATABASE_URL: database?.url ?? '', ...all }, port, options)
    return server
  }

  /** Starts the server and waits until both processes respond. */
  async function startBoth(options?: ServerOptions) {
    const running = await (await start({}, undefined, options)).ready()
    await until(
      async () => (await answering(running.origin)).length === 2,
      'both processes',
      STARTS_WITHIN_MS,
    )
    await until(async () => idsIn(running.stdout).length === 2, 'both in the log')
    return running
  }

  test('shares one port, its rate limits and its metrics, and stops as one', async () => {
    const { origin, ...running } = await startBoth()
    const remaining: number[] = []
    for (let i = 0; i < 6; i++) remaining.push((await ask(origin, COUNTED)).remaining)
    const [first = 0] = remaining
    expect(remaining, 'a visitor has one limit').toEqual([0, 1, 2, 3, 4, 5].map((i) => first - i))
    const line = `^http_request_duration_seconds_count\\{.*route="${COUNTED_ROUTE}".*process="(\\d)"\\} (\\d+)$`
    const counts = [...(await metrics(origin)).matchAll(new RegExp(line, 'gm'))]
    expect(counts.map(([, number]) => number)).toEqual(['1', '2'])
    expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(6)

    expect(await server?.stop()).toEqual({ code: 0, signal: null })
    expect(idsIn(server?.stdout ?? '').filter(isRunning)).toEqual([])
    await expect(fetch(origin)).rejects.toThrow()
    expect(server?.stdout.match(/is running at/g), 'said once').toHaveLength(1)
    expect(running.stderr).toBe('')
  })

  test('replaces a process that is killed, while the other one answers', async () => {
    const running = await startBoth()
    const [killed = 0, other = 0] = idsIn(running.stdout)
    process.kill(killed, 'SIGKILL')
    await running.says('a process ended unexpectedly')
    expect(isRunning(other)).toBe(true)
    await until(async () => idsIn(running.stdout).length === 3, 'a third process')
    await until(async () => (await answering(running.origin)).length === 2, 'both processes again')
    expect((await ask(running.origin, COUNTED)).status).toBe(200)
  })

  test('restarts one process after the other without refusing a connection', async () => {
    const running = await startBoth()
    const before = idsIn(running.stdout)
    const login = new SlowLogin(running.origin)
    await login.begun
    let isOver = false
    const statuses = new Set<number>()
    const visitor = async () => {
      while (!isOver) {
        statuses.add((await ask(running.origin, '/api/v1/letterboxes/tiles/0/0/0')).status)
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
      }
    }
    const visitors = Promise.all([visitor(), visitor(), visitor(), visitor()])
    running.signal('SIGUSR2')
    await until(async () => idsIn(running.stdout).length >= 3, 'a new process')
    const answer = await login.finish()
    await running.says('all processes were restarted')
    isOver = true
    await visitors
    expect([answer.status, [...statuses]]).toEqual([401, [200]])
    expect(before.filter(isRunning)).toEqual([])
    expect(idsIn(running.stdout).filter(isRunning)).toHaveLength(2)
    expect((await answering(running.origin)).length).toBe(2)
  })

  test('leaves no process behind when its primary is killed', async () => {
    const running = await startBoth()
    const ids = idsIn(running.stdout)
    running.signal('SIGKILL')
    await until(async () => !ids.some(isRunning), 'the end of all')
    await expect(fetch(running.origin)).rejects.toThrow()
  })

  test('started by npm start ends with one Ctrl+C in its terminal', async () => {
    const running = await startBoth({ byNpm: true })
    running.signalGroup('SIGINT')
    await running.exited
    await until(async () => !idsIn(running.stdout).some(isRunning), 'the end of all')
    await expect.poll(() => running.signalGroup(0)).toBe(false)
  })

  test('that cannot start reports the reason once, in one sentence', async () => {
    const port = await freePort()
    const settings = { DATABASE_URL: `postgres://lend@127.0.0.1:${port}/lend` }
    const refused = await start(settings)
    expect(await refused.exited).toEqual({ code: 1, signal: null })
    expect(refused.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^No PostgreSQL answers/),
    ])
  })

  test('whose port is taken does not disturb the other program', async () => {
    const running = await startBoth()
    const port = Number(new URL(running.origin).port)
    const api = new Api(running.origin)
    const second = await spawnServer(
      { DATABASE_URL: database?.url ?? '', PROCESSES: '2', DATA_DIR: folder.path },
      port,
    )
    expect(await second.exited).toEqual({ code: 1, signal: null })
    expect(second.stderr).toMatch(/^The port is taken/)
    expect(second.stdout).toBe('')
    await api.get('/items')
  })
})
