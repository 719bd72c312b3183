import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { askingOn } from './asking.ts'
import type { Config } from './named-query.ts'

let test: TestDatabase
let client: pg.Client
/** How often the server told the columns of rows. */
let descriptions = 0

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

beforeEach(async () => {
  client = new pg.Client({ connectionString: test.url ?? '', pipeline: true })
  await client.connect()
  descriptions = 0
  client.connection.on('rowDescription', () => {
    descriptions += 1
  })
})
afterEach(() => client.end())

const NUMBERS = {
  name: 'numbers',
  text: 'SELECT n AS number, n::text AS word FROM generate_series(1, $1::int) AS n ORDER BY n',
}
const ask = (config: Config, values?: unknown[]) => askingOn(client).query(config, values)
const asObjects = async (most: number) => (await ask(NUMBERS, [most])).rows
const asLists = async (most: number) => (await ask({ ...NUMBERS, rowMode: 'array' }, [most])).rows

it('is told the columns of a named statement once for each kind of rows, and reads all runs by them', async () => {
  for (const most of [1, 2, 0, 3]) {
    const numbers = Array.from({ length: most }, (_, i) => i + 1)
    const words = numbers.map(String)
    expect(await asObjects(most)).toEqual(numbers.map((number, i) => ({ number, word: words[i] })))
    expect(await asLists(most)).toEqual(numbers.map((number, i) => [number, words[i]]))
  }
  expect(descriptions).toBe(2)
})

it('knows columns where several runs were sent before the first was answered', async () => {
  const all = await Promise.all([asObjects(1), asObjects(2), asObjects(3)])
  expect(all.map(({ length }) => length)).toEqual([1, 2, 3])
  expect(await asObjects(1)).toEqual([{ number: 1, word: '1' }])
})

it('answers with the fields and the number of rows, as the driver does', async () => {
  const plain = await client.query({ ...NUMBERS, name: 'plain' }, [2])
  for (let run = 0; run < 3; run++) {
    const { fields, rowCount, command, rows } = await ask(NUMBERS, [2])
    expect({ fields, rowCount, command, rows }).toEqual({
      fields: plain.fields,
      rowCount: plain.rowCount,
      command: plain.command,
      rows: plain.rows,
    })
  }
})

it('fails where the driver does, and goes on', async () => {
  const divide = { name: 'divide', text: 'SELECT 10 / $1::int AS share' }
  expect((await ask(divide, [5])).rows).toEqual([{ share: 2 }])
  await expect(ask(divide, [0])).rejects.toMatchObject({ code: '22012' })
  const [failed, next] = await Promise.allSettled([ask(divide, [0]), ask(divide, [2])])
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { rows: [{ share: 5 }] } })
})

it('reads nothing by columns that have changed', async () => {
  await client.query('CREATE TEMPORARY TABLE things (name text)')
  await client.query("INSERT INTO things VALUES ('5')")
  const things = { name: 'things', text: 'SELECT * FROM things' }
  for (let run = 0; run < 2; run++) {
    expect((await ask(things)).rows).toEqual([{ name: '5' }])
  }
  await client.query('ALTER TABLE things ALTER name TYPE int USING name::int')
  await expect(ask(things)).rejects.toThrow('cached plan must not change result type')
})

it('says nothing of rows where there are none to be told', async () => {
  await client.query('CREATE TEMPORARY TABLE marks (mark int)')
  const insert = { name: 'mark', text: 'INSERT INTO marks VALUES ($1)' }
  for (const mark of [1, 2, 3]) {
    expect(await ask(insert, [mark])).toMatchObject({ rowCount: 1, rows: [], fields: [] })
  }
})

it.each(['array', undefined])(
  'reads what has no name as the driver does, rows as %s',
  async (rowMode) => {
    const ofAllKinds = {
      text: `SELECT $1::int AS number, now() AS at, '{"a":[1]}'::jsonb AS json, ARRAY['a','b'] AS list,
      true AS yes, NULL::text AS nothing, 2::numeric AS money, $2::text AS "number"`,
      ...(rowMode === 'array' && { rowMode }),
    }
    await client.query('BEGIN')
    const plain = await client.query(ofAllKinds, [3, 'x'])
    for (let run = 0; run < 2; run++) {
      const { rows, fields, rowCount } = await ask(ofAllKinds, [3, 'x'])
      expect({ rows, fields, rowCount }).toEqual({
        rows: plain.rows,
        fields: plain.fields,
        rowCount: plain.rowCount,
      })
    }
    await client.query('COMMIT')
  },
)

it('reads lists by the types of the query, each by its own', async () => {
  const shouting = { getTypeParser: () => (text: string) => `${text}!` }
  const answer = async (types?: object) => {
    const config = { text: 'SELECT $1::int, $1::text', rowMode: 'array' as const, types }
    return (await ask(config as Config, [7])).rows
  }
  expect(await answer(shouting)).toEqual([['7!', '7!']])
  expect(await answer()).toEqual([[7, '7']])
  expect(await answer(shouting)).toEqual([['7!', '7!']])
})

it('answers each of several statements in one text with lists of its own', async () => {
  const both = { text: 'SELECT 1; SELECT 2, 3', rowMode: 'array' as const }
  const answers = (await ask(both)) as unknown as { rows: unknown[] }[]
  expect(answers.map(({ rows }) => rows)).toEqual([[[1]], [[2, 3]]])
})

it.each([NUMBERS, { text: NUMBERS.text }])('sends a statement in one write: %o', async (config) => {
  const write = vi.spyOn(client.connection.stream, 'write')
  for (const most of [1, 2]) expect((await ask(config, [most])).rows).toHaveLength(most)
  expect(write).toHaveBeenCalledTimes(2)
})

it('fails where a value cannot be read, and goes on', async () => {
  const refusing = {
    getTypeParser: () => (text: string) => {
      if (text === '2') throw new Error('It is two')
      return text
    },
  }
  const config = { text: 'SELECT generate_series(1, $1::int)', rowMode: 'array' as const }
  await expect(ask({ ...config, types: refusing } as Config, [3])).rejects.toThrow('It is two')
  expect((await ask({ ...config, types: refusing } as Config, [1])).rows).toEqual([['1']])
  expect((await ask(config, [2])).rows).toEqual([[1], [2]])
})
