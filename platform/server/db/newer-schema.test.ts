import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explain } from '#app/server/failures.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from './client.ts'
import { countUnknownMigrations } from './newer-schema.ts'
import { openPglite } from './pglite.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('an older version notices the migrations of a newer version', async () => {
  const { database } = test
  expect(await countUnknownMigrations(database)).toBe(0)
  await database.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
     SELECT 'of a newer version', max(created_at) + 1 FROM drizzle.__drizzle_migrations`,
  )
  expect(await countUnknownMigrations(database)).toBe(1)
})

it('a database with all migrations of a checkout before 1.0.0 is used as it is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'letterlend-checkout-'))
  const config = readConfig({ DATA_DIR: dataDir })
  const before = await openDatabase(config)
  await before.query("INSERT INTO users (email) VALUES ('ada@example.org')")
  // Such a checkout applied many migrations, the last one at the time of the first schema.
  await before.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
     SELECT 'of a checkout', created_at - 1 FROM drizzle.__drizzle_migrations`,
  )
  await before.close()
  const after = await openDatabase(config)
  expect(await after.query('SELECT email FROM users')).toEqual([{ email: 'ada@example.org' }])
  expect(await countUnknownMigrations(after)).toBe(0)
  await after.close()
  await rm(dataDir, { recursive: true })
}, 60_000)

it('a database that lacks the migrations before 1.0.0 stops the start with a one-sentence error, and stays unchanged', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'letterlend-unreleased-'))
  const folder = join(dataDir, 'database')
  const before = await openPglite({ dataDir: folder })
  await before.exec(
    `CREATE SCHEMA drizzle;
     CREATE TABLE drizzle.__drizzle_migrations
       (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint);
     INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('old', 480);
     CREATE TABLE users (name text);
     INSERT INTO users VALUES ('Ada')`,
  )
  await before.close()
  const failure = await openDatabase(readConfig({ DATA_DIR: dataDir })).catch(
    (error: unknown) => error,
  )
  expect(explain(failure, {})).toMatch(/before 1\.0\.0.*another DATA_DIR/)
  const after = await openPglite({ dataDir: folder })
  expect((await after.query('SELECT name FROM users')).rows).toEqual([{ name: 'Ada' }])
  await after.close()
  await rm(dataDir, { recursive: true })
}, 60_000)
