import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const TEXT = `SELECT '2026-01-02 03:04'::timestamp AS a, '2026-01-02 03:04+00'::timestamptz AS b, '2026-01-02'::date AS c,
  '1 day'::interval AS d, '{1.50}'::numeric[] AS e, '{2026-01-02}'::date[] AS f, '{1 day}'::interval[] AS g,
  '{a}'::text[] AS h, 1.50::numeric AS i, '{"a":1}'::jsonb AS j, '{1,2}'::int[] AS k`

it('both databases return dates, intervals and lists of them to the ORM as text', async () => {
  const { orm } = test.database
  const row = {
    a: '2026-01-02 03:04:00',
    b: expect.stringMatching(/^2026-01-0\d \d\d:04:00[+-]\d\d/),
    c: '2026-01-02',
    d: '1 day',
    e: '{1.50}',
    f: '{2026-01-02}',
    g: '{"1 day"}',
    h: ['a'],
    i: '1.50',
    j: { a: 1 },
    k: [1, 2],
  }
  expect(await orm.execute(sql.raw(TEXT))).toMatchObject({ rows: [row] })
  const inside = await orm.transaction(async (tx) => tx.execute(sql.raw(TEXT)))
  expect(inside).toMatchObject({ rows: [row] })
})

it('both databases return timestamps outside the ORM as Date objects', async () => {
  const text = "SELECT '2026-01-02 03:04+00'::timestamptz AS at, 'infinity'::timestamptz AS never"
  expect(await test.database.query(text)).toEqual([
    { at: new Date('2026-01-02T03:04:00Z'), never: Number.POSITIVE_INFINITY },
  ])
})
