import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BUNDLED_STREET_MAP } from '#platform/server/paths.ts'
import { readAddressList, Street } from '#platform/server/street-map/address-list.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import type { Place } from '../../contract.ts'
import type { AddressQuery, Geocoding } from '../geocoder.ts'
import { searchOffline } from '../place-search.ts'
import { RegionalGeocoding } from './regional.ts'

const VADUZ = { latitude: 47.141, longitude: 9.521 }
const SCHAAN = { latitude: 47.165, longitude: 9.509 }
const ZURICH = { latitude: 47.37, longitude: 8.54 }
/** The address of the museum is Städtle 32. */
const MUSEUM = { latitude: 47.1395, longitude: 9.5221 }

let askedElsewhere: string[] = []
let places: Place[] | undefined
/** Stands in for a provider with the place list as its fallback. */
const elsewhere: Geocoding = {
  async geocode({ address }) {
    askedElsewhere.push(address)
    return { ...ZURICH, location_type: 'APPROXIMATE' }
  },
  async search(query) {
    askedElsewhere.push(query.text)
    return places ?? searchOffline(query)
  },
  prepare: async () => {},
}

let regional: RegionalGeocoding
beforeAll(async () => {
  regional = new RegionalGeocoding(await readAddressList(BUNDLED_STREET_MAP), elsewhere)
  await regional.prepare()
})
beforeEach(() => {
  askedElsewhere = []
  places = undefined
})

const geocode = async (address: string, town: string, country = 'LI') => {
  const [, postcode = '', city = ''] = /^([\w-]*\d)? ?(.*)$/.exec(town) ?? []
  const query: AddressQuery = { address, postcode, city, country }
  return regional.geocode(query)
}
const metres = (position: Position | false, spot: Position) =>
  position ? distanceInMetres(position, spot) : Number.NaN

describe('an address of the region', () => {
  it('is found as the house', async () => {
    const place = await geocode('Städtle 32', '9490 Vaduz')
    expect(place).toMatchObject({ location_type: 'ROOFTOP' })
    expect(metres(place, MUSEUM)).toBeLessThan(20)
    expect(askedElsewhere).toEqual([])
  })

  it.each([
    ['Stadtle 32', '9490 Vaduz'],
    ['Städle 32', '9490 Vaduz'],
    ['staedtle 32', 'FL-9490 VADUZ FL'],
    ['32, Städtle', '9490 Vaduz'],
    ['c/o Muster, Städtle 32, 2. Stock', '9490 Vaduz'],
    ['Städtle 32', '9409 Vaduz'],
    ['Städtle 32', '9490 Vadutz'],
    ['Städtle 32', 'Vaduz'],
    ['Städtle 32', '9494 Vaduz'],
  ])('%s in %s is found as the same house', async (address, town) => {
    expect(metres(await geocode(address, town), MUSEUM)).toBeLessThan(20)
    expect(askedElsewhere).toEqual([])
  })

  it.each([
    ['Austrase 7', '9490 Vaduz'],
    ['Landstr. 19', '9494 Schaan'],
    ['Lnadstrasse 19', '9494 Schaan'],
    ['Silligatter 29 a', '9492 Eschen'],
    ['Fürst Franz Josef Str. 12', '9490 Vaduz'],
  ])('%s in %s is found as a house', async (address, town) => {
    expect(await geocode(address, town)).toMatchObject({ location_type: 'ROOFTOP' })
  })

  it('lies in the town with its name rather than the one with its postcode', async () => {
    const inVaduz = await geocode('Landstrasse 19', '9490 Vaduz')
    const inSchaan = await geocode('Landstrasse 19', '9494 Schaan')
    expect(metres(inVaduz, VADUZ)).toBeLessThan(1000)
    expect(metres(inSchaan, SCHAAN)).toBeLessThan(1000)
    expect(await geocode('Landstrasse 19', '9490 Schaan')).toEqual(inSchaan)
    expect(await geocode('Landstrasse 19', '9494 Shaan')).toEqual(inSchaan)
  })

  it('is found as its street if the house is unknown', async () => {
    const next = await geocode('Landstrasse 21', '9494 Schaan')
    expect(next).toMatchObject({ location_type: 'STREET' })
    expect(metres(next, SCHAAN)).toBeLessThan(1000)
    expect(await geocode('Landstrasse', '9494 Schaan')).toMatchObject({ location_type: 'STREET' })
    expect(await geocode('Rheindamm 3', '9490 Vaduz')).toMatchObject({ location_type: 'STREET' })
    expect(askedElsewhere).toEqual([])
  })

  it('is found as the house if the country is still Switzerland, which shares its postcodes', async () => {
    const there = await geocode('Landstrasse 19', '9494 Schaan')
    expect(there).toMatchObject({ location_type: 'ROOFTOP' })
    expect(await geocode('Landstrasse 19', '9494 Schaan', 'CH')).toEqual(there)
  })

  it.each([
    ['Nirgendsgasse 1', '9494 Schaan', 'LI'],
    ['Langstrasse 12', '8004 Zürich', 'CH'],
    ['Bahnhofstrasse 3', '9470 Buchs', 'CH'],
    ['Landstrasse 19', '9494 Schaan', 'DE'],
    ['Landstrasse 19', '9490 Schaan', 'CH'],
    ['Landstrasse 19', '9494 Zürich', 'CH'],
    ['!!!', '9494 Schaan', 'LI'],
    ['', '9494 Schaan', 'LI'],
  ])('%s in %s (%s) is looked up at the provider', async (address, town, country) => {
    expect(await geocode(address, town, country)).toMatchObject(ZURICH)
    expect(askedElsewhere).toEqual([address])
  })
})

/** A street with houses 1, 2 and 3. */
const street = (
  name: string,
  postcode: string,
  city: string,
  { latitude, longitude }: Position,
) => {
  const degrees = [0, 1, 2].flatMap((i) => [latitude + i / 1e4, longitude])
  return new Street(name, { postcode, city }, '1 2 3', Float64Array.from(degrees))
}

describe('namesakes', () => {
  const BUCHS = { latitude: 47.167, longitude: 9.478 }
  const there = new RegionalGeocoding(
    [
      street('Bahnhofstrasse', '9470', 'Buchs', BUCHS),
      street('Feldweg', '9470', 'Buchs', BUCHS),
      street('Feldwag', '9470', 'Buchs', BUCHS),
    ],
    elsewhere,
  )
  const find = (address: string, postcode: string) =>
    there.geocode({ address, postcode, city: 'Buchs', country: 'CH' })

  it('are told apart by the other town of that name', async () => {
    expect(await find('Bahnhofstrasse 2', '9470')).toMatchObject({ location_type: 'ROOFTOP' })
    expect(await find('Bahnhofstrasse 2', '9740')).toMatchObject({ location_type: 'ROOFTOP' })
    expect(await find('Bahnhofstrasse 2', '5033')).toMatchObject(ZURICH)
  })

  it('are not guessed if a misspelt street may be either', async () => {
    expect(await find('Feldweg 2', '9470')).toMatchObject({ location_type: 'ROOFTOP' })
    expect(await find('Feldwog 2', '9470')).toMatchObject(ZURICH)
  })
})

describe('suggestions', () => {
  const labels = async (text: string, near: Position | undefined = VADUZ) =>
    (await regional.search({ text, lang: 'de', near })).map(({ label }) => label)

  it.each([
    ['Landstrasse 19 Schaan', 'Landstrasse 19, 9494 Schaan'],
    ['Landstr. 19, Schaan', 'Landstrasse 19, 9494 Schaan'],
    ['landstrasse 19 9494', 'Landstrasse 19, 9494 Schaan'],
    ['Landstrasse 19, 9494 Schaan', 'Landstrasse 19, 9494 Schaan'],
    ['Schaan Landstr', 'Landstrasse, 9494 Schaan'],
    ['Städtle 4', 'Städtle 4, 9490 Vaduz'],
    ['stadtle', 'Städtle, 9490 Vaduz'],
    ['Städtle 4 v', 'Städtle 4, 9490 Vaduz'],
    ['Städtle 35 a', 'Städtle 35a, 9490 Vaduz'],
    ['Austrase 7 Vaduz', 'Austrasse 7, 9490 Vaduz'],
    ['Fürst Franz Josef', 'Fürst-Franz-Josef-Strasse, 9490 Vaduz'],
  ])('%s: %s is the first', async (text, label) => {
    expect((await labels(text))[0]).toBe(label)
  })

  it('say how exactly they are known', async () => {
    const [house] = await regional.search({ text: 'Städtle 32', lang: 'de', near: VADUZ })
    const [other] = await regional.search({ text: 'Städtle', lang: 'de', near: VADUZ })
    expect([house?.location_type, other?.location_type]).toEqual(['ROOFTOP', 'STREET'])
    expect(metres(house ?? false, MUSEUM)).toBeLessThan(20)
  })

  it('begin with the town of exactly that name', async () => {
    expect((await labels('Vaduz'))[0]).toMatch(/^Vaduz, /)
    expect((await labels('schaan'))[0]).toMatch(/^Schaan, /)
  })

  it('alternate towns and streets while the visitor types', async () => {
    const suggestions = await labels('feldk')
    expect(suggestions[0]).toMatch(/^Feldkirch, /)
    expect(suggestions[1]).toMatch(/^Feldkircher Strasse, 9/)
    // Landshut is far away.
    const far = await labels('lands')
    expect(far[0]).toMatch(/^Landstrasse, 9/)
    expect(far[1]).toMatch(/^Landshut, /)
    expect((await labels('lands', { latitude: 48.53, longitude: 12.16 }))[0]).toMatch(/^Landshut, /)
  })

  it('begin with what is nearby', async () => {
    expect((await labels('Landstrasse 19', VADUZ))[0]).toBe('Landstrasse 19, 9490 Vaduz')
    expect((await labels('Landstrasse 19', SCHAAN))[0]).toBe('Landstrasse 19, 9494 Schaan')
  })

  it('end with streets of the region if it is far away, unless it is named', async () => {
    const provided = { ...ZURICH, label: 'Landstrasse 19, 8004 Zürich', location_type: 'ROOFTOP' }
    places = [provided as Place]
    expect((await labels('Landstrasse 19', ZURICH))[0]).toBe(provided.label)
    expect((await labels('Landstrasse 19 Vaduz', ZURICH))[0]).toBe('Landstrasse 19, 9490 Vaduz')
  })

  it('of a known house are not looked up at the provider', async () => {
    await labels('Städtle 32')
    expect(askedElsewhere).toEqual([])
    await labels('Städtle')
    expect(askedElsewhere).toEqual(['Städtle'])
  })

  it('name a street once, even if the provider returns it too', async () => {
    const label = 'Städtle, 9490 Vaduz, Liechtenstein'
    places = [{ ...MUSEUM, label, location_type: 'STREET' }]
    expect(await labels('Städtle')).toEqual(['Städtle, 9490 Vaduz'])
  })

  it('are at most eight different ones, and none without a match', async () => {
    const many = await labels('im')
    expect([many.length, new Set(many).size]).toEqual([8, 8])
    for (const text of ['qqqqq', '...', '12', '12 34']) expect(await labels(text)).toEqual([])
  })
})
