import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { AskedQuestions } from './testing/asked-questions.ts'
import { LADDER, loansOf } from './testing/loans.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let asked: AskedQuestions
let testDatabase: TestDatabase
let test: TestApp
beforeAll(async () => {
  asked = new AskedQuestions()
  testDatabase = await createTestDatabase()
  test = await createTestApp({ deps: { database: testDatabase.database } })
})
afterAll(async () => {
  await test.close()
  await testDatabase.drop()
  asked.stop()
})

/** Like `questions-per-call.txt`, for writes: each loan step holds locks while it queries. */
it('each step of a loan sends the recorded number of queries', async () => {
  const loans = loansOf(test)
  const [borrower, lender] = [await loans.newBorrower(), await loans.newLender()]
  const { owner } = lender
  const lines: string[] = []
  async function count<T>(name: string, call: () => Promise<{ status: number; body: T }>) {
    const { result, questions } = await asked.during(call)
    lines.push(`${name}: ${result.status}, ${questions.length} questions`)
    return result.body
  }
  /** Excludes what the first call of an account within an hour writes. */
  const begin = async () => loans.ask(borrower, lender, { wanted_from: loans.dayFromNow(3) })
  const first = await begin()
  await loans.decline(owner, first)

  const bodyOf = (transaction_id: string) => ({ transaction_id, request_id: randomUUID() })
  const request = await count('ask', () =>
    test.call(requestsApi.create, {
      as: borrower.token,
      body: {
        renter_id: owner.id,
        item_id: LADDER,
        text: 'May I borrow it?',
        wanted_from: loans.dayFromNow(3),
        wanted_until: loans.dayFromNow(5),
      },
    }),
  )
  const { id } = request
  const days = { return_by: loans.dayFromNow(7) }
  await count('propose other days', () =>
    test.call(loansApi.propose, {
      as: owner.token,
      body: { ...bodyOf(id), wanted_from: loans.dayFromNow(4) },
    }),
  )
  await count('yes', () =>
    test.call(loansApi.answer, { as: borrower.token, body: { ...bodyOf(id), answer: 'accept' } }),
  )
  await count('ask for other days', () =>
    test.call(loansApi.changeDays, { as: borrower.token, body: { ...bodyOf(id), ...days } }),
  )
  await count('yes to other days', () =>
    test.call(loansApi.agreeDays, { as: owner.token, body: { ...bodyOf(id), ...days } }),
  )
  await count('hand over', () =>
    test.call(loansApi.handOver, { as: owner.token, body: bodyOf(id) }),
  )
  await count('undo', () => test.call(loansApi.undo, { as: owner.token, body: bodyOf(id) }))
  await test.call(loansApi.handOver, { as: owner.token, body: bodyOf(id) })
  await count('return', () => test.call(loansApi.return, { as: owner.token, body: bodyOf(id) }))
  await count('a step too late', () =>
    test.call(loansApi.handOver, { as: owner.token, body: bodyOf(id) }),
  )
  const declined = await begin()
  await count('no', () =>
    test.call(loansApi.answer, {
      as: owner.token,
      body: { ...bodyOf(declined.id), answer: 'decline' },
    }),
  )
  const withdrawn = await begin()
  await count('withdraw', () =>
    test.call(loansApi.withdraw, { as: borrower.token, body: bodyOf(withdrawn.id) }),
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('questions-per-step.txt')
})
