import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPglite, pgliteForOrm, READ_BY_ORM, readingDates } from './pglite.ts'

let pglite: PGlite
beforeAll(async () => {
  pglite = await openPglite()
  await pglite.exec(
    'CREATE TABLE things (id int PRIMARY KEY, name text, tags text[], at timestamptz)',
  )
})
afterAll(() => pglite.close())

/** How many statements the database keeps, and how often they were planned for any values. */
async function kept(): Promise<{ text: string; general: number }[]> {
  // Not kept itself, since it is asked as a script.
  const [result] = await pglite.exec(
    'SELECT statement AS text, generic_plans::int AS general FROM pg_prepared_statements',
  )
  return result?.rows as { text: string; general: number }[]
}

const INSERT = 'INSERT INTO things VALUES ($1, $2, $3, $4) RETURNING id, name, tags, at'

it('answers what it keeps as it did before, with values and rows of every kind', async () => {
  const at = '2026-01-02 03:04:05+00'
  const answers: Awaited<ReturnType<PGlite['query']>>[] = []
  for (const [id, name] of [1, 2, 3, 4].map((each) => [each, `thing ${each}`] as const)) {
    answers.push(await pglite.query(INSERT, [id, name, ['a', 'b'], at], readingDates))
  }
  expect(answers.map(({ rows }) => rows)).toEqual(
    [1, 2, 3, 4].map((id) => [
      { id, name: `thing ${id}`, tags: ['a', 'b'], at: new Date('2026-01-02T03:04:05Z') },
    ]),
  )
  expect(answers.map(({ fields, affectedRows }) => [fields, affectedRows])).toEqual(
    Array.from({ length: 4 }, () => [answers[0]?.fields, 1]),
  )
  expect((await kept()).map(({ text }) => text)).toEqual([INSERT])
})

it('reads a statement once and plans it for all values in the end', async () => {
  const text = 'SELECT name FROM things WHERE id = $1'
  for (let i = 0; i < 12; i++) await pglite.query(text, [i], { rowMode: 'array' })
  expect((await kept()).find((each) => each.text === text)?.general).toBeGreaterThan(0)
  expect((await pglite.query(text, [2], { rowMode: 'array' })).rows).toEqual([['thing 2']])
  expect((await pglite.query(text, [99])).rows).toEqual([])
})

it('is not mistaken by what is asked in between, and by several at once', async () => {
  const [one, other] = ['SELECT id + $1 AS sum FROM things WHERE id = 1', 'SELECT $1::text AS word']
  for (let i = 0; i < 3; i++) {
    const answers = await Promise.all([
      pglite.query(one, [i]),
      pglite.query(other, ['x']),
      pglite.query('SELECT 7 AS seven'),
      pglite.exec('SELECT 8 AS eight'),
      pglite.query(one, [i + 1]),
    ])
    expect(answers.flat().map(({ rows }) => rows)).toEqual([
      [{ sum: i + 1 }],
      [{ word: 'x' }],
      [{ seven: 7 }],
      [{ eight: 8 }],
      [{ sum: i + 2 }],
    ])
  }
})

it('goes on after an error, in a transaction and out of it', async () => {
  for (let i = 0; i < 3; i++) {
    await expect(pglite.query(INSERT, [1, 'again', [], null])).rejects.toMatchObject({
      code: '23505',
    })
  }
  const inside = pglite.transaction(async (tx) => {
    await tx.query(INSERT, [50, 'rolled back', [], null])
    await tx.query(INSERT, [1, 'again', [], null])
  })
  await expect(inside).rejects.toMatchObject({ code: '23505' })
  const { rows } = await pglite.query(INSERT, [50, null, null, null])
  expect(rows).toEqual([{ id: 50, name: null, tags: null, at: null }])
})

it('tells what is wrong with a statement each time', async () => {
  for (let i = 0; i < 3; i++) {
    await expect(pglite.query('SELECT nothing FROM things')).rejects.toMatchObject({
      code: '42703',
    })
  }
  await pglite.exec('ALTER TABLE things ADD COLUMN nothing text')
  expect((await pglite.query('SELECT nothing FROM things WHERE id = 1')).rows).toHaveLength(1)
})

it('reads a statement anew once its rows have become others', async () => {
  const text = 'SELECT name FROM things WHERE id = 50'
  for (let i = 0; i < 3; i++) await pglite.query(text)
  await pglite.exec('ALTER TABLE things ALTER COLUMN name TYPE int USING 5')
  await expect(pglite.query(text)).rejects.toMatchObject({ code: '0A000' })
  for (let i = 0; i < 3; i++) expect((await pglite.query(text)).rows).toEqual([{ name: 5 }])
})

it('goes on in a transaction where a kept statement fails in a part of it', async () => {
  const text = 'INSERT INTO things (id) VALUES ($1)'
  for (const id of [60, 61, 62]) await pglite.query(text, [id])
  await pglite.transaction(async (tx) => {
    await tx.exec('SAVEPOINT before')
    await expect(tx.query(text, [60])).rejects.toMatchObject({ code: '23505' })
    await tx.exec('ROLLBACK TO SAVEPOINT before')
    await tx.query(text, [63])
  })
  const { rows } = await pglite.query('SELECT id FROM things WHERE id >= 60 ORDER BY id')
  expect(rows).toEqual([60, 61, 62, 63].map((id) => ({ id })))
})

it('reads dates without the ORM as a server does', async () => {
  const text = "SELECT '2026-01-02 03:04+00'::timestamptz AS at, 'infinity'::timestamptz AS never"
  const { rows } = await pglite.query(text, [], readingDates)
  expect(rows).toEqual([{ at: new Date('2026-01-02T03:04:00Z'), never: Number.POSITIVE_INFINITY }])
})

it('reads by itself what the ORM names with each query', async () => {
  const named: unknown[] = []
  const client = {
    async query(_text: string, _values: unknown[], { parsers }: { parsers: object }) {
      named.push(Object.keys(parsers))
      return { rows: [] }
    },
  }
  await drizzle({ client: client as unknown as PGlite }).execute('SELECT 1')
  expect(named).toEqual([Object.keys(READ_BY_ORM)])
})

it('answers the ORM dates, spans and lists of them as the database writes them', async () => {
  const text = `SELECT '2026-01-02 03:04'::timestamp AS a, '2026-01-02 03:04+00'::timestamptz AS b, '2026-01-02'::date AS c,
    '1 day'::interval AS d, '{1.50}'::numeric[] AS e, '{2026-01-02}'::date[] AS f, '{1 day}'::interval[] AS g, '{a}'::text[] AS h`
  const rows = [
    {
      a: '2026-01-02 03:04:00',
      b: '2026-01-02 03:04:00+00',
      c: '2026-01-02',
      d: '1 day',
      e: '{1.50}',
      f: '{2026-01-02}',
      g: '{"1 day"}',
      h: ['a'],
    },
  ]
  const orm = drizzle({ client: pgliteForOrm(pglite) })
  expect((await orm.execute(text)).rows).toEqual(rows)
  expect(await orm.transaction(async (tx) => (await tx.execute(text)).rows)).toEqual(rows)
})
