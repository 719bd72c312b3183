import swissPostcodes from 'switzerland-postal-codes/dist/postal-codes.json' with { type: 'json' }
import { beforeAll, describe, expect, it } from 'vitest'
import { BUNDLED_STREET_MAP } from '#platform/server/paths.ts'
import { readAddressList } from '#platform/server/street-map/address-list.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import type { Language } from '#platform/shared/languages.ts'
import { createGeocoding } from './cached-geocoding.ts'
import type { Geocoding } from './geocoder.ts'
import { findSwissTowns } from './postcodes.ts'
import { readSpot } from './spots.ts'

const SPOT = { latitude: 47.14, longitude: 9.52 }
const VADUZ = { latitude: 47.141, longitude: 9.522 }
const ZURICH = { latitude: 47.367, longitude: 8.55 }

let geocoding: Geocoding
beforeAll(async () => {
  const config = { geocoders: [], geocoderUrl: '', brandName: '', publicUrl: '' } as const
  const streets = await readAddressList(BUNDLED_STREET_MAP)
  geocoding = createGeocoding({ config, streets, database: null, logger: console } as never)
  await geocoding.prepare()
})
const search = (text: string, lang: Language = 'de') =>
  geocoding.search({ text, lang, near: VADUZ })

describe('coordinates', () => {
  it.each([
    '47.14, 9.52',
    '47.14 9.52',
    '47.14,9.52',
    '47,14 9,52',
    '47,14; 9,52',
    'N 47.14 E 9.52',
    '47°08′24″N 9°31′12″E',
    `47° 8' 24" N, 9° 31' 12" E`,
    `47° 8.4' N 9° 31.2' E`,
  ])('%s are read as a spot', async (text) => {
    const [place, ...more] = await search(text)
    expect(more).toEqual([])
    expect(distanceInMetres(place ?? VADUZ, SPOT)).toBeLessThan(2)
    expect(place).toMatchObject({ label: '47.14, 9.52', location_type: 'STREET' })
  })

  it.each(['12 14', '9490', 'Landstrasse 12', '91.5, 10.5', '47.1, 200.5', 'Weg 1.2 3.4', '47.1'])(
    '%s are not read as a spot',
    (text) => expect(readSpot(text)).toBeNull(),
  )
})

describe('a postcode', () => {
  it.each(['9490', 'FL-9490', 'FL-9490 Vaduz', '9490 vad', 'LI 9490', ' 9490 Vaduz '])(
    'of the own region is found: %s',
    async (text) => {
      const [first] = await search(text)
      expect(first?.label).toBe('9490 Vaduz')
      expect(distanceInMetres(first ?? ZURICH, VADUZ)).toBeLessThan(1_500)
    },
  )

  it.each([
    ['8004', '8004 Zürich, ZH', ZURICH],
    ['CH-8004', '8004 Zürich, ZH', ZURICH],
    ['1201', '1201 Genf, GE', { latitude: 46.2, longitude: 6.14 }],
  ])('of Switzerland is found without a geocoder: %s', async (text, label, spot) => {
    const [first] = await search(text)
    expect(first?.label).toBe(label)
    expect(distanceInMetres(first ?? SPOT, spot)).toBeLessThan(5_000)
  })

  it('is found with the name of a town and after a street', async () => {
    expect((await search('8004 Zürich'))[0]?.label).toBe('8004 Zürich, ZH')
    expect((await search('Städtle 4, 9490 Vaduz'))[0]?.label).toBe('Städtle 4, 9490 Vaduz')
  })

  it('of several towns suggests all of them, the largest first', async () => {
    const labels = async (text: string) => (await search(text)).map(({ label }) => label)
    const [largest, ...others] = await labels('8580')
    expect(largest).toBe('8580 Amriswil, TG')
    expect(others.sort()).toEqual([
      '8580 Biessenhofen, TG',
      '8580 Hagenwil b. Amriswil, TG',
      '8580 Hefenhofen, TG',
      '8580 Sommeri, TG',
    ])
    for (const [postcode, towns] of Object.entries({
      6300: ['Zug', 'Zugerberg'],
      6900: ['Lugano', 'Massagno', 'Paradiso'],
      8640: ['Rapperswil', 'Hurden'],
      9000: ['St. Gallen'],
      9470: ['Buchs', 'Werdenberg'],
    })) {
      const found = await labels(postcode)
      for (const town of towns) expect(found.join('; ')).toContain(`${postcode} ${town}`)
    }
    expect(await labels('1945')).toHaveLength(12)
  })

  it('in Switzerland always has a town', async () => {
    for (const postcode of Object.keys(swissPostcodes)) {
      expect([postcode, (await findSwissTowns({ postcode, name: '' }, 'de')).length > 0]).toEqual([
        postcode,
        true,
      ])
    }
  })

  it.each([
    ['8580 Hagenwil', '8580 Hagenwil b. Amriswil, TG'],
    ['8580 Amrisvil', '8580 Amriswil, TG'],
    ['8580 Dozwil', 'Dozwil, TG'],
    ['6634 Brione', '6634 Brione (Verzasca), TI'],
    ['6652 Tegna', '6652 Tegna, TI'],
  ])('with a town is found: %s', async (text, label) => {
    expect((await search(text))[0]?.label).toBe(label)
  })

  it('that does not exist suggests nothing', async () => {
    expect(await search('0000')).toEqual([])
  })
})

describe('a country', () => {
  it.each([
    ['Liechtenstein', 'de', 11],
    ['Suisse', 'de', 7],
    ['Switzerland', 'fr', 7],
    ['österreich', 'en', 6],
  ] as const)(
    '%s is found in any language, with a zoom that shows all of it',
    async (text, lang, zoom) => {
      const [first] = await search(text, lang)
      expect(first).toMatchObject({ zoom, named: true, location_type: 'APPROXIMATE' })
    },
  )

  it('has its name in the reader’s language', async () => {
    const [first] = await search('Switzerland', 'fr')
    expect(first?.label).toBe('Suisse')
    expect(distanceInMetres(first ?? VADUZ, { latitude: 46.8, longitude: 8.2 })).toBeLessThan(
      40_000,
    )
  })
})

it('an unknown house number is returned with the street', async () => {
  const [first] = await search('Städtle 999')
  expect(first).toMatchObject({
    label: 'Städtle, 9490 Vaduz',
    location_type: 'STREET',
    unknown_number: '999',
  })
  expect((await search('Städtle 4'))[0]).not.toHaveProperty('unknown_number')
  expect((await search('Städtle'))[0]).not.toHaveProperty('unknown_number')
})

it('a town of exactly the typed name is marked as named, in whatever language it was typed', async () => {
  expect((await search('Genève'))[0]).toMatchObject({ label: 'Genf, GE', named: true })
  expect((await search('Genèv'))[0]).not.toHaveProperty('named')
})

describe('an unknown street', () => {
  it.each([
    ['Rue du 23-Juin 10, 2800 Delémont', 'Delsberg, JU', 'Rue du 23-Juin 10'],
    ['Straße des 17. Juni 135, 10623 Berlin', 'Berlin, Deutschland', 'Straße des 17. Juni 135'],
    ['L 15, 7-9, 68161 Mannheim', 'Mannheim, Deutschland', 'L 15, 7-9'],
    ['Nr. 45, 6888 Schröcken', 'Schröcken, Österreich', 'Nr. 45'],
    ['Via Chiesa 3, 6634 Brione (Verzasca)', 'Brione (Verzasca), TI', 'Via Chiesa 3'],
    ['Nirgendsgasse 5 Chur', 'Chur, GR', 'Nirgendsgasse 5'],
    ['Nirgendsgasse Chur', 'Chur, GR', 'Nirgendsgasse'],
  ])('%s leads to its town and is returned as unknown', async (text, label, street) => {
    const [first] = await search(text)
    expect(first?.label.replace(/^\d{4} /, '')).toBe(label)
    expect(first).toMatchObject({ location_type: 'APPROXIMATE', unknown_street: street })
  })

  it('is not reported for a known street', async () => {
    for (const place of await search('Städtle 4, 9490 Vaduz'))
      expect(place).not.toHaveProperty('unknown_street')
  })
})

describe('an exact name', () => {
  it.each([
    ['Freiburg', 'de', /^Freiburg im (Breisgau|Üechtland)/],
    ['Fribourg', 'fr', /^Fribourg, FR/],
    ['Fribourg', 'de', /^Freiburg im Üechtland, FR/],
    ['Freiburg i. Br.', 'de', /^Freiburg im Breisgau/],
    ['Freiburg i. Ü.', 'de', /^Freiburg im Üechtland, FR/],
    ['Sankt Gallen', 'de', /^St\. Gallen, SG/],
    ['Saint-Gall', 'fr', /^Saint-Gall, SG/],
    ['Saint-Gall', 'en', /^St\. Gallen, SG/],
    ['Genf', 'de', /^Genf, GE/],
    ['Genf', 'en', /^Geneva, GE/],
    ['Geneva', 'de', /^Genf, GE/],
    ['Biel BE', 'de', /^Biel\/?.*, BE/],
    ['Buchs (AG)', 'de', /^Buchs, AG/],
    ['Konstanz D', 'de', /^Konstanz, Deutschland/],
    ['Freiburg, Deutschland', 'de', /^Freiburg im Breisgau/],
    ['Amrisvil', 'de', /^Amriswil, TG/],
    ['Dozwil', 'de', /^Dozwil, TG/],
    ['Tegna', 'de', /^Tegna, TI/],
  ] as const)('%s (%s) ranks before Vaduz', async (text, lang, label) => {
    expect((await search(text, lang))[0]?.label).toMatch(label)
  })

  it('of a street ranks after the town of that name', async () => {
    const labels = (await search('Freiburg')).map(({ label }) => label)
    expect(labels.findIndex((label) => label.includes('Balzers'))).not.toBe(0)
  })
})
