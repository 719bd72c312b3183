import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { loansApi, type OPEN_LOANS_OF } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  loans = loansOf(test)
})
afterAll(() => test.close())

const HAS_LEFT = '“Item 1”: Langstrasse 12 has left'

const leave = async (user: TestUser) =>
  expect((await test.call(accountsApi.remove, { as: user.token })).status).toBe(204)
const openOf = async (user: TestUser, of?: (typeof OPEN_LOANS_OF)[number]) => {
  const { body } = await test.call(loansApi.open, { as: user.token, query: of ? { of } : {} })
  return body.map(({ item, ...loan }) => loan)
}
const days = () => ({ wanted_from: loans.dayFromNow(2), wanted_until: loans.dayFromNow(4) })
/** The mail with this text in its subject; several may be sent at the same time. */
const mailTo = async (user: TestUser, subject: string) =>
  (await loans.mailsTo(user)).find((mail) => mail.subject.includes(subject))

describe('a borrower’s deletion of the account', () => {
  it('ends a promise, notifies the lender and frees the item', async () => {
    const { borrower, lender, owner, asked } = await loans.request(days())
    await loans.accept(owner, asked)
    await leave(borrower)
    const left = await loans.seenBy(owner, asked)
    expect(left?.status).toBe('withdrawn')
    expect(left?.events.at(-1)).toMatchObject({ side: null, by_id: null, reason: 'left' })
    const mail = await mailTo(owner, '“Item 1”: Ada has left')
    expect(mail?.attachments).toMatchObject([{ filename: 'loan.ics' }])
    const next = await loans.ask(await loans.newBorrower(), lender, days())
    expect((await loans.accept(owner, next)).status).toBe('accepted')
  })

  it('lets the lender note the return and lend the item again', async () => {
    const { borrower, lender, owner, asked } = await loans.request(days())
    await loans.accept(owner, asked)
    await loans.step('handOver', owner, asked)
    await leave(borrower)
    expect(await loans.seenBy(owner, asked)).toMatchObject({
      status: 'handed_over',
      borrower: null,
    })
    const mail = await mailTo(owner, '“Item 1” is still with Ada, whose account is gone')
    expect(mail?.text).toContain('Then you can lend it again.')
    const body = { transaction_id: asked.id, text: 'Where is it?' }
    const answer = await test.call(messagesApi.sendMessage, { as: owner.token, body })
    expect(answer.error.code).toBe('conflict')
    expect((await loans.step('return', owner, asked)).status).toBe('returned')
    const next = await loans.ask(await loans.newBorrower(), lender, days())
    expect((await loans.accept(owner, next)).status).toBe('accepted')
  })
})

describe('a lender’s deletion of the account', () => {
  it('ends requests and promises, and the borrowers get a mail about other lenders', async () => {
    const { borrower, lender, owner, asked } = await loans.request(days())
    const waiting = await loans.newBorrower()
    const unanswered = await loans.ask(waiting, lender, days())
    await loans.accept(owner, asked)
    await leave(owner)
    for (const [user, request] of [
      [borrower, asked],
      [waiting, unanswered],
    ] as const) {
      expect((await loans.seenBy(user, request))?.status).toBe('withdrawn')
      const mail = await mailTo(user, HAS_LEFT)
      expect(mail?.text).toContain('Ask the next ones')
    }
    expect((await mailTo(borrower, HAS_LEFT))?.text).toContain('Please do not go there')
    expect((await mailTo(waiting, HAS_LEFT))?.text).not.toContain('Please do not go there')
  })

  it('lets the borrower note the return', async () => {
    const { borrower, owner, asked } = await loans.request(days())
    await loans.accept(owner, asked)
    await loans.step('handOver', owner, asked)
    await leave(owner)
    const mail = await mailTo(borrower, 'whose account is gone')
    expect(mail?.text).toContain('bring “Item 1” back all the same')
    expect((await loans.step('return', borrower, asked)).status).toBe('returned')
  })

  it('ends no request that passes to a household member', async () => {
    const lender = await loans.newLender()
    const older = await loans.ask(await loans.newBorrower(), lender)
    test.advance(1000)
    const heir = await loans.join(lender)
    test.advance(1000)
    const request = await loans.ask(await loans.newBorrower(), lender)
    expect((await openOf(lender.owner)).map((each) => each.transaction_id)).toEqual([older.id])
    await leave(lender.owner)
    expect((await loans.accept(heir, request)).status).toBe('accepted')
  })
})

describe('GET /transactions/open', () => {
  it('returns the open loans of both sides, items that are out first', async () => {
    const { borrower, owner, asked } = await loans.request(days())
    await loans.accept(owner, asked)
    await loans.step('handOver', owner, asked)
    const second = await loans.ask(borrower, await loans.newLender())
    const over = await loans.ask(borrower, await loans.newLender())
    await loans.step('withdraw', borrower, over)
    const shared = {
      transaction_id: asked.id,
      status: 'handed_over',
      return_by: days().wanted_until,
    }
    expect(await openOf(borrower)).toEqual([
      { ...shared, side: 'borrower', other: 'Langstrasse 12' },
      {
        transaction_id: second.id,
        status: 'requested',
        side: 'borrower',
        other: 'Langstrasse 12',
        return_by: null,
      },
    ])
    expect(await openOf(owner)).toEqual([{ ...shared, side: 'lender', other: 'Ada' }])
  })

  it('returns the open loans of a letterbox to each member of its household', async () => {
    const lender = await loans.newLender()
    test.advance(1000)
    const member = await loans.join(lender)
    test.advance(1000)
    const promised = await loans.ask(await loans.newBorrower(), lender)
    await loans.accept(member, promised)
    const request = await loans.ask(await loans.newBorrower(), lender)
    const own = await loans.ask(member, await loans.newLender())
    for (const user of [lender.owner, member]) {
      expect((await openOf(user, 'letterbox')).map((each) => each.transaction_id)).toEqual([
        ...[promised.id, request.id],
      ])
    }
    expect((await openOf(member)).map((each) => each.transaction_id)).toEqual([own.id])
  })
})

it('two parties of a loan can delete their accounts at the same moment without a deadlock', async () => {
  const { borrower, owner, asked } = await loans.request(days())
  await loans.accept(owner, asked)
  await Promise.all([leave(borrower), leave(owner)])
  expect((await test.call(profileApi.userinfo, { as: owner.token })).status).toBe(401)
})
