import { AsyncLocalStorage } from 'node:async_hooks'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { AskedQuestions } from './testing/asked-questions.ts'
import { type BusyAccount, createBusyAccount } from './testing/busy-account.ts'
import { pageCallsOf } from './testing/page-calls.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

/** How often the ORM built SQL in the current call, which costs more than running a prepared statement. */
const puttingTogether = new AsyncLocalStorage<{ count: number }>()
const { sqlToQuery } = PgDialect.prototype
vi.spyOn(PgDialect.prototype, 'sqlToQuery').mockImplementation(function (
  this: PgDialect,
  ...parts
) {
  const ofCall = puttingTogether.getStore()
  if (ofCall) ofCall.count += 1
  return sqlToQuery.apply(this, parts)
})

let asked: AskedQuestions
let testDatabase: TestDatabase
let account: BusyAccount
let test: TestApp
beforeAll(async () => {
  asked = new AskedQuestions()
  testDatabase = await createTestDatabase()
  const { database } = testDatabase
  // Created before the app starts, so that its map contains all letterboxes.
  account = await createBusyAccount(database.orm)
  test = await createTestApp({ deps: { database } })
})
afterAll(async () => {
  await test.close()
  await testDatabase.drop()
  asked.stop()
})

/** Update the file after an intended change (`--update`). "Anew" counts statements that are not prepared. */
it('each frequent call sends the recorded number of queries', async () => {
  const lines: string[] = []
  for (const { name, path, token } of pageCallsOf(account)) {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const call = () => test.app.inject({ url: path, headers })
    // Excludes what the first call of an account within an hour writes.
    await call()
    const anew = { count: 0 }
    const { result, questions } = await puttingTogether.run(anew, () => asked.during(call))
    expect([name, result.statusCode]).toEqual([name, 200])
    lines.push(`${name}: ${questions.length} questions, ${anew.count} anew`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('questions-per-call.txt')
})
