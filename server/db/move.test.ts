import { getTableName, is, Table } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLetterbox, createUser } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { MOVED_TABLES, moveData, TargetNotEmptyError } from './move.ts'
import * as schema from './schema.ts'

let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
  source = await createTestDatabase()
  target = await createTestDatabase()
})
afterAll(async () => {
  await source.drop()
  await target.drop()
})

it('knows every table', () => {
  const tables = Object.values(schema)
    .filter((value) => is(value, Table))
    .map((table) => getTableName(table))
  expect(Object.keys(MOVED_TABLES).sort()).toEqual(tables.sort())
})

it('copies a community whole, and refuses to do it twice', async () => {
  const { orm } = source.database
  const letterbox = await createLetterbox(orm, { items: [1, 2], address: 'Quellenweg 7' })
  const borrower = await createUser(orm)
  await orm.insert(schema.transactions).values({
    item_id: 1,
    borrower_id: borrower.id,
    renter_id: letterbox.owner.id,
  })
  const announced = { title: 'Summer party', content: 'On Friday.' }
  await orm.insert(schema.announcements).values(announced)
  for (let count = 0; count < 501; count++) {
    await orm.insert(schema.geocoding_cache).values({ key: `place ${count}`, result: { count } })
  }
  const moved: Record<string, number> = {}
  await moveData(source.database, target.database, (table, rows) => {
    moved[table] = rows
  })
  expect(moved).toMatchObject({
    users: 2,
    letterboxes: 1,
    letterbox_items: 2,
    transactions: 1,
    geocoding_cache: 501,
  })
  const rows = (database: TestDatabase) => database.database.query('SELECT * FROM letterboxes')
  expect(await rows(target)).toEqual(await rows(source))
  // The next announcement gets a number of its own.
  const next = await target.database.orm.insert(schema.announcements).values(announced).returning()
  expect(next).toMatchObject([{ id: 4 }])
  await expect(moveData(source.database, target.database, () => {})).rejects.toThrow(
    TargetNotEmptyError,
  )
})
