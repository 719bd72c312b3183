import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AskedQuestions } from '#app/server/testing/asked-questions.ts'
import { createTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { Db } from './client.ts'
import { type Asking, prepared } from './prepared.ts'
import { together } from './together.ts'

let asked: AskedQuestions
let test: TestDatabase
beforeAll(async () => {
  asked = new AskedQuestions()
  test = await createTestDatabase()
})
afterAll(async () => {
  await test.drop()
  asked.stop()
})

const ask = (db: Db, answer: number) =>
  db.select({ answer: sql<number>`1 / ${answer}::int` }).from(sql`(VALUES (1)) AS nothing`)

it('asks all parts at once, and answers in their order', async () => {
  const { result, questions } = await asked.during(() =>
    test.database.orm.transaction((tx) => together([ask(tx, 1), 'no question', ask(tx, 2)])),
  )
  expect(result).toEqual([[{ answer: 1 }], 'no question', [{ answer: 0 }]])
  expect(questions.map(({ step }) => step)).toEqual([1, 2, 2, 3])
})

it('sends what is prepared in the order of the parts, before the others', async () => {
  const askPrepared = prepared('together_test', (db, { number }: Asking<{ number: number }>) =>
    db.select({ answer: sql<number>`${number}::int` }).from(sql`(VALUES (1)) AS nothing`),
  )
  // As locks are taken: by functions that ask it first of all.
  const askFirst = async (db: Db, number: number) => (await askPrepared(db, { number }))[0]?.answer
  const { questions } = await asked.during(() =>
    test.database.orm.transaction((tx) => together([ask(tx, 3), askFirst(tx, 1), askFirst(tx, 2)])),
  )
  const sent = questions.filter(({ text }) => text.startsWith('select'))
  expect(sent.map(({ values }) => Number(values[0]))).toEqual([1, 2, 3])
})

it('waits for what is under way when a part fails, and throws the first failure', async () => {
  const done: string[] = []
  const inTransaction = test.database.orm.transaction((tx) =>
    together([
      ask(tx, 0).finally(() => done.push('broken')),
      // Its second question would come after the rollback.
      ask(tx, 1)
        .catch(() => ask(tx, 1))
        .catch(() => done.push('aborted')),
    ]),
  )
  await expect(inTransaction).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(done).toEqual(['broken', 'aborted'])
})

it('lets others go on when somebody gives up without asking', async () => {
  const done: string[] = []
  const inTransaction = test.database.orm.transaction((tx) =>
    together([
      Promise.reject(new Error('no')),
      ask(tx, 1)
        .then(() => ask(tx, 1))
        .then(() => done.push('both')),
    ]),
  )
  await expect(inTransaction).rejects.toThrow('no')
  expect(done).toEqual(['both'])
})
