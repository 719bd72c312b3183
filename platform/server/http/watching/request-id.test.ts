import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { requestRaw } from '#app/server/testing/raw-request.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '#app/server/testing/test-app.ts'
import { readConfig } from '../../config.ts'
import { createLogger } from './logging.ts'

let log = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    log += String(chunk)
    done()
  },
})
const lines = () =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => !msg.startsWith('Server listening'))
/** An app that logs to the test's stream. */
const logging = (more: TestAppOptions) =>
  createTestApp({ ...more, deps: { logger: createLogger('info', { destination: stream }) } })

let plain: TestApp
let proxied: TestApp
let named: TestApp
beforeAll(async () => {
  plain = await logging({})
  const { trustProxy } = readConfig({ TRUST_PROXY: '10.0.0.1, 127.0.0.1' })
  proxied = await logging({ sharing: plain, config: { trustProxy } })
  named = await logging({ sharing: plain, config: { trustProxy, logAddresses: true } })
})
afterAll(async () => {
  await named.close()
  await proxied.close()
  await plain.close()
})
beforeEach(() => {
  log = ''
})

const OWN = /^[\da-hjkmnp-tv-z]{12}$/
const GIVEN = '7d0f7b1c9a2e4b5f8c3d6e9a0b1c2d3e'

describe('a request id', () => {
  it.each(['/', '/healthz', '/api/v1/items', '/api/v1/nothing', '/%FF', '/img/stickers/axe.svg'])(
    'is in the response to %s and differs each time',
    async (url) => {
      const ids = [await plain.app.inject(url), await plain.app.inject(url)].map(
        ({ headers }) => headers['x-request-id'],
      )
      expect(ids).toEqual([expect.stringMatching(OWN), expect.stringMatching(OWN)])
      expect(ids[0]).not.toBe(ids[1])
    },
  )

  const idOf = async (test: TestApp, remoteAddress: string, sentId: string) =>
    (await test.app.inject({ url: '/', remoteAddress, headers: { 'x-request-id': sentId } }))
      .headers['x-request-id']

  it('is taken from a trusted proxy if it is well-formed', async () => {
    expect(await idOf(proxied, '10.0.0.1', GIVEN)).toBe(GIVEN)
    expect(await idOf(proxied, '::ffff:10.0.0.1', GIVEN)).toBe(GIVEN)
    for (const wrong of ['short', 'a'.repeat(65), 'with a space', '<script>1234', '-begins-so']) {
      expect(await idOf(proxied, '10.0.0.1', wrong)).toMatch(OWN)
    }
    expect(await idOf(proxied, '203.0.113.7', GIVEN)).toMatch(OWN)
    expect(await idOf(plain, '10.0.0.1', GIVEN)).toMatch(OWN)
  })

  it('is both in the log and in the response to an internal error', async () => {
    const { database } = plain.deps
    await database.query('ALTER TABLE products RENAME TO gone')
    try {
      const { headers, body } = await plain.app.inject('/api/v1/product/byId?product_id=1')
      const id = headers['x-request-id']
      expect(JSON.parse(body)).toMatchObject({ code: 'internal', request_id: id })
      expect(lines().map(({ reqId, msg }) => [reqId, msg])).toEqual([
        [id, 'unexpected error'],
        [id, 'request'],
      ])
    } finally {
      await database.query('ALTER TABLE gone RENAME TO products')
    }
    const missing = await plain.app.inject('/api/v1/nothing')
    expect(missing.json()).not.toHaveProperty('request_id')
  })
})

describe('the log', () => {
  it('has one line for each request, without its visitor and its query', async () => {
    await proxied.app.inject({
      url: '/api/v1/geocode?search=Nebelgasse',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Somebody/1.0' },
    })
    const [line, ...more] = lines()
    expect(more).toEqual([])
    expect(Object.keys(line).sort()).toEqual(
      [
        'code',
        'hostname',
        'level',
        'method',
        'ms',
        'msg',
        'path',
        'pid',
        'reqId',
        'status',
        'time',
      ].sort(),
    )
    expect(line).toMatchObject({
      level: 30,
      msg: 'request',
      method: 'GET',
      path: '/api/v1/geocode',
    })
    expect(log).not.toMatch(/203\.0\.113\.7|10\.0\.0\.1|Nebelgasse|Somebody/)
  })

  it('says which request was refused and why, without its content', async () => {
    const { token } = await createUser(plain.deps.database.orm)
    const as = { authorization: `Bearer ${token}` }
    const login = '/api/v1/auth/login'
    const sent = (email: string, password: string) => ({ email, password })
    log = ''
    await plain.app.inject({ method: 'POST', url: login, payload: sent('no@example.org', 'wrong') })
    await plain.app.inject({ method: 'POST', url: login, payload: sent('no', '') })
    await plain.app.inject('/api/v1/users/userinfo')
    await plain.app.inject({ url: '/api/v1/admin/roles', headers: as })
    await plain.app.inject({ url: '/api/v1/users/userinfo', headers: as })
    expect(lines().map(({ path, status, code }) => [path, status, code])).toEqual([
      [login, 401, 'invalid_credentials'],
      [login, 422, 'validation'],
      ['/api/v1/users/userinfo', 401, 'unauthorized'],
      ['/api/v1/admin/roles', 404, 'not_found'],
      ['/api/v1/users/userinfo', 200, undefined],
    ])
    expect(log).not.toMatch(/example\.org|wrong/)
  })

  it('contains the visitor’s address instead of the proxy’s if that is enabled', async () => {
    await named.app.inject({
      url: '/',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    expect(lines()).toMatchObject([{ address: '203.0.113.7', path: '/', status: 200 }])
  })

  it('masks addresses and secrets in a path', async () => {
    const secret = 'x'.repeat(43)
    for (const url of ['/a@example.org', '/b%40example.org/c', `/${secret}`]) {
      await plain.app.inject(url)
    }
    expect(lines().map(({ path }) => path)).toEqual(['/(address)', '/(address)/c', '/(token)'])
  })

  it('creates no child logger for a request with a single line', async () => {
    const made = vi.spyOn(plain.deps.logger, 'child')
    await plain.app.inject('/api/v1/items')
    expect(lines()).toHaveLength(1)
    expect(made).not.toHaveBeenCalled()
    made.mockRestore()
  })

  it('omits health checks and metrics', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics']) await plain.app.inject(url)
    expect(log).toBe('')
  })
})

it('has a line for a call that breaks off, and responses over the network have an id', async () => {
  await plain.app.listen({ port: 0, host: '127.0.0.1' })
  const { headers } = await requestRaw(plain.app, { url: '/healthz' })
  expect(headers.some((line) => /^x-request-id: /.test(line))).toBe(true)
  const { token } = await createUser(plain.deps.database.orm)
  const options = { url: '/api/v1/events', headers: { authorization: `Bearer ${token}` } }
  // The connection is cut after the headers.
  expect((await requestRaw(plain.app, options)).status).toBe(200)
  await vi.waitFor(() => expect(lines()).toMatchObject([{ path: '/api/v1/events', broken: true }]))
})
