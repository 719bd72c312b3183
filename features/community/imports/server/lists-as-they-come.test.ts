import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { searchUsers } from '#features/community/members/server/admin/users.queries.ts'
import type { Geocoding } from '#features/places/geocoding/server/geocoder.ts'
import { geocodeOffline } from '#features/places/geocoding/server/offline.ts'
import { searchOffline } from '#features/places/geocoding/server/place-search.ts'
import { seedItems } from '#features/places/items/server/seed.ts'
import { importLetterboxes } from './at-once.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await seedItems(test.database.orm)
})
afterAll(() => test.drop())
beforeEach(() => test.database.query('DELETE FROM users'))

const offline: Geocoding = {
  geocode: geocodeOffline,
  search: searchOffline,
  prepare: async () => {},
}

function importBytes(bytes: Uint8Array, country = 'CH') {
  const services = { database: test.database, geocoding: offline, country }
  return importLetterboxes(services, bytes)
}
const importText = (text: string, country?: string) =>
  importBytes(new TextEncoder().encode(text), country)

const letterboxes = () =>
  test.database.query<Record<string, unknown>>(
    `SELECT l.address, l.city, l.country, u.firstname, u.email, u.lang, u.show_on_map, u.show_name,
       (SELECT count(*)::int FROM letterbox_items WHERE letterbox_id = l.id) AS stickers
     FROM letterboxes l JOIN users u ON u.id = l.user_id ORDER BY l.address`,
  )

/** Encodes a text as a twenty-year-old Mac would. */
const macRoman = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const byte = { ä: 0x8a, ö: 0x9a, ü: 0x9f, é: 0x8e, ß: 0xa7 }[letter]
    return byte ?? letter.charCodeAt(0)
  })

describe('an imported list', () => {
  it('matches duplicate rows by street and number in any spelling', async () => {
    const rows = [
      'Anna,Frei,12 A rue du Rhône,1204,Genève',
      'Anna,Frei,"Rue du Rhône, 12a",1204,Genève',
      'Anna,Frei,Rue du Rhône 12,1204,Genève',
    ]
    const text = ['Vorname,Nachname,Strasse,PLZ,Ort', ...rows].join('\n')
    const result = await importText(text)
    expect(result).toMatchObject({ created: 2, rejections: [{ line: 3 }] })
  })

  it.each([
    ['sep=;', ';'],
    ['\uFEFFsep=;', ';'],
    ['"sep=,"', ','],
    ['sep=|', '|'],
  ])('may begin with the line %j, which sets its separator', async (first, separator) => {
    const text = `${first}\r\nStrasse;PLZ;Ort;Gegenstände\r\nLandstrasse 3;9490;Vaduz;Leiter\r\n;9490;Vaduz;\r\n`
    const result = await importText(text.replaceAll(/;(?!\r\nStrasse)/g, separator))
    expect(result).toMatchObject({ created: 1, rejections: [{ line: 4 }] })
    expect(await letterboxes()).toMatchObject([
      { address: 'Landstrasse 3', city: 'Vaduz', country: 'LI', stickers: 1 },
    ])
  })

  it('may have titles and empty lines above the names of its columns', async () => {
    const text =
      'Mitgliederliste 2026;;;\n\nStand: 1. Mai;;;\nStrasse;PLZ;Ort;Gegenstände\nLandstrasse 3;9490;Vaduz;Leiter\n;9490;Vaduz;\n'
    expect(await importText(text)).toMatchObject({ created: 1, rejections: [{ line: 6 }] })
  })

  it('may have house numbers in a column of their own, with Italian names', async () => {
    const text =
      'Via;Numero civico;NPA;Località;Oggetti\nVia Nassa;3;6900;Lugano;scala\nVia Nassa;5a;6900;Lugano;\n'
    expect(await importText(text)).toMatchObject({ created: 2, rejections: [], warnings: [] })
    expect(await letterboxes()).toMatchObject([
      { address: 'Via Nassa 3', stickers: 1 },
      { address: 'Via Nassa 5a' },
    ])
  })

  it.each(['Nr.', 'No', 'N°'])(
    'may have a column %j, which is the house number only behind the street',
    async (name) => {
      const behind = `Strasse;${name};PLZ;Ort\nLandstrasse;3;9490;Vaduz\nLandstrasse;5;9490;Vaduz\n`
      expect(await importText(behind)).toMatchObject({ created: 2, notices: [] })
      const before = `${name};Strasse;PLZ;Ort\n17;Landstrasse 3;9490;Vaduz\n`
      expect(await importText(before)).toMatchObject({
        unchanged: 1,
        notices: [{ code: 'column_unknown', values: { name } }],
      })
    },
  )

  it('may have an address without a number, which gets a warning', async () => {
    expect(await importText('Strasse;PLZ;Ort\nLandstrasse;9490;Vaduz\n')).toMatchObject({
      created: 1,
      isWhole: true,
      warnings: [{ line: 2, code: 'number_missing', values: { text: 'Landstrasse' } }],
    })
  })

  it('gives rows with one e-mail address a shared letterbox at one address, and no login elsewhere', async () => {
    const text = [
      'Vorname;Name;Strasse;PLZ;Ort;E-Mail;Gegenstände',
      'Anna;Muster;Landstrasse 3;9490;Vaduz;muster@example.org;Leiter',
      'Beat;Muster;Landstr. 3;9490;Vaduz;Muster@example.org;Beamer',
      'Beat;Muster;Bergweg 5;9490;Vaduz;muster@example.org;Leiter',
    ].join('\n')
    const result = await importText(text)
    expect(result).toMatchObject({ created: 2, rejections: [], isWhole: true })
    expect(result.warnings).toMatchObject([
      { line: 3, code: 'joined', values: { other: '2' } },
      { line: 4, code: 'same_email', values: { email: 'muster@example.org', other: '2' } },
    ])
    expect(await letterboxes()).toMatchObject([
      { address: 'Bergweg 5', email: null, stickers: 1 },
      { address: 'Landstrasse 3', firstname: 'Anna', email: 'muster@example.org', stickers: 2 },
    ])
    expect(await importText(text)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  it.each([
    ['anna@example.org; beat@example.org', 'anna@example.org', ['email_several']],
    ['Anna Muster <anna@example.org>', 'anna@example.org', []],
    ['mailto:anna@example.org', 'anna@example.org', []],
    ['anna@example.org\u00a0', 'anna@example.org', []],
    ['anna@example', null, ['email_unusable']],
  ])(
    'may have a cell %j, which is read as the e-mail address %s',
    async (cell, email, warnings) => {
      const result = await importText(`Strasse,PLZ,Ort,Mail\nLandstrasse 3,9490,Vaduz,${cell}\n`)
      expect(result.warnings.map(({ code }) => code)).toEqual(warnings)
      expect(await letterboxes()).toMatchObject([{ email }])
    },
  )

  it('matches the same names in composed and decomposed Unicode', async () => {
    const text =
      'Straße;PLZ;Ort;Vorname;Gegenstände\nBärenplatz 3;9490;Vaduz;Jürg;Säge\nRue de l’Église 4;9490;Vaduz;Zoë;\n'
    const decomposed = text.normalize('NFD')
    expect(await importText(decomposed)).toMatchObject({ created: 2 })
    expect(await letterboxes()).toMatchObject([{ firstname: 'Jürg' }, { firstname: 'Zoë' }])
    expect(await importText(text)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    for (const typed of ['Jürg', 'Jürg'.normalize('NFD')]) {
      const asked = { search: typed, sort: 'name', page: 1, size: 10 } as const
      const moment = { now: new Date(), today: '2026-06-10' }
      const { rows } = await searchUsers(test.database.orm, asked, moment, 'Europe/Zurich')
      expect(rows).toMatchObject([{ firstname: 'Jürg' }])
    }
  })

  it('may be Mac Roman', async () => {
    const text =
      'Straße;PLZ;Ort;Vorname\nBärenplatz 3;9490;Vaduz;Jürg\nHöhenweg 4;9490;Vaduz;René\n'
    const result = await importBytes(macRoman(text))
    expect(result.notices).toEqual([{ code: 'mac_roman', values: {} }])
    expect(await letterboxes()).toMatchObject([{ firstname: 'Jürg' }, { address: 'Höhenweg 4' }])
  })

  it('may set map visibility, language and shown name', async () => {
    const text = [
      'Strasse;PLZ;Ort;Sprache;Auf der Karte;Name zeigen;Newsletter',
      'Landstrasse 1;9490;Vaduz;Französisch;ja;ja;ja',
      'Landstrasse 2;9490;Vaduz;en;nein;ja;nein',
      'Landstrasse 3;9490;Vaduz;;nicht auf der Karte;;',
      'Landstrasse 4;9490;Vaduz;Romanisch;vielleicht;fragen;',
      'Landstrasse 5;9490;Vaduz;;;;',
    ].join('\n')
    const result = await importText(text)
    expect(result.notices).toEqual([{ code: 'column_unknown', values: { name: 'Newsletter' } }])
    expect(result).toMatchObject({ created: 5, on_map: 2, off_map: 3, named: 1, isWhole: false })
    expect(result.warnings.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '5 language_unknown',
      '5 map_unclear',
      '5 name_unclear',
    ])
    expect(await letterboxes()).toMatchObject([
      { lang: 'fr', show_on_map: true, show_name: true },
      { lang: 'en', show_on_map: false, show_name: false },
      { lang: 'de', show_on_map: false, show_name: false },
      { lang: 'de', show_on_map: false, show_name: false },
      { lang: 'de', show_on_map: true, show_name: false },
    ])
    const later = text.replace('Vaduz;Französisch;ja;ja', 'Vaduz;Französisch;nein;ja')
    expect(await importText(later)).toMatchObject({ updated: 1, unchanged: 4 })
    expect(await letterboxes()).toMatchObject([
      { show_on_map: false, show_name: false },
      {},
      {},
      {},
      {},
    ])
  })

  it.each(['x', 'ja', 'versteckt'])(
    'hides a letterbox with %j in "Nicht auf der Karte"',
    async (cell) => {
      await importText(`Strasse;PLZ;Ort;Nicht auf der Karte\nLandstrasse 3;9490;Vaduz;${cell}\n`)
      expect(await letterboxes()).toMatchObject([{ show_on_map: false }])
    },
  )

  it('defaults to the country of the community, unless the postcode belongs to another', async () => {
    const text = 'Strasse;PLZ;Ort\nMarktplatz 3;6850;Dornbirn\nLandstrasse 3;9490;Vaduz\n'
    await importText(text, 'AT')
    expect(await letterboxes()).toMatchObject([{ country: 'LI' }, { country: 'AT' }])
  })

  it('gets warnings for letterboxes that were only located by street', async () => {
    const guessing: Geocoding = {
      ...offline,
      geocode: async () => ({ latitude: 47.14, longitude: 9.52, location_type: 'STREET' }),
    }
    const services = { database: test.database, geocoding: guessing, country: 'LI' }
    const text = 'Strasse;PLZ;Ort\nLandstrasse 3;9490;Vaduz\nLandstrasse 5;9490;Vaduz\n'
    const result = await importLetterboxes(services, new TextEncoder().encode(text))
    expect(result).toMatchObject({ created: 2, guessed: 2, approximate: 0, isWhole: true })
    expect(result.warnings).toMatchObject([
      { line: 2, code: 'spot_guessed', values: { text: 'Landstrasse 3' } },
      { line: 3, code: 'spot_guessed' },
    ])
  })
})
