import { and, asc, DrizzleQueryError, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { users } from '../identity/tables.ts'
import type { Db } from './client.ts'
import { type Asking, isOneOf, listing, prepared } from './prepared.ts'
import { holds } from './text-search.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('puts a query together once, and runs it with other values', async () => {
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

it('sees within a transaction what the transaction wrote', async () => {
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

it('is put together once for all transactions, and outlives the first one', async () => {
  const { orm } = test.database
  const { id } = await createUser(orm)
  const query = vi.fn((db: Db, values: Asking<{ id: string }>) =>
    db.select({ id: users.id }).from(users).where(eq(users.id, values.id)),
  )
  const find = prepared('test_user_in_transactions', query)
  for (let i = 0; i < 2; i++) {
    expect(await orm.transaction((tx) => find(tx, { id }))).toEqual([{ id }])
  }
  expect(await find(orm, { id })).toEqual([{ id }])
  expect(query).toHaveBeenCalledTimes(1)
})

it('has a statement for each shape', async () => {
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

it('has a statement for each choice of a shape of several', async () => {
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

it('makes the same objects of rows as the ORM', async () => {
  const { orm } = test.database
  const { owner } = await createLetterbox(orm)
  const { id: other } = await createUser(orm)
  const again = alias(users, 'again')
  const select = (db: Db) =>
    db
      .select({
        user: users,
        own: letterboxes,
        place: { city: letterboxes.city, all: sql<string>`'all'` },
        mixed: { box: letterboxes.id, id: users.id, since: users.created_at },
        nobody: again,
        days: sql<Date | null>`max(${users.created_at}) OVER ()`.mapWith(users.created_at),
        tags: sql<string[]>`ARRAY['a', 'b']`.as('tags'),
        json: sql<{ at: string }>`json_build_object('at', ${users.created_at})`,
        none: sql<null>`NULL`,
      })
      .from(users)
      .leftJoin(letterboxes, eq(letterboxes.user_id, users.id))
      .leftJoin(again, sql`false`)
      .orderBy(asc(users.id))
  const read = prepared('test_rows', select)
  const rows = await read(orm, {})
  expect(rows).toEqual(await select(orm))
  expect(rows.find(({ user }) => user.id === owner.id)?.own).toMatchObject({ user_id: owner.id })
  expect(rows.find(({ user }) => user.id === other)).toMatchObject({ own: null, nobody: null })
  const plain = (db: Db) => db.select().from(users).orderBy(asc(users.id))
  expect(await prepared('test_plain_rows', plain)(orm, {})).toEqual(await plain(orm))
})

it('does not take what is left out for null', async () => {
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
    'Unexpected missing value: name',
  )
})

it('fails with its text, and with what the database says', async () => {
  const divide = prepared('test_division', (db, { by }: Asking<{ by: number }>) =>
    db.select({ share: sql<number>`10 / ${by}::int` }).from(users),
  )
  await createUser(test.database.orm)
  const failure = divide(test.database.orm, { by: 0 })
  await expect(failure).rejects.toBeInstanceOf(DrizzleQueryError)
  await expect(failure).rejects.toMatchObject({
    query: 'select 10 / $1::int from "users"',
    params: [0],
    cause: { code: '22012' },
  })
})

it('has a query for each set of values of a list that are there', async () => {
  const { orm } = test.database
  const { id } = await createUser(orm, { firstname: 'Wanda', lastname: 'Hohl' })
  const { id: namesake } = await createUser(orm, { firstname: 'Wanda', lastname: '100%' })
  const query = vi.fn(
    (db: Db, values: Asking<{ firstname?: string; part?: string; most: number }>) =>
      db
        .select({ id: users.id })
        .from(users)
        .where(
          and(
            values.firstname && eq(users.firstname, values.firstname),
            values.part && holds(users.lastname, values.part),
          ),
        )
        .orderBy(users.created_at)
        .limit(values.most),
  )
  const list = listing(['most'], query)
  expect(await list(orm, { firstname: 'Wanda', most: 9 })).toEqual([{ id }, { id: namesake }])
  expect(await list(orm, { firstname: 'Wanda', part: 'OH', most: 9 })).toEqual([{ id }])
  expect(await list(orm, { firstname: 'Wanda', part: '0%', most: 9 })).toEqual([{ id: namesake }])
  expect(await list(orm, { firstname: 'Wanda', most: 1 })).toEqual([{ id }])
  expect(await list(orm, { firstname: 'Nobody', most: 9 })).toEqual([])
  expect(query).toHaveBeenCalledTimes(2)
})

it('runs within a transaction what was put together outside of it', async () => {
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
