import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { countAccepted } from '#features/lending/conversations/counts/server/counting.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'
import { keepLoans } from './upkeep.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const day = (days: number) => loans.dayFromNow(days)
const sayAgreed = (user: TestUser, { id }: Transaction, more = {}) =>
  test.call(loansApi.sayAgreed, {
    as: user.token,
    body: { transaction_id: id, wanted_from: day(3), wanted_until: day(5), ...more },
  })
const sayFetched = (user: TestUser, { id }: Transaction, more = {}) =>
  test.call(loansApi.sayFetched, {
    as: user.token,
    body: { transaction_id: id, since: day(-2), return_by: day(4), ...more },
  })
const noteLoan = (user: TestUser, { id }: Transaction, more = {}) =>
  test.call(loansApi.noteLoan, {
    as: user.token,
    body: { transaction_id: id, since: day(-2), return_by: day(4), ...more },
  })
const undo = (user: TestUser, { id }: Transaction) =>
  test.call(loansApi.undo, { as: user.token, body: { transaction_id: id } })
type Called = { status: number; error: { code?: string; errors?: object } }
const codeOf = ({ status, error }: Called) => (status === 200 ? 200 : error.code)
const rowOf = async ({ id }: Transaction) => {
  const [row] = await orm().select().from(transactions).where(eq(transactions.id, id))
  return row
}
const subjectsTo = async (user: TestUser) =>
  (await loans.mailsTo(user)).map(({ subject }) => subject)
const mailTo = async (user: TestUser, subject: string) =>
  (await loans.mailsTo(user)).find((mail) => mail.subject === subject)
/** Runs the automatic steps `days` later, at an hour of the day. */
async function daysLater(days: number) {
  test.advance(days * DAY_MS)
  const hour = () => test.deps.clock().getUTCHours()
  while (hour() !== 11) test.advance(HOUR_MS)
  await keepLoans(test.deps)
}

describe('a borrower’s "we have agreed"', () => {
  it('can be confirmed by the lender with one yes', async () => {
    const { borrower, owner, asked } = await loans.request({ wanted_from: day(1) })
    const said = await sayAgreed(borrower, asked)
    expect(said.body).toMatchObject({
      status: 'requested',
      in_words: 'agreed',
      wanted_from: day(3),
      wanted_until: day(5),
      dates_by: 'borrower',
      spot: null,
    })
    expect(said.body.events.at(-1)).toMatchObject({ side: 'borrower', reason: 'agreed_in_words' })
    const subject = 'Ada says you two have agreed on “Item 1”. Is that right?'
    const mail = await mailTo(owner, subject)
    for (const answer of ['accept', 'decline', 'propose']) {
      expect(mail?.text).toContain(`answer=${answer}`)
    }
    const { body } = await loans.tryToAnswer(owner, asked, { answer: 'accept' })
    expect(body).toMatchObject({ status: 'accepted', in_words: null, return_by: day(5) })
    expect((await subjectsTo(borrower)).join()).toMatch(/“Item 1”/)
  })

  it('can be sent once until the lender reacts', async () => {
    const { borrower, owner, asked } = await loans.request()
    await sayAgreed(borrower, asked)
    expect(codeOf(await sayAgreed(borrower, asked))).toBe('status_changed')
    const otherDay = await test.call(loansApi.propose, {
      as: borrower.token,
      body: { transaction_id: asked.id, wanted_from: day(6) },
    })
    expect(codeOf(otherDay)).toBe('status_changed')
    // Later events are news, though.
    expect(codeOf(await sayFetched(borrower, asked))).toBe(200)
    expect(codeOf(await sayFetched(borrower, asked))).toBe('status_changed')
    const proposed = await loans.propose(owner, asked, { wanted_from: day(8) })
    expect(proposed.in_words).toBeNull()
    expect(codeOf(await sayAgreed(borrower, asked))).toBe(200)
  })

  it('counts as new for the lender until it is seen', async () => {
    const { borrower, owner, asked } = await loans.request()
    await loans.look(owner, asked)
    const news = async () =>
      (await test.call(listsApi.getNumberOfNewTransactions, { as: owner.token })).body.count
    expect(await news()).toBe(0)
    await sayAgreed(borrower, asked)
    expect(await news()).toBe(1)
  })

  it('causes reminders to the lender like a new request, and then expires', async () => {
    const { borrower, owner, asked } = await loans.request()
    await loans.propose(owner, asked, { wanted_from: day(20) })
    await daysLater(32)
    expect(await loans.seenBy(borrower, asked)).toMatchObject({ status: 'expired' })
    const again = await sayAgreed(borrower, asked, { wanted_from: day(20), wanted_until: day(22) })
    expect(again.body.status).toBe('requested')
    await daysLater(2)
    const reminder = 'Ada still waits: is it right what you agreed on about “Item 1”?'
    expect(await subjectsTo(owner)).toContain(reminder)
    await daysLater(22)
    const ended = await loans.seenBy(owner, asked)
    expect(ended).toMatchObject({ status: 'expired', in_words: 'agreed' })
    // The lender was asked: the borrower cannot say it again, and a late yes still counts.
    expect(codeOf(await sayAgreed(borrower, asked))).toBe('status_changed')
    const lateYes = { answer: 'accept', return_by: day(2) } as const
    expect((await loans.tryToAnswer(owner, asked, lateYes)).body.status).toBe('accepted')
  })

  it('can be undone, which restores the days wanted before', async () => {
    const { borrower, asked } = await loans.request({ wanted_from: day(1) })
    await sayAgreed(borrower, asked)
    expect((await undo(borrower, asked)).body).toMatchObject({
      status: 'requested',
      in_words: null,
      wanted_from: day(1),
      wanted_until: null,
    })
    expect(codeOf(await undo(borrower, asked))).toBe('status_changed')
  })

  it('is refused for days that have passed', async () => {
    const { borrower, asked } = await loans.request()
    const { status } = await sayAgreed(borrower, asked, { wanted_from: day(-1) })
    expect(status).toBe(422)
  })
})

describe('a borrower’s "I have picked it up already"', () => {
  it('lends nothing and takes no days until the lender notes the hand-over', async () => {
    const { borrower, lender, owner, asked } = await loans.request()
    const said = await sayFetched(borrower, asked)
    expect(said.body).toMatchObject({
      status: 'requested',
      in_words: 'fetched',
      wanted_from: day(-2),
      wanted_until: day(4),
      spot: null,
    })
    expect(await rowOf(asked)).toMatchObject({ lent: null, copy: null })
    const other = await loans.ask(await loans.newBorrower(), lender, { wanted_from: day(6) })
    await loans.accept(owner, other)
    const subject = 'Ada says “Item 1” was picked up already. Is that right?'
    const mail = await mailTo(owner, subject)
    expect(mail?.text).toContain('answer=accept')
    expect(mail?.text).not.toContain('answer=propose')

    const noted = await noteLoan(owner, asked)
    expect(noted.body).toMatchObject({
      status: 'handed_over',
      in_words: null,
      return_by: day(4),
      spot: { address: 'Langstrasse 12' },
    })
    expect(noted.body.events.at(-1)).toMatchObject({
      status: 'handed_over',
      reason: 'noted',
      wanted_from: day(-2),
    })
    expect((await rowOf(asked))?.lent).toBe(`[${day(-2)},${day(5)})`)
    const news = await mailTo(borrower, 'Langstrasse 12 has noted that you have “Item 1”')
    expect(news?.text).toContain('picked up')
    expect((await loans.step('return', borrower, asked)).status).toBe('returned')
  })

  it('cannot be sent any more after the lender has declined', async () => {
    const { borrower, owner, asked } = await loans.request()
    await sayFetched(borrower, asked)
    const { body } = await loans.tryToAnswer(owner, asked, { answer: 'decline' })
    expect(body).toMatchObject({ status: 'declined', in_words: null })
    expect(codeOf(await sayFetched(borrower, asked))).toBe('status_changed')
    expect(codeOf(await noteLoan(owner, asked))).toBe('status_changed')
  })
})

describe('a lender’s note of a hand-over', () => {
  it.each([
    ['tomorrow', { since: 1 }],
    ['more than 60 days ago', { since: -61 }],
    ['back before today', { return_by: -1 }],
    ['back in two years', { return_by: 730 }],
  ])('is refused for: %s', async (_what, days) => {
    const { owner, asked } = await loans.request()
    const body = Object.fromEntries(Object.entries(days).map(([name, n]) => [name, day(n)]))
    const { status, error } = await noteLoan(owner, asked, body)
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, Object.keys(days)])
  })

  it('may have no return day', async () => {
    const { owner, asked } = await loans.request()
    const { body } = await noteLoan(owner, asked, { since: day(-20), return_by: null })
    expect(body).toMatchObject({ status: 'handed_over', return_by: null })
    expect((await rowOf(asked))?.lent).toBe(`[${day(-20)},${day(14)})`)
  })

  it('is possible for an expired request and counts as a yes', async () => {
    const { owner, asked } = await loans.request()
    await daysLater(9)
    expect((await loans.seenBy(owner, asked))?.status).toBe('expired')
    const before = await countAccepted(orm())
    expect(codeOf(await noteLoan(owner, asked))).toBe(200)
    expect(await countAccepted(orm())).toBe(before + 1)
  })

  it('withdraws the requests to the other lenders', async () => {
    const borrower = await loans.newBorrower()
    const [first, second] = [await loans.newLender(), await loans.newLender()]
    const [one, two] = await loans.askSeveral(borrower, [first, second])
    if (!one || !two) throw new Error('Unexpected number of requests')
    await noteLoan(first.owner, one)
    expect((await loans.seenBy(second.owner, two))?.status).toBe('withdrawn')
  })

  it('is refused if the item is promised to another borrower on one of the days', async () => {
    const { lender, owner, asked } = await loans.request()
    const other = await loans.ask(await loans.newBorrower(), lender, { wanted_from: day(4) })
    await loans.accept(owner, other)
    expect(codeOf(await noteLoan(owner, asked))).toBe('already_lent')
    expect(codeOf(await noteLoan(owner, asked, { return_by: day(3) }))).toBe(200)
  })

  it('counts once for two household members and for a repeated call', async () => {
    const lender = await loans.newLender()
    const member = await loans.join(lender)
    test.advance(1000)
    const asked = await loans.ask(await loans.newBorrower(), lender)
    const request_id = randomUUID()
    const answers = await Promise.all([
      noteLoan(lender.owner, asked, { request_id }),
      noteLoan(member, asked),
    ])
    expect(answers.map(codeOf).sort()).toEqual([200, 'status_changed'])
    const again = await noteLoan(lender.owner, asked, { request_id })
    expect(codeOf(again)).toBe(codeOf(answers[0] as Called))
    expect((await loans.seenBy(lender.owner, asked))?.events).toHaveLength(2)
  })

  it('can be undone, which restores the request, and the borrower is notified', async () => {
    const { borrower, owner, asked } = await loans.request({ wanted_from: day(2) })
    await sayFetched(borrower, asked)
    await noteLoan(owner, asked)
    expect(codeOf(await undo(borrower, asked))).toBe('status_changed')
    const { body } = await undo(owner, asked)
    expect(body).toMatchObject({
      status: 'requested',
      in_words: 'fetched',
      wanted_from: day(-2),
      return_by: null,
    })
    expect(await rowOf(asked)).toMatchObject({ lent: null, copy: null })
    expect(await subjectsTo(borrower)).toContain('“Item 1”: not picked up after all')
  })
})

describe.each(['sayAgreed', 'sayFetched', 'noteLoan'] as const)('%s', (name) => {
  const call = { sayAgreed, sayFetched, noteLoan }[name]

  it('is refused to strangers and to the other side', async () => {
    const { borrower, owner, asked } = await loans.request()
    expect((await call(await loans.newBorrower(), asked)).status).toBe(404)
    expect((await call({ ...borrower, token: '' }, asked)).status).toBe(401)
    const otherSide = name === 'noteLoan' ? borrower : owner
    expect(codeOf(await call(otherSide, asked))).toBe('status_changed')
  })

  it('is refused after the request was withdrawn', async () => {
    const { borrower, owner, asked } = await loans.request()
    await loans.step('withdraw', borrower, asked)
    expect(codeOf(await call(name === 'noteLoan' ? owner : borrower, asked))).toBe('status_changed')
  })
})
