import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writePmtilesFile } from '#app/server/testing/pmtiles-file.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { ConfigError } from '../config.ts'
import { BUNDLED_STREET_MAP } from '../paths.ts'
import { readAddressList } from './address-list.ts'
import { StreetMap } from './street-map.ts'

const LIST = {
  version: 1,
  scale: 100_000,
  origin: [4_714_000, 952_000],
  places: [
    ['9490', 'Vaduz'],
    ['', 'Schaan'],
  ],
  streets: [
    ['Städtle', 0, '4 12a', [0, 10, 20, -10]],
    ['Feldweg', 1, '', [100, 100]],
  ],
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-addresses-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Tiles with an address list. */
function region(name: string, list: unknown): string {
  const path = join(folder, `${name}.pmtiles`)
  writePmtilesFile(path, { '0/0/0': gzipSync('x') })
  const bytes = Buffer.isBuffer(list) ? list : gzipSync(JSON.stringify(list))
  writeFileSync(join(folder, `${name}.addresses.json.gz`), bytes)
  return path
}

it('the address list gives each street its place, numbers and positions', async () => {
  const [town, field] = await readAddressList(region('small', LIST))
  expect([town?.name, town?.place]).toEqual(['Städtle', { postcode: '9490', city: 'Vaduz' }])
  expect(town?.numbers).toEqual(['4', '12a'])
  expect(town?.positionOf(0)).toEqual({ latitude: 47.14, longitude: 9.5201 })
  expect(town?.positionOf(1)).toEqual({ latitude: 47.1402, longitude: 9.52 })
  expect(() => town?.positionOf(2)).toThrow(RangeError)
  expect([field?.numbers, field?.middle]).toEqual([[], { latitude: 47.1412, longitude: 9.521 }])
})

it('the bundled address list contains the houses of Liechtenstein', async () => {
  const streets = await readAddressList(BUNDLED_STREET_MAP)
  const town = streets.find(({ name, place }) => name === 'Städtle' && place.city === 'Vaduz')
  if (!town) throw new Error('The street is not in the list')
  expect(town.place.postcode).toBe('9490')
  const museum = { latitude: 47.1393, longitude: 9.5221 }
  const house = town.positionOf(town.numbers.indexOf('32'))
  expect(distanceInMetres(house, museum)).toBeLessThan(100)
  expect(streets.length).toBeGreaterThan(1000)
})

it('the street map combines the address lists of all its files', async () => {
  const without = join(folder, 'without.pmtiles')
  writePmtilesFile(without, { '0/0/0': gzipSync('x') })
  const map = await StreetMap.open([region('one', LIST), without, region('two', LIST)])
  expect(map.streets.map(({ name }) => name)).toEqual(['Städtle', 'Feldweg', 'Städtle', 'Feldweg'])
  await map.close()
})

it.each<[what: string, list: unknown]>([
  ['is no gzip', Buffer.from('{}')],
  ['is cut off', gzipSync(JSON.stringify(LIST)).subarray(0, -20)],
  ['is something else', ['x']],
  ['is of a later version', { ...LIST, version: 2 }],
  ['has a street of no place', { ...LIST, streets: [['Städtle', 2, '', [0, 0]]] }],
  ['has a street of another shape', { ...LIST, streets: [{ name: 'Städtle' }] }],
  ['has fewer positions than numbers', { ...LIST, streets: [['Städtle', 0, '1 2', [0, 0]]] }],
  ['has a position that is none', { ...LIST, streets: [['Städtle', 0, '', ['x', 0]]] }],
  ['leaves the earth', { ...LIST, streets: [['Städtle', 0, '', [9_000_000, 0]]] }],
])('the address list stops the start because it %s', async (_what, list) => {
  const opening = StreetMap.open([region('bad', list)])
  await expect(opening).rejects.toThrow(ConfigError)
  await expect(opening).rejects.toThrow(/^STREET_MAP: .*bad\.addresses\.json\.gz [^\n]*\.$/)
})
