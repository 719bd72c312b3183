import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWorld, ROUTES, send, type World } from '#app/server/security/routes.ts'
import { createTestAppAndRoutes } from '#app/server/testing/registered-routes.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { VERSION } from '../../version.ts'

let test: TestApp
let registered: Set<string>
let world: World
beforeAll(async () => {
  ;({ test, routes: registered } = await createTestAppAndRoutes())
  world = await createWorld(test)
})
afterAll(() => test.close())

/** The counts by call, such as `GET /healthz 200`. */
async function counted(): Promise<Map<string, number>> {
  const { body } = await test.app.inject('/metrics')
  const lines = body.matchAll(
    /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="(\d+)"\} (\d+)$/gm,
  )
  return new Map(
    [...lines].map(([, method, route, status, count]) => [
      `${method} ${route} ${status}`,
      Number(count),
    ]),
  )
}

/** A missing file is not counted for the route that looked for it. */
const FILES = [
  '/index.html',
  '/img/stickers/axe.svg',
  '/img/stickers/letter-tools-a.svg',
  '/api/docs/static/logo.svg',
]

it('/metrics counts the calls of every registered route', async () => {
  for (const route of ROUTES) await send(test, route, world, 'visitor')
  for (const url of FILES) await test.app.inject(url)
  const routes = [...(await counted()).keys()].map((line) => line.replace(/ \d+$/, ''))
  expect([...new Set(routes)].filter((name) => registered.has(name)).sort()).toEqual(
    [...registered].sort(),
  )
})

it('/metrics counts each response once by status, and groups those without a route', async () => {
  const before = await counted()
  const urls = ['/img/stickers/axe.svg', '/api/v1/letterboxes/tiles/0/9/0', '/api/v1/nothing', '/']
  for (const url of urls) await test.app.inject(url)
  const after = await counted()
  const more = [...after].filter(([line, count]) => count > (before.get(line) ?? 0))
  expect(more.map(([line, count]) => [line, count - (before.get(line) ?? 0)]).sort()).toEqual([
    ['GET / 200', 1],
    ['GET /api/v1/letterboxes/tiles/:z/:x/:y 400', 1],
    ['GET /img/stickers/:name 200', 1],
    ['GET /metrics 200', 1],
    ['GET unknown 404', 1],
  ])
})

describe('/metrics', () => {
  const TOKEN = 'a-token-for-prometheus'
  /** The old token is still accepted during rotation. */
  const OLD_TOKEN = 'a-token-from-before'
  let guarded: TestApp
  beforeAll(async () => {
    guarded = await createTestApp({
      sharing: test,
      config: {
        production: true,
        metricsTokens: [TOKEN, OLD_TOKEN],
        trustProxy: (_address: string, hop: number) => hop < 1,
      },
    })
  })
  afterAll(() => guarded.close())

  const HERE = '127.0.0.1'
  const AWAY = '203.0.113.7'
  const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await guarded.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode

  it.each([HERE, '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'answers requests from this machine (%s)',
    async (ip) => {
      for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
        expect(await status(ip, { host })).toBe(200)
      }
    },
  )

  it.each([
    ['from another machine', AWAY, {}],
    ['from another machine that calls itself this one', AWAY, { 'x-forwarded-for': HERE }],
    ['by a proxy on this machine', HERE, { 'x-forwarded-for': AWAY }],
    ['by a proxy for somebody who claims to be here', HERE, { 'x-forwarded-for': HERE }],
    ['by a proxy that says so in another way', HERE, { forwarded: `for=${AWAY}` }],
    ['by a proxy that only passes the name on', HERE, { host: 'lend.example.org' }],
    ['by a page whose name was pointed here', HERE, { host: '127.0.0.1.evil.example' }],
    ['with another token', AWAY, { authorization: 'Bearer another-token-altogether' }],
    ['with a part of the token', AWAY, { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['with the token as a password', AWAY, { authorization: `Basic ${TOKEN}` }],
  ])('refuses a request %s', async (_how, ip, headers) => {
    expect(await status(ip, headers)).toBe(403)
  })

  it('answers requests with the token from any machine', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, host: 'lend.example.org' }
    expect(await status(AWAY, headers)).toBe(200)
    expect(await status(HERE, { ...headers, 'x-forwarded-for': AWAY })).toBe(200)
    const before = { ...headers, authorization: `Bearer ${OLD_TOKEN}` }
    expect(await status(AWAY, before)).toBe(200)
    const both = { ...headers, authorization: `Bearer ${TOKEN},${OLD_TOKEN}` }
    expect(await status(AWAY, both)).toBe(403)
  })

  it('does not accept an empty token', async () => {
    const headers = { authorization: 'Bearer ' }
    const options = { url: '/metrics', remoteAddress: AWAY, headers }
    expect((await test.app.inject(options)).statusCode).toBe(403)
  })

  it('counts the waiting jobs', async () => {
    const { deps } = test
    await deps.mails.enqueue(deps.database.orm, { request: 'loginLink', email: 'a@example.org' })
    const { body } = await test.app.inject('/metrics')
    expect(body).toMatch(/^jobs\{queue="mails",state="created"\} [1-9]/m)
    expect(body).toMatch(/^letterlend_mails_waiting [1-9]/m)
    await deps.database.query(`UPDATE queued_mails SET due_at = now() - interval '2 hours'`)
    const later = (await test.app.inject('/metrics')).body
    expect(later).toMatch(/^letterlend_mails_oldest_due_seconds 72\d\d/m)
    await deps.mails.drain()
    await deps.database.query('DELETE FROM queued_mails')
    const sent = (await test.app.inject('/metrics')).body
    expect(sent).toMatch(/^letterlend_mails_waiting 0$/m)
    expect(sent).toMatch(/^letterlend_mails_oldest_due_seconds 0$/m)
    expect(sent).toMatch(
      /^letterlend_job_duration_seconds_count\{queue="mails",outcome="done"\} [1-9]/m,
    )
  })
})

/** Debian has it in the package `prometheus`; elsewhere it has to be on the PATH. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('the content of /metrics', () => {
  it.skipIf(!hasPromtool)('is valid for Prometheus (promtool check metrics)', async () => {
    const { body: input } = await test.app.inject('/metrics')
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input })
    expect([status, String(stdout), String(stderr)]).toEqual([0, '', ''])
  })

  it('includes the version, the map and the event streams of this process', async () => {
    const { body } = await test.app.inject('/metrics')
    expect(body).toContain(`letterlend_build_info{version="${VERSION}"} 1\n`)
    expect(body).toContain('letterlend_event_streams 0\n')
    expect(body).toContain(`letterlend_map_letterboxes ${test.deps.letterboxFeed.index.size}\n`)
    expect(body).toContain('letterlend_map_up_to_date 1\n')
    expect(body).toMatch(/^letterlend_map_loads_total [1-9]/m)
    expect(body).toMatch(/^letterlend_map_last_read_timestamp_seconds 1\d{9}/m)
    const isPostgres = test.deps.database.kind === 'postgres'
    expect(/^letterlend_database_connections\{use="idle"\} \d+$/m.test(body)).toBe(isPostgres)
  })

  it('omits the queues during a database outage', async () => {
    const away = await createTestApp({ sharing: test })
    vi.spyOn(away.deps.database, 'query').mockRejectedValue(new Error('away'))
    try {
      const { statusCode, body } = await away.app.inject('/metrics')
      expect(statusCode).toBe(200)
      expect(body).not.toMatch(/^(jobs\{|letterlend_mails_waiting )/m)
      expect(body).toContain('letterlend_map_up_to_date')
    } finally {
      vi.restoreAllMocks()
      await away.close()
    }
  })
})
