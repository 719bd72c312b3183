import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { configApi } from '#platform/shared/config.ts'
import { API_BASE, type Endpoint } from '#platform/shared/endpoint.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { contractCalls } from './contract-calls.ts'
import { createWorld, ROUTES, type World } from './routes.ts'

const ORIGIN = 'https://other.example'
const FOR_ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

let test: TestApp
let world: World
let open: Map<string, Endpoint>
beforeAll(async () => {
  test = await createTestApp()
  world = await createWorld(test)
  const calls = [...(await contractCalls()).map(({ call }) => call), configApi.get]
  open = new Map(
    calls.flatMap((call) =>
      call.openData ? [[`${call.method} ${API_BASE}${call.path}`, call]] : [],
    ),
  )
})
afterAll(() => test.close())

const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

it('open calls are those on record, read only, and need no account', () => {
  const names = [...open.keys()].map((name) => name.replace(API_BASE, ''))
  expect(names.sort()).toEqual([
    'GET /config',
    'GET /impact',
    'GET /items',
    'GET /letterboxes',
    'GET /letterboxes/filterLetterBoxesByStickerId',
    'GET /letterboxes/geojson',
    'GET /letterboxes/getLetterboxById',
    'GET /letterboxes/news.atom',
    'GET /letterboxes/news.json',
    'GET /letterboxes/stickerCounts',
    'GET /letterboxes/tiles/:z/:x/:y',
  ])
  for (const { access } of open.values()) expect(['public', 'optional']).toContain(access)
})

const listened = ROUTES.filter(({ statuses }) => !statuses.includes(null))

it.each(listened)('only open calls answer pages of other sites: $name', async (route) => {
  const payload = route.body?.(world)
  const { headers } = await test.app.inject({
    method: route.method,
    url: route.url(world),
    headers: { origin: ORIGIN, cookie: 'lang=de' },
    ...(payload && { payload }),
  })
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  if (open.has(route.name)) {
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  } else expect(corsOf(headers)).toEqual([])
})

it.each([
  ['/letterboxes/tiles/99/1/1', 400],
  ['/letterboxes?north_east=1', 400],
  ['/letterboxes/geojson?after=1', 400],
  ['/letterboxes/news.json?lat=999&lng=9&km=5', 400],
  ['/letterboxes/getLetterboxById?letterbox_id=00000000-0000-4000-8000-000000000000', 404],
])('pages of other sites can read an error, which no proxy stores: %s', async (path, status) => {
  const { headers, statusCode } = await test.app.inject({
    url: API_BASE + path,
    headers: { origin: ORIGIN },
  })
  expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store'])
  expect(headers).toMatchObject(FOR_ANY_ORIGIN)
})

it('pages of other sites learn that they call too often, and that nothing has changed', async () => {
  const ask = (path: string, headers = {}) =>
    test.app.inject({
      url: API_BASE + path,
      remoteAddress: '10.1.2.3',
      headers: { origin: ORIGIN, ...headers },
    })
  const { headers } = await ask('/items')
  const unchanged = await ask('/items', { 'if-none-match': headers.etag })
  expect(unchanged.statusCode).toBe(304)
  expect(unchanged.headers).toMatchObject(FOR_ANY_ORIGIN)
  const news = '/letterboxes/news.json?lat=47&lng=9&km=1'
  let answer = await ask(news)
  while (answer.statusCode === 200) answer = await ask(news)
  expect(answer.statusCode).toBe(429)
  expect(answer.headers).toMatchObject({
    ...FOR_ANY_ORIGIN,
    'access-control-expose-headers': 'retry-after',
    'retry-after': expect.anything(),
    'cache-control': 'no-store',
  })
})

/** A proxy may give a stored answer to any page, in any language, with or without a session. */
it('an answer that proxies may store differs by encoding alone', async () => {
  for (const [name, { access }] of open) {
    const route = ROUTES.find((each) => each.name === name)
    const { headers } = await test.app.inject({ url: route?.url(world) ?? '' })
    if (headers['cache-control'] === 'no-store') continue
    expect([name, access]).toEqual([name, 'public'])
    expect([undefined, 'accept-encoding']).toContain(headers.vary)
  }
})

it('an answer for a logged-in caller is not for other sites', async () => {
  const url = `${API_BASE}/letterboxes?north_east=48,9&south_west=47,8`
  const authorization = `Bearer ${world.owner.token}`
  const { headers, statusCode } = await test.app.inject({
    url,
    headers: { origin: ORIGIN, authorization },
  })
  expect([statusCode, corsOf(headers)]).toEqual([200, []])
})

it('a page of another site may send no credentials and no method but GET', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const { headers } = await test.app.inject({
      method: 'OPTIONS',
      url: `${API_BASE}/letterboxes`,
      headers: {
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    })
    expect(headers['access-control-allow-headers']).toBeUndefined()
    expect(headers['access-control-allow-methods']).toBeUndefined()
  }
})

it('GET /config names the licence and whom to name beside the data', async () => {
  const ask = async () => (await test.call(configApi.get)).body
  const { open_data, brand } = await ask()
  expect(open_data).toEqual({ attribution: brand.name, licence: null })
  const value = {
    attribution: 'Verein Leihkasten',
    licence: 'CC BY 4.0',
    licence_url: 'https://creativecommons.org/licenses/by/4.0/',
  }
  const save = (version: number, licence_url: string) =>
    test.call(settingsApi.save, {
      as: world.admin.token,
      body: { key: 'open_data', version, value: { ...value, licence_url } },
    })
  expect((await save(0, 'javascript:alert(1)')).status).toBe(422)
  expect((await save(0, value.licence_url)).status).toBe(200)
  expect((await ask()).open_data).toEqual({
    attribution: value.attribution,
    licence: { name: value.licence, url: value.licence_url },
  })
})
