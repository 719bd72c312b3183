import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LISTED_NAMES, listNames } from '#app/server/testing/listed-names.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { postgresDatabase } from './client.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('a database with the collation C sorts and finds names like any other', async () => {
  const admin = new pg.Client({ connectionString: test.url })
  await admin.connect()
  const name = `letterlend_test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${name} LOCALE 'C' ENCODING 'UTF8' TEMPLATE template0`)
  const url = new URL(test.url ?? '')
  url.pathname = `/${name}`
  const database = await postgresDatabase(url.href)
  try {
    expect(await listNames(database.orm)).toEqual(LISTED_NAMES)
  } finally {
    await database.close()
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
})
