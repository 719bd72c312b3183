import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { users } from '../identity/tables.ts'
import type { Db } from './client.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const rename = (db: Db, id: string, lastname: string) =>
  db.update(users).set({ lastname }).where(eq(users.id, id))

it('a transaction that PostgreSQL ended because of a deadlock is retried', async () => {
  const { orm } = test.database
  const [one, other] = [await createUser(orm), await createUser(orm)]
  let begun = 0
  let bothBegan = () => {}
  const both = new Promise<void>((resolve) => {
    bothBegan = resolve
  })
  let oneIsDone = () => {}
  const done = new Promise<void>((resolve) => {
    oneIsDone = resolve
  })
  /** Holds the first row until the other transaction holds its first row as well. */
  const renameBoth = (ids: [string, string], name: string) =>
    orm
      .transaction(async (db) => {
        // Otherwise the two may deadlock again.
        if (begun === 2) await done
        await rename(db, ids[0], name)
        begun += 1
        if (begun === 2) bothBegan()
        await both
        await rename(db, ids[1], name)
        return name
      })
      .finally(oneIsDone)
  const names = ['There', 'Back']
  const written = await Promise.all([
    renameBoth([one.id, other.id], 'There'),
    renameBoth([other.id, one.id], 'Back'),
  ])
  expect(written).toEqual(names)
  expect(begun).toBe(3)
  const rows = await orm.select({ lastname: users.lastname }).from(users)
  const found = new Set(rows.map(({ lastname }) => lastname))
  expect(found.size).toBe(1)
  expect(names).toContain([...found][0])
})

it('a transaction is tried three times after a deadlock or serialization failure, and once after other errors', async () => {
  const { orm } = test.database
  const failing = async (code: string) => {
    let tries = 0
    const work = orm.transaction(async () => {
      tries += 1
      throw Object.assign(new Error('Ended'), { code })
    })
    await expect(work).rejects.toThrow('Ended')
    return tries
  }
  expect(await failing('40P01')).toBe(3)
  expect(await failing('40001')).toBe(3)
  expect(await failing('23505')).toBe(1)
})
