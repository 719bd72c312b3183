import { get } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openEventStream } from '#app/server/testing/event-stream.ts'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '#app/server/testing/test-app.ts'
import { EVENTS_PATH } from '#features/lending/conversations/events/contract.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Database } from '../../db/client.ts'
import { addLoadShedding, LOAD_LIMITS, type Load, type LoadLimits } from './load.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** An app whose calls stay in progress until the test releases them. */
async function waitingApp(limits: LoadLimits | null) {
  const app = Fastify()
  closing.push(() => app.close())
  const load = addLoadShedding(app, limits)
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const paths = ['/api/v1/list', '/api/v1/login', '/api/v1/other', '/img/previews/1.png', '/page']
  for (const path of paths) {
    app.all(path, async () => {
      await gate
      return {}
    })
  }
  app.get('/api/v1/heavy', { config: { heavy: true } }, async () => {
    await gate
    return {}
  })
  await app.ready()
  return { app, load, letGo }
}

const ask = (app: FastifyInstance, url: string, count: number) =>
  Array.from({ length: count }, () => app.inject(url))

async function statuses(answers: Promise<{ statusCode: number }>[]): Promise<string> {
  const all = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  return [200, 503].map((status) => all.filter((each) => each === status).length).join(' / ')
}

async function shedOf(load: Load | null): Promise<Record<string, number>> {
  const { values } = (await load?.shed.get()) ?? { values: [] }
  return Object.fromEntries(
    values.map(({ labels, value }) => [`${labels.route} ${labels.reason}`, value]),
  )
}

const LIMITS: LoadLimits = { all: 10, route: 6, lateMs: MINUTE_MS, whileLate: 1 }
const TILE = '/api/v1/letterboxes/tiles/3/4/2'

describe('pending calls', () => {
  it('leave capacity for other routes when one route is flooded', async () => {
    const { app, load, letGo } = await waitingApp(LIMITS)
    const flood = ask(app, '/api/v1/login', 50)
    const map = ask(app, '/api/v1/list', 4)
    await vi.waitFor(async () => expect(await shedOf(load)).toEqual({ '/api/v1/login route': 44 }))
    // A flood of one kind of call does not make the process overloaded for others.
    expect(load?.isOverloaded()).toBe(false)
    const others = [...ask(app, '/api/v1/other', 3), ...ask(app, '/img/previews/1.png', 2)]
    await vi.waitFor(async () => expect(Object.keys(await shedOf(load))).toHaveLength(3))
    expect(load?.isOverloaded()).toBe(true)
    const pages = ask(app, '/page', 20)
    letGo()
    expect(await statuses(flood)).toBe('6 / 44')
    expect(await statuses(map)).toBe('4 / 0')
    expect(await statuses(others)).toBe('0 / 5')
    expect(await statuses(pages)).toBe('20 / 0')
    expect(await statuses(ask(app, '/api/v1/login', 6))).toBe('6 / 0')
  })

  it('to an expensive route are rejected before they start, unless the server is idle', async () => {
    const { app, load, letGo } = await waitingApp({ ...LIMITS, all: 8 })
    const first = ask(app, '/api/v1/heavy', 1)
    const map = ask(app, '/api/v1/list', 1)
    const heavy = ask(app, '/api/v1/heavy', 2)
    await vi.waitFor(async () => expect(await shedOf(load)).toEqual({ '/api/v1/heavy all': 2 }))
    // Other calls are still served.
    expect(load?.isOverloaded()).toBe(false)
    letGo()
    expect(await statuses([...first, ...map])).toBe('2 / 0')
    const [refused] = await Promise.all(heavy)
    expect(refused?.json()).toMatchObject({ code: 'busy' })
    expect(refused?.headers['retry-after']).toBe('30')
    expect(await statuses(ask(app, '/api/v1/heavy', 1))).toBe('1 / 0')
  })

  it('are all accepted if there is no limit', async () => {
    const { app, letGo } = await waitingApp(null)
    letGo()
    expect(await statuses(ask(app, '/api/v1/login', 200))).toBe('200 / 0')
  })
})

async function limitedApp(
  loadLimits: LoadLimits,
  deps: TestAppOptions['deps'] = {},
): Promise<TestApp> {
  const test = await createTestApp({ deps: { ...deps, loadLimits } })
  closing.push(() => test.close())
  return test
}

/** Sends a request on a connection of its own. */
const answered = (url: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent: false }, (answer) => answer.resume().once('end', resolve)).once(
      'error',
      reject,
    )
  })

/** Blocks the event loop, as a query to the embedded database does. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

it('a call without asynchronous work runs in the turn of the event loop in which it arrives', async () => {
  const app = Fastify()
  closing.push(() => app.close())
  addLoadShedding(app, LOAD_LIMITS)
  vi.useFakeTimers({ toFake: ['performance'] })
  closing.push(async () => vi.useRealTimers())
  const order: string[] = []
  app.get('/api/v1/count', async () => {
    if (order.push('call') === 1) setImmediate(() => order.push('next turn'))
    return {}
  })
  await app.ready()
  expect(await statuses(ask(app, '/api/v1/count', 10))).toBe('10 / 0')
  expect(order.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'call'))
})

describe('calls that block the process', () => {
  /** Each call blocks the event loop for 30 ms. */
  async function blockingApp(limits: LoadLimits) {
    const app = Fastify()
    closing.push(() => app.close())
    const load = addLoadShedding(app, limits)
    const order: string[] = []
    for (const name of ['list', 'other']) {
      app.get(`/api/v1/${name}`, async () => {
        block(30)
        order.push(name)
        return {}
      })
    }
    app.get('/healthz', async () => {
      order.push('healthz')
      return {}
    })
    await app.ready()
    return { app, load, order }
  }

  it('take turns, and calls without database queries run between them', async () => {
    const { app, order } = await blockingApp({ ...LOAD_LIMITS, lateMs: MINUTE_MS })
    const flood = ask(app, '/api/v1/list', 20)
    await flood[0]
    await app.inject('/healthz')
    expect(order.length).toBeLessThan(10)
    expect(order.at(-1)).toBe('healthz')
    expect(await statuses(flood)).toBe('20 / 0')
  })

  it('wait while new connections open, one of which is accepted per turn', async () => {
    const { app, order } = await blockingApp({ ...LOAD_LIMITS, lateMs: MINUTE_MS })
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/healthz`
    const flood = ask(app, '/api/v1/list', 20)
    await flood[0]
    await Promise.all(Array.from({ length: 30 }, () => answered(url)))
    expect(order.filter((name) => name === 'list').length).toBeLessThan(12)
    expect(await statuses(flood)).toBe('20 / 0')
  })

  it('are rejected once one has waited too long, except for a few of each route', async () => {
    const { app, load } = await blockingApp({ ...LOAD_LIMITS, lateMs: 100 })
    const flood = ask(app, '/api/v1/list', 25)
    await Promise.all(flood.slice(0, 6))
    const more = ask(app, '/api/v1/list', 5)
    const others = ask(app, '/api/v1/other', 5)
    expect(await statuses(more)).toBe('0 / 5')
    expect(load?.isOverloaded()).toBe(true)
    expect(await statuses(others)).toBe('5 / 0')
    expect(await statuses(flood)).toBe('25 / 0')
    expect(await shedOf(load)).toEqual({ '/api/v1/list late': 5 })
    expect(await statuses(ask(app, '/api/v1/list', 20))).toBe('20 / 0')
  })
})

describe('a server with too many calls', () => {
  it('returns and counts 503 with Retry-After; cached tiles, files and health checks are exempt', async () => {
    const { app } = await limitedApp({ ...LOAD_LIMITS, all: 6, route: 6 })
    await app.inject(TILE)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    const flood = ask(app, '/api/v1/items', 30)
    const quick = ['/healthz', '/img/stickers/axe.svg', TILE].flatMap((url) => ask(app, url, 20))
    expect(await statuses(quick)).toBe('60 / 0')
    expect(await statuses(flood)).toBe('6 / 24')

    const turnedAway = await flood.at(-1)
    expect(turnedAway?.json()).toMatchObject({ statusCode: 503, code: 'unavailable' })
    expect(Number(turnedAway?.headers['retry-after'])).toBeGreaterThan(0)
    expect(turnedAway?.headers['cache-control']).toBe('no-store')
    expect(turnedAway?.headers.connection).toBe('close')
    expect((await app.inject('/metrics')).body).toContain(
      'http_calls_shed_total{route="/api/v1/items",reason="all"} 24',
    )
    expect(await statuses(ask(app, '/api/v1/items', 6))).toBe('6 / 0')
  })
})

describe('/readyz', () => {
  it('returns 503 without a database query while calls are rejected', async () => {
    const test = await limitedApp({ ...LOAD_LIMITS, all: 6, route: 6 })
    const query = vi.fn(test.deps.database.query)
    test.deps.database.query = query as Database['query']
    await Promise.all(ask(test.app, '/api/v1/items', 30))
    const { statusCode, headers } = await test.app.inject('/readyz')
    expect([statusCode, Number(headers['retry-after'])]).toEqual([503, 2])
    expect(query).not.toHaveBeenCalledWith(expect.stringContaining('SELECT 1'))
  })

  it('returns 503 while the database cannot write, and 200 as soon as it can', async () => {
    const test = await limitedApp(LOAD_LIMITS)
    const readiness = async () => (await test.app.inject('/readyz')).statusCode
    const { query } = test.deps.database
    const full = Object.assign(new Error('No space left on device'), { code: '53100' })
    test.deps.database.query = ((text: string) =>
      text.startsWith('CREATE') ? Promise.reject(full) : query(text)) as Database['query']
    expect([await readiness(), await readiness()]).toEqual([503, 503])
    test.deps.database.query = query
    expect(await readiness()).toBe(200)
  })

  it('does not wait for a database that hangs, and queries it once for all callers', async () => {
    const test = await limitedApp(LOAD_LIMITS)
    const query = vi.fn(() => new Promise(() => {}))
    test.deps.database.query = query as Database['query']
    const answers = await Promise.all(ask(test.app, '/readyz', 20))
    expect(answers.every(({ statusCode }) => statusCode === 503)).toBe(true)
    expect(query).toHaveBeenCalledTimes(1)
    expect((await test.app.inject('/healthz')).statusCode).toBe(200)
  })
})

it('an open event stream is not counted as a pending call', async () => {
  const test = await limitedApp({ ...LOAD_LIMITS, all: 1, route: 1 })
  const { token } = await createUser(test.deps.database.orm)
  const streams = [await openEventStream(test, token), await openEventStream(test, token)]
  for (const stream of streams) await stream.next('count')
  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  expect((await test.app.inject('/api/v1/items')).statusCode).toBe(200)
  // A call that was rejected before its handler is not counted either.
  for (let i = 0; i < 3; i++) {
    expect((await test.app.inject(`/api/v1${EVENTS_PATH}`)).statusCode).toBe(401)
  }
  for (const stream of streams) stream.close()
})
