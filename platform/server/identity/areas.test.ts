import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { type Area, areaCovers, type Place, storedArea } from '#platform/shared/areas.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** What the database decides about many places at once. */
async function coveredInSql(cases: readonly { area: Area; place: Place }[]): Promise<boolean[]> {
  const covered = sql<boolean>`area_covers(each -> 'area', each -> 'place' ->> 'country',
    each -> 'place' ->> 'postcode', (each -> 'place' ->> 'latitude')::float8,
    (each -> 'place' ->> 'longitude')::float8)`
  const rows = await test.database.orm
    .select({ covered })
    .from(
      sql`jsonb_array_elements(${JSON.stringify(cases)}::jsonb) WITH ORDINALITY AS cases (each, number)`,
    )
    .orderBy(sql`number`)
  return rows.map(({ covered }) => covered)
}

const corner = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
/** Beside the lines through any two corners: on an edge the two may decide differently. */
const spot = corner.map(([x, y]) => ({ longitude: x + 0.3717, latitude: y + 0.4142 }))
const postcode = fc.constantFrom('8037', '80 37', '8004', 'SW1A 1AA', 'sw1a1aa', '')
const country = fc.constantFrom('CH', 'DE')

const outlined = fc.record({
  country: fc.constant(null),
  postcodes: fc.constant([]),
  outline: fc.array(corner, { minLength: 3, maxLength: 9 }),
})
const byPostcode = fc
  .record({ country, postcodes: fc.array(postcode, { minLength: 1, maxLength: 4 }) })
  .map((area) => storedArea({ ...area, outline: [] }))
const place = fc.record({
  country,
  postcode,
  spot: fc.option(spot, { nil: { longitude: null, latitude: null } }),
})

describe('an area', () => {
  it.each([
    ['an outline, also one that crosses itself', outlined],
    ['postcodes', byPostcode],
  ])('given by %s covers the same places in the database and in the program', async (_, areas) => {
    const cases = fc
      .sample(fc.tuple(areas as fc.Arbitrary<Area>, place), 2000)
      .map(([area, { spot: position, ...address }]) => ({
        area,
        place: { ...address, ...position },
      }))
    const decided = cases.map((each) => areaCovers(each.area, each.place))
    expect(new Set(decided)).toEqual(new Set([true, false]))
    const inSql = await coveredInSql(cases)
    expect(cases.filter((_case, index) => decided[index] !== inSql[index])).toEqual([])
  })
})
