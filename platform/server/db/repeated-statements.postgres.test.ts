import { eq } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { users } from '../identity/tables.ts'
import { type Database, type Db, postgresDatabase } from './client.ts'
import { type Asking, listing } from './prepared.ts'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = await postgresDatabase(test.url ?? '')
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

/** The statements that the server keeps for the connection, which is always the same where one asks after the other. */
async function kept(): Promise<string[]> {
  const rows = await database.query<{ statement: string }>(
    'SELECT statement FROM pg_prepared_statements',
  )
  return rows.map(({ statement }) => statement)
}

const find = (db: Db, id: string) =>
  db.select({ lastname: users.lastname }).from(users).where(eq(users.id, id))

it('keeps a query of the ORM that comes again, and no other', async () => {
  const { id } = await createUser(database.orm)
  await find(database.orm, id)
  expect((await kept()).filter((statement) => statement.startsWith('select "lastname"'))).toEqual(
    [],
  )
  const [row] = await find(database.orm, id)
  expect(
    (await kept()).filter((statement) => statement.startsWith('select "lastname"')),
  ).toHaveLength(1)
  expect(await find(database.orm, id)).toEqual([row])
})

it('keeps it within transactions as well, also after one that was rolled back', async () => {
  const { id } = await createUser(database.orm)
  const before = await find(database.orm, id)
  const rename = (db: Db, name: string) =>
    db.update(users).set({ lastname: name }).where(eq(users.id, id)).returning({ id: users.id })
  for (let i = 0; i < 3; i++) {
    const failing = database.orm.transaction(async (tx) => {
      expect(await rename(tx, `name ${i}`)).toEqual([{ id }])
      throw new Error('rolled back on purpose')
    })
    await expect(failing).rejects.toThrow('rolled back on purpose')
    expect(await find(database.orm, id)).toEqual(before)
  }
  expect((await kept()).filter((statement) => statement.startsWith('update "users"'))).toHaveLength(
    1,
  )
})

it('keeps a list without filters, and none with, whose best plan depends on the values', async () => {
  const list = listing(['most'], (db, { city, most }: Asking<{ city?: string; most: number }>) =>
    db
      .select({ firstname: users.firstname })
      .from(users)
      .where(city && eq(users.lastname, city))
      .limit(most),
  )
  const keptLists = async () =>
    (await kept()).filter((statement) => statement.startsWith('select "firstname"'))
  for (let i = 0; i < 3; i++) await list(database.orm, { city: 'x', most: 1 })
  expect(await keptLists()).toEqual([])
  for (let i = 0; i < 3; i++) expect(await list(database.orm, { most: 1 })).toHaveLength(1)
  expect(await keptLists()).toEqual(['select "firstname" from "users" limit $1'])
})

it('gives up a connection whose statements are out of date, in a transaction as well', async () => {
  await database.query('CREATE TABLE things (name text)')
  await database.query("INSERT INTO things VALUES ('5')")
  const things = pgTable('things', { name: text() })
  const read = (db: Db) => db.select({ name: things.name }).from(things)
  const readInside = () => database.orm.transaction((tx) => read(tx))
  for (let i = 0; i < 3; i++) expect([await read(database.orm), await readInside()]).toHaveLength(2)
  await database.query('ALTER TABLE things ALTER COLUMN name TYPE int USING name::int')
  const outdated = { cause: expect.objectContaining({ code: '0A000' }) }
  await expect(readInside()).rejects.toMatchObject(outdated)
  expect(await readInside()).toEqual([{ name: 5 }])
  expect(await read(database.orm)).toEqual([{ name: 5 }])
})
