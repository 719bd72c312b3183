import { describe, expect, it } from 'vitest'
import type { Position } from '#platform/shared/geography.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { geocodeOffline, liesInCountry } from './offline.ts'
import { lookups, spellings } from './place-names.ts'
import { searchOffline } from './place-search.ts'

const ZURICH = { latitude: 47.367, longitude: 8.55 }
const GENEVA = { latitude: 46.204, longitude: 6.143 }
const ST_GALLEN = { latitude: 47.424, longitude: 9.376 }
const BIEL = { latitude: 47.14, longitude: 7.247 }
const MILAN = { latitude: 45.464, longitude: 9.19 }

const at = (city: string, country: string, postcode = '') =>
  geocodeOffline({ address: 'Somewhere 1', postcode, city, country })

async function expectNear(city: string, country: string, expected: Position, postcode = '') {
  const place = await at(city, country, postcode)
  if (!place) throw new Error(`${city} was not found`)
  expect(distanceInMetres(place, expected)).toBeLessThan(4_000)
  expect(place.location_type).toBe('APPROXIMATE')
}

describe('place names', () => {
  it('are folded without accents, umlauts, ligatures and punctuation', () => {
    expect(['Zürich', 'ZURICH', 'Zuerich', ' zürich '].map(foldName)).toEqual(
      Array(4).fill('zurich'),
    )
    expect(foldName('Saint-Léger-près-Troyes')).toBe('saint leger pres troyes')
    expect(foldName('Straße')).toBe(foldName('Strasse'))
  })

  it('fold each beginning to a beginning of the folded name', () => {
    for (const name of ['Zuerich', 'Neuenburg', 'Œx', 'Gießen', 'Aesch', 'Genève']) {
      for (let length = 1; length <= name.length; length++) {
        expect(foldName(name).startsWith(foldName(name.slice(0, length)))).toBe(true)
      }
    }
  })

  it('have several spellings in one written name', () => {
    expect(spellings('Biel/Bienne')).toEqual(['biel bienne', 'biel', 'bienne'])
    expect(spellings('Sankt Gallen')).toEqual(['sankt gallen', 'st gallen'])
    expect(spellings('Zürich (Kreis 4) / Langstrasse')).toContain('langstrasse')
    expect(lookups('Muri b. Bern')).toEqual(['muri b bern', 'muri b', 'muri'])
  })
})

describe('an address without a network', () => {
  it.each(['Zürich', 'Zurich', 'Zuerich', 'ZÜRICH', 'Zurigo', 'Zürich 4'])(
    'in Zurich is found as %s',
    (city) => expectNear(city, 'CH', ZURICH),
  )
  it.each(['Genf', 'Genève', 'Geneve', 'Geneva', 'Ginevra'])('in Geneva is found as %s', (city) =>
    expectNear(city, 'CH', GENEVA),
  )
  it.each(['St. Gallen', 'Sankt Gallen', 'Saint-Gall', 'St.Gallen', 'san gallo'])(
    'in St. Gallen is found as %s',
    (city) => expectNear(city, 'CH', ST_GALLEN),
  )
  it.each(['Biel', 'Bienne', 'Biel/Bienne', 'Biel (Bienne)'])('in Biel is found as %s', (city) =>
    expectNear(city, 'CH', BIEL),
  )
  it.each(['Milano', 'Mailand', 'Milan'])('in Milan is found as %s', (city) =>
    expectNear(city, 'IT', MILAN),
  )

  it('is told apart from homonyms by canton or postcode', async () => {
    await expectNear('Buchs', 'CH', { latitude: 47.167, longitude: 9.478 }, '9470')
    await expectNear('Buchs', 'CH', { latitude: 47.389, longitude: 8.083 }, '5033')
    await expectNear('Buchs SG', 'CH', { latitude: 47.167, longitude: 9.478 })
    await expectNear('Buchs (AG)', 'CH', { latitude: 47.389, longitude: 8.083 })
    await expectNear('Freiburg', 'DE', { latitude: 47.996, longitude: 7.85 }, '79098')
    await expectNear('Freiburg', 'CH', { latitude: 46.803, longitude: 7.151 }, '1700')
    await expectNear('Wohlen', 'CH', { latitude: 46.972, longitude: 7.357 }, '3033')
  })

  it.each([
    ['Brione (Verzasca)', '6634', { latitude: 46.2992, longitude: 8.7712 }],
    ['Tegna', '6652', { latitude: 46.19, longitude: 8.746 }],
    ['Oberhintertupfingen', '6652', { latitude: 46.19, longitude: 8.746 }],
    ['Delemont', '2800', { latitude: 47.3685, longitude: 7.3325 }],
  ])('in %s is found by its postcode %s', async (city, postcode, spot) => {
    await expectNear(city, 'CH', spot, postcode)
  })

  it('is found although the town has a typo', async () => {
    await expectNear('Amrisvil', 'CH', { latitude: 47.547, longitude: 9.3 })
    await expectNear('Schröken', 'AT', { latitude: 47.257, longitude: 10.09 }, '6888')
  })

  it('returns false for an unknown place or the wrong country', async () => {
    expect(await at('Xyzzyville', 'CH')).toBe(false)
    expect(await at('Zürich', 'FR')).toBe(false)
    expect(await at('!!!', 'CH')).toBe(false)
    expect(await at(`a${'b'.repeat(99)}`, 'CH')).toBe(false)
  })

  it('lies inside or outside a country', async () => {
    expect(await liesInCountry(ZURICH, 'CH')).toBe(true)
    expect(await liesInCountry({ latitude: 8.55, longitude: 47.367 }, 'CH')).toBe(false)
  })
})

describe('suggestions without a network', () => {
  const labels = async (text: string, options: Partial<Parameters<typeof searchOffline>[0]> = {}) =>
    (await searchOffline({ text, lang: 'de', ...options })).map(({ label }) => label)

  it('match any beginning of a name, in the reader’s language', async () => {
    expect((await labels('zür'))[0]).toBe('Zürich, ZH')
    expect((await labels('zuri', { lang: 'en' }))[0]).toBe('Zurich, ZH')
    expect((await labels('gene', { lang: 'fr' }))[0]).toBe('Genève, GE')
    expect((await labels('genf'))[0]).toBe('Genf, GE')
    expect((await labels('mün'))[0]).toBe('München, Deutschland')
    expect((await labels('munich', { lang: 'en' }))[0]).toBe('Munich, Germany')
    expect((await labels('sankt gal'))[0]).toBe('St. Gallen, SG')
    expect((await labels('saint gal', { lang: 'fr' }))[0]).toBe('Saint-Gall, SG')
    expect(await labels('bibl')).not.toHaveLength(0)
  })

  it('find the town in a whole address, and quarters', async () => {
    expect((await labels('Bahnhofstrasse 1, 8400 Winterthur'))[0]).toBe('Winterthur, ZH')
    expect((await labels('8400 Winterthur'))[0]).toBe('Winterthur, ZH')
    expect((await labels('oerlik'))[0]).toBe('Oerlikon, Zürich, ZH')
  })

  it('prefer nearby places', async () => {
    const near = { latitude: 47.389, longitude: 8.083 }
    expect((await labels('buchs', { near }))[0]).toBe('Buchs, AG')
    expect((await labels('buchs', { near: { latitude: 47.167, longitude: 9.478 } }))[0]).toBe(
      'Buchs, SG',
    )
  })

  it("prefer the community's own country", async () => {
    for (const [home, country] of [
      ['AT', 'Österreich'],
      ['DE', 'Deutschland'],
      ['CH', 'TG'],
    ] as const) {
      expect((await labels('berg', { home }))[0], home).toMatch(new RegExp(`, ${country}$`))
    }
    const near = { latitude: 47.141, longitude: 9.522 }
    const first = async (home: string) => (await labels('Freiburg', { home, near }))[0]
    expect(await first('CH')).toBe('Freiburg im Üechtland, FR')
    expect(await first('DE')).toBe('Freiburg im Breisgau, Deutschland')
    // A village in the own country does not hide a capital.
    expect((await labels('Rom', { home: 'DE', near }))[0]).toMatch(/^Rom, Italien$/)
  })

  it('are at most eight different ones, and none without a match', async () => {
    const many = await labels('st')
    expect(many).toHaveLength(8)
    expect(new Set(many).size).toBe(8)
    expect(await labels('qqqqq')).toEqual([])
    expect(await labels('...')).toEqual([])
    expect(await labels('1234')).toEqual([])
  })
})
