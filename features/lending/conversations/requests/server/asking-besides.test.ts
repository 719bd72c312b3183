import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestLetterbox, TestUser } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { requestsApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const askBesides = (
  borrower: TestUser,
  lenders: TestLetterbox[],
  besides: string,
  more: { request_id?: string; item_id?: number } = {},
) =>
  test.call(requestsApi.ask, {
    as: borrower.token,
    body: {
      renter_ids: lenders.map(({ owner }) => owner.id),
      item_id: LADDER,
      text: 'Who else has a ladder?',
      besides,
      ...more,
    },
  })
/** Sends the same request each time it is called. */
function askingAgain(borrower: TestUser, lenders: TestLetterbox[]) {
  const body = {
    renter_ids: lenders.map(({ owner }) => owner.id),
    item_id: LADDER,
    text: 'Who has a ladder?',
    request_id: randomUUID(),
  }
  return () => test.call(requestsApi.ask, { as: borrower.token, body })
}
const statusOf = async (user: TestUser, asked: Transaction) =>
  (await loans.seenBy(user, asked))?.status

describe('asking more lenders while a request waits', () => {
  it('joins them to one ask: a yes of any lender withdraws the other requests', async () => {
    for (const whoSaysYes of ['the first one', 'a new one']) {
      const { borrower, owner, asked } = await loans.request()
      const [one, two] = [await loans.newLender(), await loans.newLender()]
      const { status, body } = await askBesides(borrower, [one, two], asked.id)
      expect(status).toBe(201)
      expect(body.map(({ asked_several }) => asked_several)).toEqual([3, 3])
      expect((await loans.seenBy(borrower, asked))?.asked_several).toBe(3)
      const [first, second] = body as [Transaction, Transaction]
      if (whoSaysYes === 'the first one') {
        await loans.accept(owner, asked)
        expect(await statusOf(borrower, first)).toBe('withdrawn')
      } else {
        await loans.accept(one.owner, first)
        expect(await statusOf(borrower, asked)).toBe('withdrawn')
      }
      expect(await statusOf(borrower, second)).toBe('withdrawn')
    }
  })

  it('extends an ask of several lenders, also more than once', async () => {
    const borrower = await loans.newBorrower()
    const lenders = [await loans.newLender(), await loans.newLender()]
    const [asked, sibling] = (await loans.askSeveral(borrower, lenders)) as [
      Transaction,
      Transaction,
    ]
    const third = await loans.newLender()
    const fourth = await loans.newLender()
    const [next] = (await askBesides(borrower, [third], asked.id)).body as [Transaction]
    const [last] = (await askBesides(borrower, [fourth], next.id)).body as [Transaction]
    expect(last.asked_several).toBe(4)
    await loans.accept(fourth.owner, last)
    for (const each of [asked, sibling, next]) {
      expect(await statusOf(borrower, each)).toBe('withdrawn')
    }
  })

  it('still allows the first ask to be sent again under its request id', async () => {
    const borrower = await loans.newBorrower()
    const lenders = [await loans.newLender(), await loans.newLender()]
    const ask = askingAgain(borrower, lenders)
    const first = await ask()
    const [asked] = first.body as [Transaction]
    await askBesides(borrower, [await loans.newLender()], asked.id)
    const again = await ask()
    expect(again.body.map(({ id }) => id).sort()).toEqual(first.body.map(({ id }) => id).sort())
    expect(asked.asked_several).toBe(2)
    expect((await loans.seenBy(borrower, asked))?.asked_several).toBe(3)
  })

  it('sends one ask per request id', async () => {
    const { borrower, asked } = await loans.request()
    const lender = await loans.newLender()
    const request_id = randomUUID()
    const first = await askBesides(borrower, [lender], asked.id, { request_id })
    const again = await askBesides(borrower, [lender], asked.id, { request_id })
    expect(again.body.map(({ id }) => id)).toEqual(first.body.map(({ id }) => id))
    expect(await loans.list(borrower)).toHaveLength(2)
    const { asked: another } = await loans.request()
    const conflict = await askBesides(borrower, [lender], another.id, { request_id })
    expect(conflict.status).toBe(409)
  })

  it('returns the same requests when repeated, also if a lender had been asked before', async () => {
    const { borrower, lender, asked } = await loans.request()
    const request_id = randomUUID()
    const lenders = [lender, await loans.newLender()]
    const first = await askBesides(borrower, lenders, asked.id, { request_id })
    const again = await askBesides(borrower, lenders, asked.id, { request_id })
    const ids = first.body.map(({ id }) => id)
    // A lender who was asked before is not asked a second time.
    expect(ids).toHaveLength(1)
    expect(ids).not.toContain(asked.id)
    expect(again.body.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  it('returns the same requests when repeated after a lender has deleted the account', async () => {
    const borrower = await loans.newBorrower()
    const lenders = [await loans.newLender(), await loans.newLender()]
    const ask = askingAgain(borrower, lenders)
    const first = await ask()
    for (const { owner } of lenders) {
      expect((await test.call(accountsApi.remove, { as: owner.token })).status).toBe(204)
      const again = await ask()
      expect(again.body.map(({ id }) => id).sort()).toEqual(first.body.map(({ id }) => id).sort())
    }
  })

  it('is allowed only for an own waiting request for the same item', async () => {
    const { borrower, owner, asked } = await loans.request()
    const { asked: foreign } = await loans.request()
    const lender = await loans.newLender()
    expect((await askBesides(borrower, [lender], foreign.id)).status).toBe(404)
    // The lender of the request is not its borrower.
    expect((await askBesides(owner, [lender], asked.id)).status).toBe(404)
    await loans.decline(owner, asked)
    const late = await askBesides(borrower, [lender], asked.id)
    expect(late.body).toMatchObject({ code: 'status_changed' })
    expect(await loans.list(borrower)).toHaveLength(1)
  })
})
