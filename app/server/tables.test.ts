import { readdir } from 'node:fs/promises'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import journal from '#platform/server/db/migrations/meta/_journal.json' with { type: 'json' }
import { MIGRATIONS_FOLDER } from '#platform/server/paths.ts'
import * as schema from './tables.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('describes the tables that the migrations make', async () => {
  const rows = await test.database.query<{ name: string; nullable: boolean }>(
    `SELECT table_name || '.' || column_name AS name, is_nullable = 'YES' AS nullable
     FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`,
  )
  const described = Object.values(schema)
    .filter((value) => is(value, Table))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => ({
        name: `${getTableName(table)}.${column.name}`,
        nullable: !column.notNull,
      })),
    )
  expect(described.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
    rows.sort((a, b) => (a.name < b.name ? -1 : 1)),
  )
})

// The migrator skips without a word whatever is not later than the last one applied.
it('runs each migration, in the order of the files', async () => {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files)
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

it('holds the invariants against whoever writes', async () => {
  const { query } = test.database
  const [user] = await query<{ id: string }>(
    `INSERT INTO users (email) VALUES ('a@example.org') RETURNING id`,
  )
  const letterbox = (columns: string, values: string) =>
    query(
      `INSERT INTO letterboxes (user_id, address, postcode, city, country${columns})
       VALUES ($1, 'Weg 1', '1', 'Ort', 'CH'${values})`,
      [user?.id],
    )
  await expect(query(`INSERT INTO users (email) VALUES ('A@example.org')`)).rejects.toThrow(
    /users_email_key/,
  )
  await expect(letterbox(', latitude, longitude', ', 91, 0')).rejects.toThrow(/check/)
  await expect(letterbox(', latitude, longitude', ", 'NaN', 0")).rejects.toThrow(/check/)
  await expect(letterbox(', latitude', ', 47')).rejects.toThrow(/check/)
  await letterbox('', '')
  await expect(letterbox('', '')).rejects.toThrow(/letterboxes_user_id_key/)
})
