import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const lentBy = async ({ token }: TestUser) => (await test.call(loansApi.lent, { as: token })).body

describe('GET /transactions/lent', () => {
  it('returns promised items with days and borrower, sorted by the first day', async () => {
    const { lender, owner, asked } = await loans.request({
      wanted_from: loans.dayFromNow(6),
      wanted_until: loans.dayFromNow(8),
    })
    const sooner = await loans.ask(await loans.newBorrower(), lender, {
      wanted_from: loans.dayFromNow(2),
    })
    await loans.accept(owner, asked)
    await loans.accept(owner, sooner)
    const unanswered = await loans.ask(await loans.newBorrower(), lender)
    const lentRows = await lentBy(owner)
    expect(lentRows.map(({ transaction_id }) => transaction_id)).toEqual([sooner.id, asked.id])
    expect(lentRows[1]).toEqual({
      transaction_id: asked.id,
      item: asked.item,
      status: 'accepted',
      from: loans.dayFromNow(6),
      until: loans.dayFromNow(8),
      other: 'Ada',
    })
    await loans.decline(owner, sooner)
    expect((await lentBy(owner)).map(({ transaction_id }) => transaction_id)).toEqual([asked.id])
    expect(unanswered.status).toBe('requested')
  })

  it('returns returned items for 30 days, and those still out without limit', async () => {
    const { borrower, lender, owner, asked } = await loans.request({
      wanted_from: loans.dayFromNow(0),
      wanted_until: loans.dayFromNow(5),
    })
    await loans.accept(owner, asked)
    await loans.step('handOver', owner, asked)
    const back = loans.dayFromNow(2)
    test.advance(2 * DAY_MS)
    await loans.step('return', owner, asked)
    expect(await lentBy(owner)).toMatchObject([{ status: 'returned', until: back }])

    const handedOver = await loans.ask(borrower, lender, { wanted_from: loans.dayFromNow(0) })
    await loans.accept(owner, handedOver)
    await loans.step('handOver', owner, handedOver)
    test.advance(40 * DAY_MS)
    expect(await lentBy(owner)).toMatchObject([
      { transaction_id: handedOver.id, status: 'handed_over' },
    ])
  })

  it('returns two weeks for a promise without days, and an open end once the item is out', async () => {
    const { owner, asked } = await loans.request()
    await loans.accept(owner, asked)
    const days = { from: loans.dayFromNow(0), until: loans.dayFromNow(13) }
    expect(await lentBy(owner)).toMatchObject([days])
    await loans.step('handOver', owner, asked)
    expect(await lentBy(owner)).toMatchObject([{ ...days, until: null }])
  })

  it('returns to members only what was requested since they joined, and nothing to others', async () => {
    const { borrower, lender, owner, asked } = await loans.request({
      wanted_from: loans.dayFromNow(1),
    })
    test.advance(1000)
    const member = await loans.join(lender)
    test.advance(1000)
    const another = await loans.newBorrower()
    const later = await loans.ask(another, lender, { wanted_from: loans.dayFromNow(3) })
    await loans.accept(owner, asked)
    await loans.accept(owner, later)
    expect(await lentBy(owner)).toHaveLength(2)
    expect((await lentBy(member)).map(({ transaction_id }) => transaction_id)).toEqual([later.id])
    expect(await lentBy(borrower)).toEqual([])
    expect(await lentBy(await loans.newBorrower())).toEqual([])
    expect((await test.call(loansApi.lent)).status).toBe(401)
  })

  it('leaves out held requests and the name of a deleted account', async () => {
    const { borrower, owner, asked } = await loans.request({ wanted_from: loans.dayFromNow(1) })
    await loans.accept(owner, asked)
    const { orm } = test.deps.database
    const heldAt = { held_at: test.deps.clock() }
    await orm.update(transactions).set(heldAt).where(eq(transactions.id, asked.id))
    expect(await lentBy(owner)).toEqual([])
    await orm.update(transactions).set({ held_at: null }).where(eq(transactions.id, asked.id))
    await orm.delete(users).where(eq(users.id, borrower.id))
    expect(await lentBy(owner)).toMatchObject([{ transaction_id: asked.id, other: null }])
  })
})
