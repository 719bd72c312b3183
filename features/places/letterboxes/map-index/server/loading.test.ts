import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { SegmentBuilder } from './build.ts'
import { readAllRows, readRows } from './letterbox-index.queries.ts'
import { runAtOnce } from './slices.ts'

const NOW = new Date('2026-11-25T12:00:00.000Z')
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Owners of every kind, at the dates at which a kind ends and just around them. */
async function createAllKinds(): Promise<string[]> {
  const ids: string[] = []
  const memberships = [null, ago(1), ago(0), ago(-1), ago(400 * DAY_MS)]
  const seen = [ago(0), ago(90 * DAY_MS - 1), ago(90 * DAY_MS), ago(90 * DAY_MS + 1)]
  for (const reseller of [true, false])
    for (const membership_until of memberships)
      for (const last_seen_at of seen)
        for (const [enable_messaging, takes_requests] of [
          [true, true],
          [true, false],
          [false, true],
        ]) {
          const { id } = await createLetterbox(test.database.orm, {
            latitude: 47 + ids.length / 1000,
            longitude: -8 - ids.length / 1000,
            items: [[], [3], [9, 1, 4]][ids.length % 3],
            ownerFields: {
              reseller,
              membership_until,
              last_seen_at,
              enable_messaging,
              takes_requests,
            },
          })
          ids.push(id)
        }
  return ids
}

it('loading all letterboxes gives the same rows as loading single ones', async () => {
  const ids = await createAllKinds()
  const hidden = [
    await createLetterbox(test.database.orm, { latitude: null, longitude: null }),
    await createLetterbox(test.database.orm, { holiday_until: '2026-12-01' }),
    await createLetterbox(test.database.orm, { hidden_at: NOW, hidden_reason: 'x' }),
    await createLetterbox(test.database.orm, { ownerFields: { show_on_map: false } }),
    await createLetterbox(test.database.orm, { ownerFields: { suspended_at: NOW } }),
  ]
  const single = new SegmentBuilder()
  const rows = await readRows(test.database.orm, [...ids, ...hidden.map(({ id }) => id)], NOW)
  for (const row of rows) single.push(row)
  const all = new SegmentBuilder()
  await readAllRows(test.database, NOW, all)

  expect(rows).toHaveLength(ids.length)
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(5)
  expect(runAtOnce(all.build())).toEqual(runAtOnce(single.build()))
})
