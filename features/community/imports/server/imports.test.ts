import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { Geocoding } from '#features/places/geocoding/server/geocoder.ts'
import { geocodeOffline } from '#features/places/geocoding/server/offline.ts'
import { searchOffline } from '#features/places/geocoding/server/place-search.ts'
import { seedItems } from '#features/places/items/server/seed.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { readCountry } from '#platform/server/country-names.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ROOT } from '#platform/server/paths.ts'
import { type ImportOptions, importLetterboxes } from './at-once.ts'
import { sentenceOf } from './import-words.ts'
import { editDistance } from './item-names.ts'

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
const HEADER =
  'address;postcode;city;country;latitude;longitude;items;firstname;lastname;email;messaging'

function importText(lines: string | string[], options: ImportOptions = {}) {
  const text = [HEADER, ...[lines].flat()].join('\n')
  const services = { database: test.database, geocoding: offline, country: 'CH' }
  return importLetterboxes(services, new TextEncoder().encode(text), options)
}

interface Stored {
  [column: string]: unknown
  address: string
  city: string
  country: string
  latitude: number
  longitude: number
  location_verified: boolean
  email: string | null
  enable_messaging: boolean
  lang: string
  items: number[]
}
const stored = () =>
  test.database.query<Stored>(
    `SELECT l.address, l.city, l.country, l.latitude, l.longitude, l.location_verified,
       u.email, u.enable_messaging, u.lang, u.firstname, u.last_seen_at < '2000-01-01' AS never_seen,
       ARRAY(SELECT item_id::int FROM letterbox_items WHERE letterbox_id = l.id ORDER BY 1) AS items
     FROM letterboxes l JOIN users u ON u.id = l.user_id ORDER BY l.address`,
  )
const reasonOf = async (line: string) => {
  const { rejections, created } = await importText(line)
  expect(created).toBe(0)
  return rejections.map((rejection) => `${rejection.line}: ${sentenceOf(rejection)}`).join()
}

const GOOD =
  'Langstrasse 12;8004;Zürich;CH;47.3761;8.5262;drill|Leiter;Anna;Muster;anna@example.org;ja'

describe('a good row', () => {
  it('becomes a letterbox with its owner and stickers', async () => {
    const result = await importText(GOOD, { lang: 'fr' })
    expect(result).toMatchObject({ created: 1, rejections: [], written: true, approximate: 0 })
    expect(await stored()).toEqual([
      {
        address: 'Langstrasse 12',
        city: 'Zürich',
        country: 'CH',
        latitude: 47.3761,
        longitude: 8.5262,
        location_verified: false,
        email: 'anna@example.org',
        enable_messaging: true,
        lang: 'fr',
        firstname: 'Anna',
        never_seen: true,
        items: [1, 2],
      },
    ])
  })

  it('needs neither owner nor position: its place is geocoded, not verified', async () => {
    const result = await importText('Marktgasse 1;8400;winterthur;Svizzera;;;;;;;')
    expect(result).toMatchObject({ created: 1, approximate: 1 })
    const [row] = await stored()
    expect(row).toMatchObject({ country: 'CH', email: null, location_verified: false, items: [] })
    expect(Math.abs(Number(row?.latitude) - 47.5)).toBeLessThan(0.03)
  })

  it.each([
    'Bohrmaschine',
    'perceuse',
    'Trapano',
    'DRILL',
    'Akkuschrauber',
    'perceuse à percussion',
    'perceuse a percussion',
    '2',
  ])('may name the drill %s', async (name) => {
    await importText(`Weg 1;8004;Zürich;;47.37;8.54;${name};;;;`)
    expect((await stored())[0]?.items).toEqual([2])
  })

  it.each([
    ['FL', 'LI'],
    ['Fürstentum Liechtenstein', 'LI'],
    ['LIECHTENSTEIN', 'LI'],
    ['Principauté de Liechtenstein', 'LI'],
    ['Österreich', 'AT'],
    ['Oesterreich', 'AT'],
    ['Autriche', 'AT'],
    ['Vorarlberg', 'AT'],
    ['Allemagne', 'DE'],
    ['D', 'DE'],
    ['Frankreich', 'FR'],
    ['Italie', 'IT'],
    ['Schweizerische Eidgenossenschaft', 'CH'],
    ['FR', 'FR'],
    ['Atlantis', undefined],
  ])('may call its country %j, which is %s', (name, code) => {
    expect(readCountry(name)).toBe(code)
  })

  it.each(['CH', 'ch', 'Schweiz', 'Switzerland', 'SUISSE', 'Svizzera', ''])(
    'may have the country %j',
    async (country) => {
      await importText(`Weg 1;8004;Zürich;${country};47,37;8,54;;;;;`)
      expect((await stored())[0]).toMatchObject({ country: 'CH', latitude: 47.37 })
    },
  )
})

describe('a row with a problem', () => {
  it('is imported with messaging off and a warning if its owner cannot be reached', async () => {
    const result = await importText('Weg 1;8004;Zürich;CH;47.37;8.54;;A;B;;ja')
    expect(result).toMatchObject({
      created: 1,
      rejections: [],
      warnings: [{ line: 2, code: 'messaging_without_email' }],
    })
    expect(await stored()).toMatchObject([{ email: null, enable_messaging: false }])
  })

  it('may separate its stickers by commas', async () => {
    await importText('Weg 1;8004;Zürich;CH;47.37;8.54;Leiter, Beamer,  Bohrmaschine;;;;')
    const [row] = await stored()
    expect(row?.items).toHaveLength(3)
  })

  it.each([
    ['Bormaschine;;;;', 'did you mean "Bohrmaschine"?'],
    ['Leitre;;;;', 'did you mean "Leiter"?'],
    ['raclete;;;;', 'did you mean "Raclette"?'],
    ['9999;;;;', 'unknown item "9999"'],
    ['qqqqqqqqqqqq;;;;', 'unknown item "qqqqqqqqqqqq"'],
    [';A;B;no-mail;ja', '"no-mail" is not an e-mail address'],
    [';A;B;;maybe', 'messaging "maybe" is neither'],
  ])('like %s is imported with a warning, and refused in strict mode', async (rest, warning) => {
    const line = `Weg 1;8004;Zürich;CH;47.37;8.54;${rest}`
    expect(await importText(line, { strict: true })).toMatchObject({
      isWhole: false,
      written: false,
    })
    expect(await stored()).toEqual([])
    const { warnings, rejections, created } = await importText(line)
    expect([created, rejections, warnings.length]).toEqual([1, [], 1])
    expect(warnings.map(sentenceOf).join()).toContain(warning)
    expect(await stored()).toMatchObject([{ items: [], email: null, enable_messaging: false }])
  })

  it('keeps its valid parts', async () => {
    const line =
      'Weg 1;8004;Zürich;CH;47.37;8.54;"Leiter, Bemer, Hexenbesen";Anna;M;anna@example.org;vielleicht'
    const { warnings } = await importText(line)
    expect(warnings.map(({ code }) => code)).toEqual([
      'messaging_unclear',
      'item_unknown_suggested',
      'item_unknown',
    ])
    expect(await stored()).toMatchObject([
      { items: [1], email: 'anna@example.org', enable_messaging: false, firstname: 'Anna' },
    ])
  })

  it('gets its e-mail address from the corrected file', async () => {
    const good = 'Weg 1;8004;Zürich;CH;47.37;8.54;Leiter;Anna;M;anna@example.org;ja'
    await importText(good.replace('anna@', 'anna at '))
    expect(await importText(good)).toMatchObject({ created: 0, updated: 1 })
    expect(await stored()).toMatchObject([{ email: 'anna@example.org', enable_messaging: true }])
    expect(await importText(good)).toMatchObject({ updated: 0, unchanged: 1 })
  })

  it('gets a warning if it lies far from all others', async () => {
    const near = Array.from({ length: 9 }, (_, i) => `Weg ${i};8004;Zürich;CH;47.37;8.54;;;;;`)
    const { created, warnings } = await importText([...near, 'Rue 1;1201;Genève;CH;46.2;6.14;;;;;'])
    expect(created).toBe(10)
    expect(warnings).toEqual([{ line: 11, code: 'far_away', values: { km: '224' } }])
  })
})

describe('a bad row', () => {
  it.each([
    ['Weg 1;8004;Zürich;CH;NaN;8.54;;;;;', 'latitude "NaN" is not a number of degrees'],
    ['Weg 1;8004;Zürich;CH;1e999;8.54;;;;;', 'latitude "1e999" is not'],
    ['Weg 1;8004;Zürich;CH;0x2f;8.54;;;;;', 'latitude "0x2f" is not'],
    ['Weg 1;8004;Zürich;CH;8.54;47.37;;;;;', 'latitude and longitude are swapped'],
    ['Weg 1;8004;Zürich;CH;2683141;1247000;;;;;', 'Swiss grid metres'],
    ['Weg 1;8004;Zürich;CH;91;181;;;;;', 'latitude must be between'],
    ['Weg 1;8004;Zürich;CH;0;0;;;;;', 'the position 0, 0 is not in CH'],
    ['Weg 1;8004;Zürich;CH;47.37;;;;;;', 'longitude is missing'],
    [';8004;Zürich;CH;;;;;;;', 'the address is missing'],
    ['Weg 1;;Zürich;CH;;;;;;;', 'the postcode is missing'],
    [`Weg 1;8004;${'x'.repeat(101)};CH;;;;;;;`, 'the city is missing or longer'],
    ['Weg 1;8004;Zürich;Atlantis;;;;;;;', 'unknown country "Atlantis"'],
    ['Weg 1;0000;Xyzzyville;CH;;;;;;;', 'no place "Xyzzyville" is known in CH'],
    [`Weg 1;8004;Zürich;CH;47.37;8.54;;${'é'.repeat(101)};B;;`, 'a name is longer'],
  ])('like %s is rejected with its line and a reason', async (line, reason) => {
    const given = await reasonOf(line)
    expect(given).toMatch(/^2: /)
    expect(given).toContain(reason)
    expect(await stored()).toEqual([])
  })

  it('does not stop the others, except in strict mode', async () => {
    const lines = ['Weg 1;8004;Zürich;CH;NaN;8;;;;;', GOOD]
    expect(await importText(lines, { strict: true })).toMatchObject({ written: false, created: 1 })
    expect(await stored()).toHaveLength(0)
    const result = await importText(lines)
    expect(result).toMatchObject({ created: 1, written: true })
    expect(result.rejections).toHaveLength(1)
    expect(await stored()).toHaveLength(1)
  })

  it('may be the duplicate of an earlier one in another spelling', async () => {
    const result = await importText([
      GOOD,
      GOOD,
      'LANGSTR. 12;8004;Zuerich;CH;47.4;8.5;;anna;MUSTER;;',
      'Weg 2;8004;Zürich;CH;47.37;8.54;;Eva;Muster;ANNA@example.org;',
    ])
    expect(result.created).toBe(2)
    expect(result.rejections.map((problem) => [problem.line, sentenceOf(problem)])).toEqual([
      [3, 'the same letterbox as line 2'],
      [4, 'the same letterbox as line 2'],
    ])
    expect(result.warnings).toMatchObject([{ line: 5, code: 'same_email', values: { other: '2' } }])
  })

  it('may have the e-mail address of an existing account', async () => {
    await createUser(test.database.orm, { email: 'Anna@Example.org' })
    const result = await importText(GOOD)
    expect(result.rejections).toMatchObject([{ code: 'has_account' }])
    expect(await stored()).toHaveLength(0)
  })
})

describe('a second run', () => {
  it('duplicates nothing and updates only changed rows', async () => {
    const other = 'Weg 2;8004;Zürich;CH;47.37;8.54;drill;;;;'
    await importText([GOOD, other])
    expect(await importText([GOOD, other])).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const moved = GOOD.replace('47.3761', '47.3770').replace('|Leiter', '|sled')
    expect(await importText([moved, other])).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    const rows = await stored()
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ latitude: 47.377, items: [2, 33] })
  })

  it('keeps the position of a letterbox if the file has none', async () => {
    await importText('Weg 1;8400;Winterthur;CH;47.49;8.72;;;;;')
    const result = await importText('Weg 1;8400;Winterthur;CH;;;drill;;;;')
    expect(result).toMatchObject({ updated: 1, approximate: 0 })
    expect((await stored())[0]).toMatchObject({ latitude: 47.49, items: [2] })
  })

  it('never moves a letterbox back after its address was corrected', async () => {
    await importText(GOOD)
    await test.database.query(
      `UPDATE letterboxes SET address = 'Städtle 4', postcode = '9490', city = 'Vaduz', country = 'LI',
         latitude = 47.14, longitude = 9.52`,
    )
    await importText(GOOD.replace('drill|Leiter', 'drill'))
    expect(await stored()).toMatchObject([{ latitude: 47.14, longitude: 9.52, items: [2] }])
    await test.database.query('UPDATE letterboxes SET latitude = NULL, longitude = NULL')
    await importText(GOOD.replace('47.3761;8.5262;drill|Leiter', ';;drill|Leiter'))
    expect(await stored()).toMatchObject([{ latitude: null, longitude: null, items: [1, 2] }])
  })

  it('does not change a letterbox that its owner has claimed', async () => {
    await importText(GOOD)
    await test.database.orm.update(users).set({ email_confirmed_at: new Date() })
    const result = await importText(GOOD.replace('|Leiter', ''))
    expect(result).toMatchObject({ taken_over: 1, updated: 0 })
    expect((await stored())[0]?.items).toEqual([1, 2])
  })
})

it('a dry run writes nothing and reports what it would do', async () => {
  const result = await importText([GOOD, 'Weg;;;;;;;;;;'], { dryRun: true })
  expect(result).toMatchObject({ created: 1, written: false })
  expect(result.rejections).toHaveLength(1)
  expect(await stored()).toEqual([])
})

it('an interrupted import leaves nothing behind', async () => {
  const rows = Array.from(
    { length: 1200 },
    (_, i) => `Weg ${i};8004;Zürich;CH;47.37;8.54;drill;;;;`,
  )
  const interrupted = importText(rows, {
    onProgress(step, done) {
      if (step === 'writing' && done >= 1000) throw new Error('killed')
    },
  })
  await expect(interrupted).rejects.toThrow('killed')
  expect(await stored()).toEqual([])
  expect(await importText(rows)).toMatchObject({ created: 1200 })
})

it('two concurrent imports do not create duplicates', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => `Weg ${i};8004;Zürich;CH;47.37;8.54;drill;;;;`)
  const results = await Promise.all([importText(rows), importText(rows)])
  expect(results.map(({ created }) => created).sort((a, b) => a - b)).toEqual([0, 50])
  expect(await stored()).toHaveLength(50)
})

it('the example file of the documentation can be imported', async () => {
  const file = join(ROOT, 'docs', 'example-letterboxes.csv')
  const services = { database: test.database, geocoding: offline, country: 'CH' }
  const result = await importLetterboxes(services, await readFile(file))
  expect(result.rejections).toEqual([])
  expect(result.notices).toEqual([])
  expect(result.created).toBeGreaterThan(3)
  const [bern] = await test.database.orm
    .select()
    .from(letterboxes)
    .where(eq(letterboxes.city, 'Bern'))
  expect(bern).toMatchObject({ postcode: '3012', latitude: 46.9525 })
})

it('editDistance counts the edits between two words', () => {
  expect(editDistance('leiter', 'leiter')).toBe(0)
  expect(editDistance('leitre', 'leiter')).toBe(1)
  expect(editDistance('', 'abc')).toBe(3)
  expect(editDistance('bormaschine', 'bohrmaschine')).toBe(1)
})
