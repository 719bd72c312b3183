import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { countUnknownMigrations } from './newer-schema.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('an older version notices what a newer one has done to the database', async () => {
  const { database } = test
  expect(await countUnknownMigrations(database)).toBe(0)
  await database.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
     SELECT 'of a newer version', max(created_at) + 1 FROM drizzle.__drizzle_migrations`,
  )
  expect(await countUnknownMigrations(database)).toBe(1)
})
