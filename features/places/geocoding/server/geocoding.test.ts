import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { GeocoderName } from '#platform/server/setting-schemas.ts'
import { geocodingApi } from '../contract.ts'
import { createGeocoding } from './cached-geocoding.ts'
import { reserveSlot } from './geocoding.queries.ts'

const ADDRESS = { address: 'Langstrasse 12', postcode: '8004', city: 'Zürich', country: 'CH' }
const HOUSE = { latitude: 47.3761, longitude: 8.5262 }
const QUIET = { warn() {} }

type Respond = (request: IncomingMessage, response: ServerResponse) => void
const json =
  (body: unknown): Respond =>
  (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

let test: TestApp
let provider: Server
let respond: Respond
let requests: IncomingMessage[] = []
const providerUrl = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`

beforeAll(async () => {
  test = await createTestApp()
  provider = createServer((request, response) => {
    requests.push(request)
    respond(request, response)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await test.close()
})
afterEach(async () => {
  requests = []
  await test.deps.database.query('DELETE FROM geocoding_cache')
})

/** Without `timeoutMs` the production timeout applies, because a busy test machine is slow. */
function online(
  geocoders: GeocoderName | readonly GeocoderName[],
  options: { url?: string; timeoutMs?: number } = {},
) {
  const { url = providerUrl(), ...otherOptions } = options
  const config = { ...test.deps.config, geocoders: [geocoders].flat(), geocoderUrl: url }
  const { database } = test.deps
  return createGeocoding({ config, database, logger: QUIET, streets: [], ...otherOptions })
}

const ANSWERS = {
  photon: {
    found: {
      features: [
        {
          geometry: { coordinates: [9.1, 48.7] },
          properties: { type: 'house', countrycode: 'DE', housenumber: '12' },
        },
        {
          geometry: { coordinates: [HOUSE.longitude, HOUSE.latitude] },
          properties: {
            type: 'house',
            countrycode: 'CH',
            housenumber: '12',
            street: 'Langstrasse',
          },
        },
      ],
    },
    unknown: { features: [] },
  },
  nominatim: {
    found: [{ lat: String(HOUSE.latitude), lon: String(HOUSE.longitude), place_rank: 30 }],
    unknown: [],
  },
  swisstopo: {
    found: {
      results: [
        {
          attrs: {
            origin: 'address',
            label: 'Langstrasse 12 <b>8004 Zürich</b>',
            lat: HOUSE.latitude,
            lon: HOUSE.longitude,
          },
        },
      ],
    },
    unknown: { results: [] },
  },
} as const
const PROVIDERS = ['photon', 'nominatim', 'swisstopo'] as const

describe.each(PROVIDERS)('%s', (name) => {
  it('finds the house, caches it and sends its user agent', async () => {
    respond = json(ANSWERS[name].found)
    const geocoding = online(name)
    const expected = { ...HOUSE, location_type: 'ROOFTOP' }
    expect(await geocoding.geocode(ADDRESS)).toEqual(expected)
    expect(await geocoding.geocode({ ...ADDRESS, city: ' ZUERICH ' })).toEqual(expected)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers['user-agent']).toContain('Letterlend')
    expect(decodeURIComponent(requests[0]?.url ?? '')).toMatch(/Langstrasse.12/)
  })

  it('falls back to the middle of the place if the address is unknown', async () => {
    respond = json(ANSWERS[name].unknown)
    const place = await online(name).geocode(ADDRESS)
    expect(place).toMatchObject({ location_type: 'APPROXIMATE' })
    expect(await online(name).geocode(ADDRESS)).toEqual(place)
    expect(requests).toHaveLength(1)
  })
})

const MISBEHAVIOUR: Record<string, Respond> = {
  'answers 500': (_request, response) => void response.writeHead(500).end('no'),
  'answers 429': (_request, response) => void response.writeHead(429).end(),
  'sends HTML': (_request, response) => void response.end('<html>busy</html>'),
  'sends something else': json({ features: 'none', results: 7 }),
  'sends impossible numbers': json([{ lat: 'NaN', lon: '1e999', place_rank: 30 }]),
  'sends swapped numbers': json([{ lat: '8.5262', lon: '47.3761', place_rank: 30 }]),
  'hangs up': (request) => void request.socket.destroy(),
  'never answers': () => {},
  'stops in the middle': (_request, response) => void response.write('[{"lat": "47.'),
  'sends without end': (_request, response) => {
    const more = () => {
      while (response.write('['.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  },
  'redirects in a circle': (_request, response) =>
    void response.writeHead(302, { location: providerUrl() }).end(),
}

describe.each(Object.keys(MISBEHAVIOUR))('a provider that %s', (kind) => {
  it('costs nothing but precision', async () => {
    respond = MISBEHAVIOUR[kind] ?? (() => {})
    const started = Date.now()
    const place = await online('nominatim', { timeoutMs: 200 }).geocode(ADDRESS)
    expect(place).toMatchObject({ location_type: 'APPROXIMATE' })
    expect(Date.now() - started).toBeLessThan(3_000)
  })
})

it('a failing provider is not queried for a while', async () => {
  respond = (_request, response) => void response.writeHead(503).end()
  const geocoding = online('nominatim')
  await geocoding.geocode(ADDRESS)
  await geocoding.geocode({ ...ADDRESS, address: 'Langstrasse 14' })
  expect(requests).toHaveLength(1)
})

it('an unreachable provider costs nothing but precision', async () => {
  const place = await online('photon', { url: 'http://127.0.0.1:9' }).geocode(ADDRESS)
  expect(place).toMatchObject({ location_type: 'APPROXIMATE' })
})

it('all processes together respect the rate limit of the provider', async () => {
  const { database } = test.deps
  const rule = { intervalMs: 1_000, patienceMs: 2_500 }
  const waits = await Promise.all([1, 2, 3, 4, 5].map(() => reserveSlot(database, 'x', rule)))
  const sorted = waits.filter((wait) => wait !== null).sort((a, b) => a - b)
  expect(sorted).toHaveLength(3)
  expect(sorted[0]).toBe(0)
  expect(sorted[1]).toBeGreaterThan(800)
  expect(sorted[2]).toBeGreaterThan(1_800)
})

describe('swisstopo, then Photon', () => {
  const BERLIN = { address: 'Turmstraße 1', postcode: '10559', city: 'Berlin', country: 'DE' }
  const inBerlin = {
    geometry: { coordinates: [13.343, 52.526] },
    properties: { type: 'house', countrycode: 'DE', name: 'Turmstraße 1', city: 'Berlin' },
  }

  it('asks only the one that knows the country', async () => {
    respond = json({ features: [inBerlin] })
    const place = await online(['swisstopo', 'photon']).geocode(BERLIN)
    expect(place).toEqual({ latitude: 52.526, longitude: 13.343, location_type: 'ROOFTOP' })
    // The address of one's own installation is that of the last service.
    expect(requests.map(({ url }) => url?.split('?')[0])).toEqual(['/api'])
  })

  /** Answers for both services without a network. */
  function answering(swisstopo: Response) {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.hostname)
      if (url.hostname === 'api3.geo.admin.ch') return swisstopo
      return Response.json({ features: [ANSWERS.photon.found.features[1]] })
    })
    return asked
  }
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['does not know', Response.json({ results: [] })],
    ['fails at', new Response('no', { status: 503 })],
  ])('asks Photon for what swisstopo %s', async (_what, swisstopo) => {
    const asked = answering(swisstopo)
    const place = await online(['swisstopo', 'photon']).geocode(ADDRESS)
    expect(place).toEqual({ ...HOUSE, location_type: 'ROOFTOP' })
    expect(asked).toEqual(['api3.geo.admin.ch', '127.0.0.1'])
  })

  it('does not ask Photon for what swisstopo knows', async () => {
    const asked = answering(Response.json(ANSWERS.swisstopo.found))
    await online(['swisstopo', 'photon']).geocode(ADDRESS)
    expect(asked).toEqual(['api3.geo.admin.ch'])
  })

  it('suggests what both find, swisstopo first', async () => {
    answering(Response.json(ANSWERS.swisstopo.found))
    const places = await online(['swisstopo', 'photon']).search({ text: 'Langstr', lang: 'de' })
    expect(places.map(({ label }) => label)).toEqual([
      'Langstrasse 12 8004 Zürich',
      'Langstrasse 12',
    ])
  })
})

describe('suggestions', () => {
  it('come from Photon while typing, as plain text', async () => {
    respond = json({
      features: [
        {
          geometry: { coordinates: [8.54, 47.37] },
          properties: {
            name: '<i>Zürich</i>',
            postcode: '8001',
            city: 'Zürich',
            country: 'Schweiz',
          },
        },
      ],
    })
    const [place] = await online('photon').search({ text: 'zür', lang: 'de', near: HOUSE })
    expect(place?.label).toBe('Zürich, 8001 Zürich, Schweiz')
    expect(requests[0]?.url).toContain('lat=47.3761')
  })

  it('come from swisstopo without its markup', async () => {
    respond = json(ANSWERS.swisstopo.found)
    const [place] = await online('swisstopo').search({ text: 'Langstrasse 12', lang: 'de' })
    expect(place).toMatchObject({ label: 'Langstrasse 12 8004 Zürich', location_type: 'ROOFTOP' })
  })

  it('never reach Nominatim, which forbids them', async () => {
    respond = json([])
    const [place] = await online('nominatim').search({ text: 'zür', lang: 'de' })
    expect(place?.label).toBe('Zürich, ZH')
    expect(requests).toHaveLength(0)
  })
})

describe('POST /map/geocoding', () => {
  it('returns the middle of the place', async () => {
    const { status, body } = await test.call(geocodingApi.geocode, { body: ADDRESS })
    expect(status).toBe(200)
    expect(body).toMatchObject({ location_type: 'APPROXIMATE' })
  })

  it("returns the house in the community's own region", async () => {
    const house = { address: 'Landstr. 19', postcode: '9494', city: 'Schaan', country: 'LI' }
    const { body } = await test.call(geocodingApi.geocode, { body: house })
    expect(body).toEqual({ latitude: 47.16623, longitude: 9.50948, location_type: 'ROOFTOP' })
  })

  it('returns false for an unknown place', async () => {
    const body = { ...ADDRESS, postcode: '0000', city: 'Xyzzyville' }
    expect((await test.call(geocodingApi.geocode, { body })).body).toBe(false)
  })

  it('returns 422 for an invalid address', async () => {
    for (const part of [{ city: ' ' }, { country: 'XX' }, { postcode: 'x'.repeat(21) }]) {
      const { status, error } = await test.call(geocodingApi.geocode, {
        body: { ...ADDRESS, ...part },
      })
      expect([status, error.code]).toEqual([422, 'validation'])
      expect(Object.keys(error.errors ?? {})).toEqual(Object.keys(part))
    }
  })

  it('is limited per visitor', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) {
      const call = { body: ADDRESS, ip: '203.0.113.9' }
      statuses.push((await test.call(geocodingApi.geocode, call)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('GET /map/search', () => {
  it('suggests places in the requested language', async () => {
    const { status, body, headers } = await test.call(geocodingApi.search, {
      query: { q: 'gene', lang: 'fr' },
    })
    expect(status).toBe(200)
    expect(body[0]?.label).toBe('Genève, GE')
    expect(headers['cache-control']).toContain('public')
  })

  it("suggests houses of the community's own region", async () => {
    const query = { q: 'Schaan Landstr 19', lang: 'fr' } as const
    const { body } = await test.call(geocodingApi.search, { query })
    expect(body[0]).toMatchObject({
      label: 'Landstrasse 19, 9494 Schaan',
      location_type: 'ROOFTOP',
    })
  })

  it('prefers places near the map', async () => {
    const query = { q: 'buchs', lang: 'de', latitude: '47.167', longitude: '9.478' } as const
    expect((await test.call(geocodingApi.search, { query })).body[0]?.label).toBe('Buchs, SG')
  })

  it.each([
    { q: 'a' },
    { q: 'x'.repeat(101) },
    { q: 'zür', latitude: '1e999' },
    { q: 'zür', latitude: 'NaN' },
    { q: 'zür', longitude: '181' },
    {},
  ])('refuses %o', async (query) => {
    const url = `/api/v1/map/search?${new URLSearchParams(query as Record<string, string>)}`
    const response = await test.app.inject({ url })
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request'])
  })
})
