import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { type CopiedRow, eachCopiedRow } from './copied-rows.ts'

const ID = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
const ROWS = `
  SELECT '${ID}'::uuid, 47.3712345::float8, true, '2026-11-25 01:02:03.456789+00'::timestamptz, '{7,32767,1}'::smallint[]
  UNION ALL SELECT '${ID}', -0.5, false, '1969-12-31 23:59:59.999+00', '{}'
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL`
const READ = [
  {
    id: ID,
    double: 47.3712345,
    boolean: true,
    at: '2026-11-25T01:02:03.456Z',
    list: [7, 32767, 1],
  },
  { id: ID, double: -0.5, boolean: false, at: '1969-12-31T23:59:59.999Z', list: [] },
  null,
]

let test: TestDatabase
let copied: Buffer
beforeAll(async () => {
  test = await createTestDatabase()
  copied = await copiedBy(ROWS)
})
afterAll(() => test.drop())

async function copiedBy(select: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of test.database.copyOut(select) ?? []) parts.push(part)
  return Buffer.concat(parts)
}

function valuesOf(row: CopiedRow) {
  if (row.isNull(0)) return null
  const list = [99]
  row.smallints(4, list)
  const hex = row.bytes.toString('hex', row.startOf(0), row.startOf(0) + 16)
  return {
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    double: row.double(1),
    boolean: row.boolean(2),
    at: new Date(row.milliseconds(3)).toISOString(),
    list,
  }
}

async function readFrom(parts: readonly Buffer[], fieldCount = 5) {
  const rows: ReturnType<typeof valuesOf>[] = []
  async function* arriving() {
    yield* parts
  }
  await eachCopiedRow(arriving(), fieldCount, (row) => rows.push(valuesOf(row)))
  return rows
}

it('the reader decodes what PostgreSQL sends, however it is split into chunks', async () => {
  expect(await readFrom([copied])).toEqual(READ)
  for (let end = 1; end < copied.length; end++) {
    expect(await readFrom([copied.subarray(0, end), copied.subarray(end)])).toEqual(READ)
  }
  expect(await readFrom([...copied].map((byte) => Buffer.of(byte)))).toEqual(READ)
})

it('the reader rejects data that ends early, has another number of fields or another format', async () => {
  for (let end = 0; end < copied.length - 1; end++) {
    await expect(readFrom([copied.subarray(0, end)])).rejects.toThrow('ended before its last row')
  }
  await expect(readFrom([copied], 4)).rejects.toThrow('Unexpected number of fields: 5')
  await expect(readFrom([Buffer.alloc(copied.length)])).rejects.toThrow('not the binary format')
})

it('a COPY is exempt from the statement timeout', async () => {
  const timeoutOf = "current_setting('statement_timeout')"
  expect((await copiedBy(`SELECT ${timeoutOf}`)).includes('15s')).toBe(false)
  const { rows } = (await test.database.orm.execute(sql.raw(`SELECT ${timeoutOf} AS limit`))) as {
    rows: unknown[]
  }
  expect(rows).toEqual([{ limit: '15s' }])
})

it('a COPY that its reader abandons returns its connection to the pool', async () => {
  for (let i = 0; i < 12; i++) {
    for await (const _ of test.database.copyOut('SELECT generate_series(1, 1000000)') ?? []) break
  }
  expect(await test.database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

it('a COPY fails if its connection breaks half-way', async () => {
  const endIt = () =>
    test.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (SELECT generate_series%'",
    )
  let isEnded = false
  async function* broken() {
    for await (const part of test.database.copyOut('SELECT generate_series(1, 5000000)') ?? []) {
      if (!isEnded) await endIt()
      isEnded = true
      yield part
    }
  }
  // Either PostgreSQL's error or the lost connection, depending on which the driver reads first.
  await expect(eachCopiedRow(broken(), 1, () => {})).rejects.toThrow(
    /^(terminating connection|Connection terminated)/,
  )
})
