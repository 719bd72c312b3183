import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AskedQuestions } from '#app/server/testing/asked-questions.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { Db } from './client.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const divideBy = (db: Db, number: number) =>
  db.select({ answer: sql<number>`2 / ${number}::int` }).from(sql`(VALUES (1)) AS nothing`)

it('independent queries of a transaction get their own answers, in order', async () => {
  const answers = await test.database.orm.transaction((tx) =>
    Promise.all([divideBy(tx, 1), 'no query', divideBy(tx, 2)]),
  )
  expect(answers).toEqual([[{ answer: 2 }], 'no query', [{ answer: 1 }]])
})

it('a failing query among others fails its transaction with the error of the database', async () => {
  const failing = test.database.orm.transaction((tx) =>
    Promise.all([divideBy(tx, 1), divideBy(tx, 0), divideBy(tx, 2)]),
  )
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(await divideBy(test.database.orm, 2)).toEqual([{ answer: 1 }])
})

it('a branch that continues after the rollback of its transaction sends no query', async () => {
  const { orm } = test.database
  let rollBack = () => {}
  const rolledBack = new Promise<void>((resolve) => {
    rollBack = resolve
  })
  const table = sql`CREATE TABLE written_too_late (id int)`
  let late: Promise<unknown> = Promise.resolve()
  const failing = orm.transaction((tx) => {
    late = rolledBack.then(() => tx.execute(table))
    return Promise.all([late, divideBy(tx, 0)])
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
  rollBack()
  await expect(late).rejects.toThrow()
  expect(await test.database.query("SELECT to_regclass('written_too_late') AS name")).toEqual([
    { name: null },
  ])
})

it('the statements of a call are reported to a subscriber', async () => {
  const asked = new AskedQuestions()
  const { questions } = await asked.during(() =>
    test.database.orm.transaction((tx) => divideBy(tx, 2)),
  )
  asked.stop()
  expect(questions).toEqual([
    { text: 'select 2 / $1::int from (VALUES (1)) AS nothing', values: [2] },
  ])
})
