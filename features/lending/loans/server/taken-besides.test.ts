import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { loansApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const find = ({ token }: { token: string }, { id }: Transaction) =>
  test.call(loansApi.takenBesides, { as: token, query: { transaction_id: id } })
const takenFor = async (user: TestUser, asked: Transaction) => (await find(user, asked)).body

/** Two borrowers ask for the same ladder, and the first one gets it from the second to the fourth day from today. */
async function twoRequests() {
  const {
    borrower,
    lender,
    owner,
    asked: first,
  } = await loans.request({
    wanted_from: loans.dayFromNow(2),
    wanted_until: loans.dayFromNow(4),
  })
  const second = await loans.newBorrower()
  const asked = await loans.ask(second, lender, { wanted_from: loans.dayFromNow(3) })
  await loans.accept(owner, first)
  return { borrower, lender, owner, first, second, asked }
}
const taken = () => [{ from: loans.dayFromNow(2), until: loans.dayFromNow(4) }]

describe('GET /transactions/takenBesides', () => {
  it('returns to both sides the days on which the item is promised to others', async () => {
    const { owner, second, asked, borrower, first, lender } = await twoRequests()
    expect(await takenFor(owner, asked)).toEqual(taken())
    expect(await takenFor(second, asked)).toEqual(taken())
    // The days of the transaction itself are not included.
    expect(await takenFor(owner, first)).toEqual([])
    expect(await takenFor(borrower, first)).toEqual([])
    expect((await loans.tryToAnswer(owner, asked, { answer: 'accept' })).error.code).toBe(
      'already_lent',
    )
    const member = await loans.join(lender)
    expect((await find(member, asked)).status).toBe(404)
    const later = await loans.ask(await loans.newBorrower(), lender)
    expect(await takenFor(member, later)).toEqual(taken())
  })

  it('returns 404 to everyone else, and no days after the request has ended', async () => {
    const { owner, borrower, second, asked } = await twoRequests()
    for (const user of [borrower, await loans.newBorrower()]) {
      expect((await find(user, asked)).status).toBe(404)
    }
    const query = { transaction_id: asked.id }
    expect((await test.call(loansApi.takenBesides, { query })).status).toBe(401)
    const malformed = { as: owner.token, query: { transaction_id: 'x' } }
    expect((await test.call(loansApi.takenBesides, malformed)).status).toBe(404)
    await loans.decline(owner, asked)
    expect(await takenFor(second, asked)).toEqual([])
  })

  it('returns no days across a block, not even for an item that is out', async () => {
    const { lender, owner, borrower, first } = await twoRequests()
    await loans.step('handOver', owner, first)
    const third = await loans.newBorrower()
    const later = await loans.ask(third, lender, { wanted_from: loans.dayFromNow(6) })
    await loans.accept(owner, later)
    expect(await takenFor(borrower, first)).toHaveLength(1)
    await test.call(blocksApi.block, { as: owner.token, body: { user_id: borrower.id } })
    expect(await takenFor(borrower, first)).toEqual([])
    expect(await takenFor(owner, first)).toEqual([])
  })

  it('returns the days to a conversation session', async () => {
    const { owner, asked } = await twoRequests()
    const token = await createSession(
      test.deps.database.orm,
      { userId: owner.id, conversation: asked.id },
      test.deps.clock(),
    )
    expect((await find({ token }, asked)).body).toEqual(taken())
  })
})
