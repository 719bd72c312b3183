import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '#app/server/start.ts'
import { type PmtilesFields, writePmtilesFile } from '#app/server/testing/pmtiles-file.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { ConfigError, readConfig } from '../config.ts'
import { BUNDLED_STREET_MAP } from '../paths.ts'
import { StreetMap } from './street-map.ts'

const STREETS = '/basemap/streets'
/** The centre of Vaduz at the deepest zoom of the bundled file. */
const VADUZ = `${STREETS}/14/8625/5753.mvt`

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-streets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A file with a few tiles, each a text; gzipped unless the fields say otherwise. */
function region(name: string, tiles: Record<string, string>, fields?: Partial<PmtilesFields>) {
  const path = join(folder, `${name}.pmtiles`)
  const store = fields?.tileCompression === 1 ? Buffer.from : gzipSync
  const stored = Object.entries(tiles).map(([key, text]) => [key, text && store(text)] as const)
  writePmtilesFile(
    path,
    Object.fromEntries(stored.map(([key, bytes]) => [key, Buffer.from(bytes)])),
    fields,
  )
  return path
}

const textOf = async (map: StreetMap, z: number, x: number, y: number) => {
  const tile = await map.tile(z, x, y)
  return tile && gunzipSync(tile.gzipped).toString()
}

describe('street tiles', () => {
  let test: TestApp
  let off: TestApp
  beforeAll(async () => {
    test = await createTestApp()
    off = await createTestApp({ sharing: test, config: { streetMap: [] } })
  })
  afterAll(async () => {
    await off.close()
    await test.close()
  })

  const ask = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url, headers })

  it('are sent as stored, with their streets', async () => {
    const { statusCode, headers, rawPayload } = await ask(VADUZ, { 'accept-encoding': 'gzip' })
    expect(statusCode).toBe(200)
    expect(headers['content-encoding']).toBe('gzip')
    expect(readFileSync(BUNDLED_STREET_MAP).includes(rawPayload)).toBe(true)
    expect(gunzipSync(rawPayload).toString()).toContain('Städtle')
  })

  it('are sent unpacked to clients that do not accept gzip', async () => {
    const zipped = await ask(VADUZ, { 'accept-encoding': 'gzip' })
    for (const accepted of ['identity', 'gzip;q=0', 'br']) {
      const { headers, rawPayload } = await ask(VADUZ, { 'accept-encoding': accepted })
      expect(headers['content-encoding']).toBeUndefined()
      expect(rawPayload.equals(gunzipSync(zipped.rawPayload))).toBe(true)
      expect(headers.etag).not.toBe(zipped.headers.etag)
    }
  })

  it('return 304 to a client that has them', async () => {
    const gzip = { 'accept-encoding': 'gzip' }
    const { headers } = await ask(VADUZ, gzip)
    const repeated = await ask(VADUZ, { ...gzip, 'if-none-match': String(headers.etag) })
    expect([repeated.statusCode, repeated.body]).toEqual([304, ''])
    const other = await ask(VADUZ, { ...gzip, 'if-none-match': '"another"' })
    expect(other.statusCode).toBe(200)
  })

  it.each([
    ['outside of the region', '14/0/0', 204],
    ['of a zoom that is not kept', '15/17250/11492', 404],
    ['beyond the world', '1/0/2', 400],
    ['of no number', '1/0/x', 400],
    ['of a negative number', '1/-1/0', 400],
    ['of a number past all', '14/8625/99999999999', 400],
  ])('%s: the tile %s returns %i', async (_where, tile, status) => {
    expect((await ask(`${STREETS}/${tile}.mvt`)).statusCode).toBe(status)
  })

  it('have their own rate limit and do not count against other calls', async () => {
    const { headers } = await ask(VADUZ)
    expect(headers['x-ratelimit-limit']).toBe('3000')
    const from = { remoteAddress: '10.1.2.3' }
    for (let i = 0; i < 3000; i++)
      await test.app.inject({ url: '/basemap/streets/1/0/0.mvt', ...from })
    const refused = await test.app.inject({ url: VADUZ, ...from })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    const items = await test.app.inject({ url: '/api/v1/items', ...from })
    expect(items.headers['x-ratelimit-remaining']).toBe('2999')
  })

  it('are described as TileJSON', async () => {
    const info = (await ask(`${STREETS}.json`)).json()
    expect(info).toMatchObject({
      tilejson: '3.0.0',
      tiles: ['/basemap/streets/{z}/{x}/{y}.mvt'],
      minzoom: 0,
      maxzoom: 14,
      attribution: '© OpenStreetMap contributors',
    })
    const [west, south, east, north] = info.bounds
    expect(west < 9.521 && 9.521 < east && south < 47.141 && 47.141 < north).toBe(true)
  })

  it('return 204 or 404 if they are disabled', async () => {
    expect((await off.app.inject(`${STREETS}.json`)).statusCode).toBe(204)
    expect((await off.app.inject(VADUZ)).statusCode).toBe(404)
  })

  it('are documented in OpenAPI', async () => {
    const { paths } = (await ask('/api/v1/openapi.json')).json()
    const tile = paths['/basemap/streets/{z}/{x}/{y}.mvt'].get
    expect(Object.keys(tile.responses)).toEqual(['200', '204', '400', '404', '429', '500'])
    expect(paths['/basemap/streets.json'].get.operationId).toBe('street-map.info')
  })
})

describe('an extract that the tools of Protomaps have cut out of the planet', () => {
  /** From the metadata of a planet file. */
  const metadata = {
    name: 'Protomaps Basemap',
    description: 'Basemap layers derived from OpenStreetMap and Natural Earth',
    version: '4.11.5',
    type: 'baselayer',
    attribution:
      '<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a>',
    'planetiler:version': '0.9.0',
    'planetiler:osm:osmosisreplicationtime': '2025-05-31T04:00:00Z',
    'pgf:devanagari:name': 'NotoSansDevanagari-Regular',
    vector_layers: ['boundaries', 'buildings', 'earth', 'landcover', 'landuse', 'places', 'pois']
      .concat('roads', 'water')
      .map((id) => ({ id, fields: { kind: 'String' }, minzoom: 0, maxzoom: 15 })),
  }

  it('is read with all its tiles, which are more than one directory holds', async () => {
    const columns = Array.from({ length: 70 }, (_, i) => 17_000 + i)
    const rows = Array.from({ length: 70 }, (_, i) => 11_400 + i)
    const deepest = columns.flatMap((x) => rows.map((y) => [`15/${x}/${y}`, `${x} ${y}`]))
    const tiles = { '0/0/0': 'world', ...Object.fromEntries(deepest) }
    const bounds: PmtilesFields['bounds'] = [5.9, 45.8, 17.2, 55.1]
    const map = await StreetMap.open([region('dach', tiles, { metadata, zooms: [0, 15], bounds })])
    expect(map.extent).toEqual({ minzoom: 0, maxzoom: 15, bounds })
    expect(await textOf(map, 0, 0, 0)).toBe('world')
    for (const [x, y] of [
      [17_000, 11_400],
      [17_050, 11_466],
      [17_069, 11_469],
    ] as const) {
      expect(await textOf(map, 15, x, y)).toBe(`${x} ${y}`)
    }
    expect(await textOf(map, 15, 17_070, 11_400)).toBeNull()
    await map.close()
  })

  it('has bounds around the world if its region crosses 180 degrees', async () => {
    const bounds: PmtilesFields['bounds'] = [-180, -21, 180, -12]
    const map = await StreetMap.open([region('fiji', { '1/0/1': 'east' }, { metadata, bounds })])
    expect(map.extent?.bounds).toEqual(bounds)
    await map.close()
  })
})

describe('several street map files', () => {
  it('return the first existing tile, down to the zoom that all have', async () => {
    const first = region('first', { '0/0/0': 'first', '1/1/0': '' }, { zooms: [0, 15] })
    const second = region(
      'second',
      { '0/0/0': 'second', '1/0/0': 'west', '1/1/0': 'east' },
      { zooms: [2, 12], bounds: [-10, 40, -9, 41], tileCompression: 1 },
    )
    const map = await StreetMap.open([first, second])
    expect(map.extent).toEqual({ minzoom: 0, maxzoom: 12, bounds: [-10, 40, 9.7, 47.3] })
    expect(map.unusedZooms).toBe(3)
    expect(await textOf(map, 0, 0, 0)).toBe('first')
    expect(await textOf(map, 1, 0, 0)).toBeNull()
    await map.close()
  })

  it('complement each other where one has no tile', async () => {
    const first = region('one', { '1/1/0': '', '0/0/0': 'one' })
    const second = region('two', { '1/0/0': 'west', '1/1/0': 'east' }, { tileCompression: 1 })
    const map = await StreetMap.open([first, second])
    expect(await textOf(map, 1, 0, 0)).toBe('west')
    expect(await textOf(map, 1, 1, 0)).toBe('east')
    expect(await textOf(map, 1, 1, 1)).toBeNull()
    // The same object, so it comes from the cache.
    expect(await map.tile(1, 0, 0)).toBe(await map.tile(1, 0, 0))
    await map.close()
  })
})

describe('a street map file that cannot be used', () => {
  it('stops the start before anything else has begun', async () => {
    const steps: string[] = []
    const config = { ...readConfig({}), dataDir: join(folder, 'data'), streetMap: ['none.pmtiles'] }
    await expect(startServer(config, { progress: (step) => steps.push(step) })).rejects.toThrow(
      'STREET_MAP: none.pmtiles does not exist, or may not be read.',
    )
    expect(steps).toEqual([])
    expect(existsSync(config.dataDir)).toBe(false)
  })

  const bundled = () => readFileSync(BUNDLED_STREET_MAP)
  const damaged = (at: number, ...bytes: number[]) => {
    const file = bundled()
    file.set(bytes, at)
    return file
  }
  const good = { '0/0/0': 'x' }

  it.each<[what: string, words: RegExp, file: (path: string) => void]>([
    ['does not exist', /does not exist/, () => {}],
    ['is empty', /not a PMTiles file/, (path) => writeFileSync(path, '')],
    ['is a text', /not a PMTiles file/, (path) => writeFileSync(path, '<html>Not found</html>')],
    ['is of an older version', /not a PMTiles file/, (path) => writeFileSync(path, damaged(7, 2))],
    ['is of a newer version', /not a PMTiles file/, (path) => writeFileSync(path, damaged(7, 4))],
    [
      'ends in its directory',
      /not a PMTiles/,
      (path) => writeFileSync(path, bundled().subarray(0, 300)),
    ],
    ['ends in its tiles', /cut off/, (path) => writeFileSync(path, bundled().subarray(0, -1))],
    ['has a broken directory', /damaged/, (path) => writeFileSync(path, damaged(140, 1, 2, 3, 4))],
    ['claims a huge directory', /damaged/, (path) => writeFileSync(path, damaged(36, 255, 255))],
    ['has zooms past all', /damaged/, (path) => writeFileSync(path, damaged(101, 200))],
    [
      'has bounds that end before they begin',
      /bounds are impossible/,
      () => region('bad', good, { bounds: [177, -21, -178, -12] }),
    ],
    [
      'has bounds beyond 180 degrees',
      /bounds are impossible/,
      () => region('bad', good, { bounds: [177, -21, 182, -12] }),
    ],
    ['has pictures', /no vector tiles/, (path) => writeFileSync(path, damaged(99, 2))],
    [
      'is not compressed with gzip',
      /not compressed with gzip/,
      (path) => writeFileSync(path, damaged(98, 3)),
    ],
    ['has no metadata', /damaged/, () => region('bad', good, { metadata: '{' })],
    ['has other layers', /Protomaps/, () => region('bad', good, { metadata: { version: '4' } })],
    [
      'has older layers',
      /Protomaps/,
      () => region('bad', good, { metadata: { version: '3.7', vector_layers: [{ id: 'roads' }] } }),
    ],
  ])('stops the start because it %s', async (_what, words, write) => {
    const path = join(folder, 'bad.pmtiles')
    rmSync(path, { force: true })
    write(path)
    const opening = StreetMap.open([BUNDLED_STREET_MAP, path])
    await expect(opening).rejects.toThrow(ConfigError)
    await expect(opening).rejects.toThrow(words)
    await expect(opening).rejects.toThrow(/^STREET_MAP: .*bad\.pmtiles [^\n]*\.$/)
  })
})
