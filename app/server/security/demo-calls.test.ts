import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { DECIDED_FOR_DEMO, isOffInDemo } from '#platform/server/http/demo-calls.ts'
import { configApi } from '#platform/shared/config.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { createUser } from '../testing/factories.ts'
import { createTestAppAndRoutes } from '../testing/registered-routes.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createWorld, ROUTES, type Route, type World } from './routes.ts'

const config = readConfig({
  NODE_ENV: 'test',
  DEMO: 'public',
  CAPTCHA: 'off',
  LOG_LEVEL: 'silent',
})

let test: TestApp
let world: World
/** Every route that the server registers, such as `POST /auth/login`. */
let calls: string[]
beforeAll(async () => {
  const { test: app, routes } = await createTestAppAndRoutes({ config })
  test = app
  world = await createWorld(test)
  calls = [...routes].map((name) => name.replace(` ${API_BASE}/`, ' /'))
})
afterAll(() => test.close())

const callOf = ({ name }: Route) => {
  const [method, path = ''] = name.replace(` ${API_BASE}/`, ' /').split(' ')
  return { method: method as 'GET' | 'POST', path }
}
const OFF = ROUTES.filter((route) => isOffInDemo(callOf(route)))
const ON = ROUTES.filter((route) => route.method === 'POST' && !isOffInDemo(callOf(route)))

let asked = 0
async function codeOf(app: TestApp, { method, url, body }: Route, token?: string, of = world) {
  asked += 1
  const answer = await app.app.inject({
    method,
    url: url(of),
    remoteAddress: `198.18.${Math.floor(asked / 250)}.${asked % 250}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body && { payload: body(of) }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, code: isJson ? answer.json()?.code : undefined }
}

describe('the table of calls in a public demo', () => {
  it('has a line for each call that writes, and no line for a call that does not exist', () => {
    const writing = calls.filter((call) => !call.startsWith('GET '))
    expect(writing.filter((call) => !DECIDED_FOR_DEMO.includes(call))).toEqual([])
    expect(DECIDED_FOR_DEMO.filter((call) => !calls.includes(call))).toEqual([])
  })

  it('refuses a call that writes and has no line', () => {
    expect(isOffInDemo({ method: 'POST', path: '/new/call' })).toBe(true)
    expect(isOffInDemo({ method: 'GET', path: '/new/call' })).toBe(false)
  })
})

describe('a public demo', () => {
  it.each(OFF)(
    'refuses $name to the staff with a code that the web app has a sentence for',
    async (route) => {
      const admin = await createUser(test.deps.database.orm, { role_id: 3 })
      expect(await codeOf(test, route, admin.token)).toEqual({ status: 403, code: 'not_in_demo' })
    },
  )

  it.each(ON)('does not refuse $name', async (route) => {
    for (const { token } of [world.owner, world.admin])
      expect((await codeOf(test, route, token)).code).not.toBe('not_in_demo')
  })

  it('refuses a file before it is read', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: `${API_BASE}/admin/imports/check`,
      headers: {
        authorization: `Bearer ${(await createUser(test.deps.database.orm, { role_id: 3 })).token}`,
        'content-type': 'application/json',
      },
      payload: '{ not even JSON',
    })
    expect(answer.json().code).toBe('not_in_demo')
  })

  it('hides the calls of the back office from visitors and members as usual', async () => {
    const hidden = OFF.filter(({ name }) => name.includes('/admin/'))
    expect(hidden.length).toBeGreaterThan(20)
    for (const route of hidden) {
      expect([route.name, (await codeOf(test, route)).status]).toEqual([route.name, 404])
      expect([route.name, (await codeOf(test, route, world.other.token)).status]).toEqual([
        route.name,
        404,
      ])
    }
  })

  it('tells robots with every answer not to index it, and the web app when it is reset', async () => {
    for (const url of ['/', '/embed', '/img/stickers/letter-tools-b.svg', `${API_BASE}/items`]) {
      const { headers } = await test.app.inject({ url })
      expect([url, headers['x-robots-tag']]).toEqual([url, 'noindex, nofollow'])
    }
    expect((await test.call(configApi.get)).body.demo_reset).toBe('04:00')
    expect((await test.app.inject('/dev/mail')).statusCode).toBe(404)
  })
})

it('a community of its own refuses none of these calls and may be indexed', async () => {
  const own = await createTestApp()
  const ownWorld = await createWorld(own)
  for (const route of OFF) {
    const { code } = await codeOf(own, route, ownWorld.other.token, ownWorld)
    expect([route.name, code]).not.toEqual([route.name, 'not_in_demo'])
  }
  const { headers, body } = await own.call(configApi.get)
  expect([headers['x-robots-tag'], body.demo_reset]).toEqual([undefined, null])
  await own.close()
})
