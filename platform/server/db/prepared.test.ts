import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { users } from '../identity/tables.ts'
import type { Db } from './client.ts'
import { type Asking, isOneOf, prepared } from './prepared.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('a prepared query is built once and runs with other values', async () => {
  const { orm } = test.database
  const [one, other] = [await createUser(orm), await createUser(orm)]
  const query = vi.fn((db: Db, { id }: Asking<{ id: string }>) =>
    db.select({ id: users.id }).from(users).where(eq(users.id, id)),
  )
  const find = prepared('test_user', query)
  expect(await find(orm, { id: one.id })).toEqual([{ id: one.id }])
  expect(await find(orm, { id: other.id })).toEqual([{ id: other.id }])
  expect(query).toHaveBeenCalledTimes(1)
})

it('a prepared query sees what its transaction wrote', async () => {
  const { orm } = test.database
  const find = prepared('test_user_again', (db, { ids }: Asking<{ ids: string[] }>) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(isOneOf(users.id, ids, 'uuid')),
  )
  expect(await find(orm, { ids: [] })).toEqual([])
  await orm.transaction(async (tx) => {
    const { id } = await createUser(tx)
    expect(await find(tx, { ids: [id] })).toEqual([{ id }])
  })
})

it('a prepared query has one statement per shape', async () => {
  const { orm } = test.database
  const { id } = await createUser(orm, { firstname: 'Zora' })
  const find = prepared(
    'test_user_by',
    (db, { value }: Asking<{ value: string }>, by: 'email' | 'firstname') =>
      db.select({ id: users.id }).from(users).where(eq(users[by], value)),
  )
  expect(await find(orm, { value: 'Zora' }, 'firstname')).toEqual([{ id }])
  expect(await find(orm, { value: 'Zora' }, 'email')).toEqual([])
})

it('a prepared query with several choices has one statement per combination', async () => {
  const { orm } = test.database
  const { id } = await createUser(orm, { firstname: 'Yara' })
  const find = prepared(
    'test_user_chosen',
    (
      db,
      { value }: Asking<{ value: string }>,
      { by, order }: { by: 'email' | 'firstname'; order: 'up' | 'down' },
    ) =>
      db
        .select({ id: users.id })
        .from(users)
        .where(eq(users[by], value))
        .orderBy(order === 'up' ? users.id : desc(users.id)),
  )
  const { id: namesake } = await createUser(orm, { firstname: 'Yara' })
  const upwards = [id, namesake].sort().map((each) => ({ id: each }))
  const value = 'Yara'
  expect(await find(orm, { value }, { by: 'firstname', order: 'up' })).toEqual(upwards)
  expect(await find(orm, { value }, { by: 'firstname', order: 'down' })).toEqual(
    upwards.toReversed(),
  )
  expect(await find(orm, { value }, { by: 'email', order: 'down' })).toEqual([])
})

it('a prepared query rejects a missing value instead of using null', async () => {
  const { orm } = test.database
  const find = prepared('test_user_of_both', (db, values: Asking<{ id: string; name: string }>) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, values.id), eq(users.firstname, values.name))),
  )
  const { id } = await createUser(orm, { firstname: 'Xenia' })
  expect(await find(orm, { id, name: 'Xenia' })).toEqual([{ id }])
  await expect(find(orm, { id } as { id: string; name: string })).rejects.toThrow(
    'No value for placeholder',
  )
})

it('a prepared query that was built outside a transaction runs inside one', async () => {
  const { orm } = test.database
  const find = prepared('test_user_within', (db, { id }: Asking<{ id: string }>) =>
    db.select({ id: users.id }).from(users).where(eq(users.id, id)),
  )
  const { id } = await createUser(orm)
  expect(await find(orm, { id })).toEqual([{ id }])
  const undone = orm.transaction(async (tx) => {
    await tx.delete(users).where(eq(users.id, id))
    expect(await find(tx, { id })).toEqual([])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await find(orm, { id })).toEqual([{ id }])
})
