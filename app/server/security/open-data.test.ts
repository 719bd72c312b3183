import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { configApi } from '#platform/shared/config.ts'
import { API_BASE, type Endpoint } from '#platform/shared/endpoint.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { contractCalls } from './contract-calls.ts'
import { createWorld, ROUTES, type World } from './routes.ts'

const ORIGIN = 'https://other.example'

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
