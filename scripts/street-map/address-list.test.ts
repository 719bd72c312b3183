import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readAddressList } from '#platform/server/street-map/address-list.ts'
import { AddressCollector } from './address-list.mjs'

type Spot = [longitude: number, latitude: number]
type Tags = Record<string, string>

const at = (coordinates: Spot) => ({ type: 'Point', coordinates })
const line = (...coordinates: Spot[]) => ({ type: 'LineString', coordinates })
const outline = (...coordinates: Spot[]) => ({ type: 'Polygon', coordinates: [coordinates] })

const house = (street: string, number: string, tags: Tags = {}, spot: Spot = [9.52, 47.14]) => ({
  geometry: at(spot),
  properties: { 'addr:street': street, 'addr:housenumber': number, ...tags },
})
const VADUZ = { 'addr:postcode': '9490', 'addr:city': 'Vaduz' }
const SCHAAN = { 'addr:postcode': '9494', 'addr:city': 'Schaan' }
const road = (name: string, ...spots: Spot[]) => ({
  geometry: line(...spots),
  properties: { highway: 'residential', name },
})

/** What the server reads from the list, one street per line. */
async function read(features: { geometry: object; properties: object }[]): Promise<string[]> {
  const collector = new AddressCollector()
  for (const feature of features) collector.add(feature)
  const folder = mkdtempSync(join(tmpdir(), 'letterlend-addresses-'))
  writeFileSync(join(folder, 'a.addresses.json.gz'), gzipSync(JSON.stringify(collector.list())))
  const streets = await readAddressList(join(folder, 'a.pmtiles'))
  rmSync(folder, { recursive: true })
  return streets.map(({ name, place: { postcode, city }, numbers, middle }) => {
    const spot = [middle.latitude, middle.longitude].map((degrees) => degrees.toFixed(4))
    return [name, postcode, city, numbers.join(' '), ...spot].join('|')
  })
}

it('the address list sorts streets by place and name, and houses by number', async () => {
  const list = await read([
    house('Städtle', '10', VADUZ, [9.523, 47.14]),
    house('Städtle', '9', VADUZ, [9.522, 47.139]),
    house('Landstrasse', '3', SCHAAN, [9.51, 47.165]),
    house('Landstrasse', '1', VADUZ, [9.515, 47.15]),
  ])
  expect(list).toEqual([
    'Landstrasse|9490|Vaduz|1|47.1500|9.5150',
    'Städtle|9490|Vaduz|9 10|47.1400|9.5230',
    'Landstrasse|9494|Schaan|3|47.1650|9.5100',
  ])
})

it('the address list uses the centre of a building, and merges a house that is mapped twice', async () => {
  const { properties } = house('Städtle', '4', VADUZ)
  const geometry = outline([9.52, 47.14], [9.522, 47.14], [9.522, 47.142], [9.52, 47.142])
  const list = await read([{ geometry, properties }, house('Städtle', '4', VADUZ, [9.6, 47.2])])
  expect(list).toEqual(['Städtle|9490|Vaduz|4|47.1410|9.5210'])
})

it('the address list reads several numbers of one house, and numbers with a blank', async () => {
  const list = await read([house('Städtle', '12 a; 14,12-14', VADUZ)])
  expect(list[0]).toContain('|12-14 12a 14|')
})

it('the address list gives a house without a place that of its neighbour', async () => {
  const list = await read([
    house('Städtle', '1', VADUZ, [9.52, 47.14]),
    house('Landstrasse', '1', SCHAAN, [9.51, 47.165]),
    house('Städtle', '2', {}, [9.521, 47.14]),
    house('Landstrasse', '2', { 'addr:city': 'Schaan' }, [9.519, 47.141]),
  ])
  expect(list.map((text) => text.split('|').slice(0, 4).join('|'))).toEqual([
    'Städtle|9490|Vaduz|1 2',
    'Landstrasse|9494|Schaan|1 2',
  ])
})

it('the address list uses the nearest town if no house names one', async () => {
  const town = (name: string, spot: Spot) => ({
    geometry: at(spot),
    properties: { place: 'town', name },
  })
  const towns = [town('Vaduz', [9.52, 47.14]), town('Buchs (SG)', [9.47, 47.17])]
  const list = await read([...towns, house('Feldweg', '1', {}, [9.472, 47.171])])
  expect(list).toEqual(['Feldweg||Buchs|1|47.1710|9.4720'])
})

it('the address list ignores mistyped postcodes and towns', async () => {
  const many = Array.from({ length: 40 }, (_, i) => house('Städtle', `${i + 1}`, VADUZ))
  const list = await read([
    ...many,
    house('Aeulestrasse', '1', { ...VADUZ, 'addr:postcode': '9940' }),
    house('Herrengasse', '1', { ...VADUZ, 'addr:city': 'Herrengasse' }),
  ])
  const places = list.map((text) => text.split('|').slice(0, 3).join('|'))
  expect(places).toEqual([
    'Aeulestrasse|9490|Vaduz',
    'Herrengasse|9490|Vaduz',
    'Städtle|9490|Vaduz',
  ])
})

it('the address list includes streets without house numbers, in each place that they pass', async () => {
  const list = await read([
    house('Städtle', '1', VADUZ, [9.52, 47.14]),
    house('Landstrasse', '1', SCHAAN, [9.51, 47.165]),
    road('Rheindamm', [9.518, 47.14], [9.517, 47.141], [9.516, 47.142]),
    road('Rheindamm', [9.508, 47.165], [9.507, 47.166], [9.506, 47.167]),
    road('Städtle', [9.52, 47.14], [9.521, 47.14]),
    { geometry: line([9.52, 47.14]), properties: { highway: 'platform', name: 'Post' } },
    { geometry: line([9.52, 47.14]), properties: { highway: 'residential' } },
  ])
  expect(list).toEqual([
    'Rheindamm|9490|Vaduz||47.1410|9.5170',
    'Städtle|9490|Vaduz|1|47.1400|9.5200',
    'Landstrasse|9494|Schaan|1|47.1650|9.5100',
    'Rheindamm|9494|Schaan||47.1660|9.5070',
  ])
})

it('the address list is null if there are no streets', () => {
  expect(new AddressCollector().list()).toBeNull()
})
