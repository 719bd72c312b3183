import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestLetterbox, TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { upkeepApi } from '#features/lending/upkeep/contract.ts'
import { askForSigns } from '#features/lending/upkeep/server/signs-of-life.ts'
import { letterbox_answers, letterbox_items } from '#features/places/letterboxes/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'
import { keepLoans } from './upkeep.ts'

const ZURICH = 'Europe/Zurich'
const TAKEN = '“Item 1” is taken on those days'
const FREE = '“Item 1” is free after all'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example', timeZone: ZURICH } })
  loans = loansOf(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  await untilTen()
  await test.deps.database.orm.delete(transactions)
})

const orm = () => test.deps.database.orm
const hourNow = () =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZURICH, hour: '2-digit', hourCycle: 'h23' }).format(
    test.deps.clock(),
  )
async function untilTen() {
  while (hourNow() !== '10') test.advance(HOUR_MS)
}
const review = () => test.deps.jobs.drain('lent-changes')
const subjectsTo = async (user: TestUser) =>
  (await loans.mailsTo(user)).map(({ subject }) => subject)
const lastTo = async (user: TestUser) => (await loans.mailsTo(user)).at(-1)
const statusOf = async (user: TestUser, asked: Transaction) =>
  (await loans.seenBy(user, asked))?.status
const days = (from: number, until = from) => ({
  wanted_from: loans.dayFromNow(from),
  wanted_until: loans.dayFromNow(until),
})
const outlook = async ({ token }: TestUser, { id }: Transaction) =>
  (await test.call(loansApi.outlook, { as: token, query: { transaction_id: id } })).body

let towns = 0
/** Two borrowers ask the same lender, the second one for certain days; the first one gets a yes for five days. */
async function rivals(wanted: { wanted_from?: string; wanted_until?: string }, copies = 1) {
  // Each town is far from all others.
  towns += 1
  const lender = await loans.newLender({ latitude: 40 + towns, longitude: 8 })
  await orm()
    .update(letterbox_items)
    .set({ copies })
    .where(eq(letterbox_items.letterbox_id, lender.id))
  const [first, second] = [await loans.newBorrower(), await loans.newBorrower({ firstname: 'Tom' })]
  const granted = await loans.ask(first, lender, days(3, 7))
  const other = await loans.ask(second, lender, wanted)
  await test.mails()
  await loans.accept(lender.owner, granted)
  await review()
  await test.mails()
  return { lender, owner: lender.owner, first, second, granted, other }
}

describe('a request whose days are promised to another borrower', () => {
  it('is declined by itself, and its borrower is notified at once without a name', async () => {
    const { owner, second, other } = await rivals(days(4, 5))
    const ended = await loans.seenBy(second, other)
    expect(ended?.status).toBe('declined')
    expect(ended?.events.at(-1)).toMatchObject({ side: null, by_id: null, reason: 'lent' })
    expect(ended?.has_new_message).toBe(true)
    const mail = await lastTo(second)
    expect(mail?.subject).toBe(TAKEN)
    expect(mail?.text).toContain('has promised “Item 1” to somebody else for those days')
    expect(mail?.text).toContain('free again from')
    expect(mail?.text).toContain('who else nearby lends one')
    expect(mail?.text).not.toContain('Ada')
    expect(await statusOf(owner, other)).toBe('declined')
    await review()
    expect((await subjectsTo(second)).filter((subject) => subject === TAKEN)).toHaveLength(1)
  })

  it('is mentioned to the lender in the mail about the yes and in the conversation', async () => {
    const { owner, first, granted } = await rivals(days(4, 5))
    const promised = (await loans.mailsTo(owner)).filter(({ subject }) =>
      subject.startsWith('Promised'),
    )
    expect(promised).toHaveLength(1)
    expect(promised[0]?.text).toContain('kindly answered one other request for these days')
    expect(await subjectsTo(owner)).not.toContain(TAKEN)
    expect((await outlook(owner, granted)).answered_besides).toBe(1)
    expect((await outlook(first, granted)).answered_besides).toBe(0)
  })

  it.each<[string, () => { wanted_from?: string; wanted_until?: string }, number?]>([
    ['names no day', () => ({})],
    ['has a free day', () => days(7, 8)],
    ['can have another copy', () => days(4, 5), 2],
    ['is about other days', () => days(8, 9)],
  ])('stays open if it %s', async (_what, wanted, copies = 1) => {
    const { owner, second, other, granted } = await rivals(wanted(), copies)
    expect(await statusOf(second, other)).toBe('requested')
    expect(await subjectsTo(second)).not.toContain(TAKEN)
    expect((await outlook(owner, granted)).answered_besides).toBe(0)
  })

  it('stays open and unmentioned while it is held for a moderator', async () => {
    const lender = await loans.newLender()
    const second = await loans.newBorrower()
    const granted = await loans.ask(await loans.newBorrower(), lender, days(3))
    const other = await loans.ask(second, lender, days(3))
    const held_at = test.deps.clock()
    await orm().update(transactions).set({ held_at }).where(eq(transactions.id, other.id))
    await loans.accept(lender.owner, granted)
    await review()
    expect(await statusOf(second, other)).toBe('requested')
    expect((await outlook(lender.owner, granted)).answered_besides).toBe(0)
  })

  it('is declined also after a loan becomes longer, and if the lender had proposed the days', async () => {
    const { owner, first, second, granted, other } = await rivals(days(7, 8))
    await loans.propose(owner, other, days(8))
    const body = { transaction_id: granted.id, return_by: loans.dayFromNow(9) }
    await test.call(loansApi.changeDays, { as: first.token, body })
    await review()
    expect(await statusOf(second, other)).toBe('requested')
    await test.call(loansApi.agreeDays, { as: owner.token, body })
    await review()
    expect(await statusOf(second, other)).toBe('declined')
    expect(await lastTo(second)).toMatchObject({ subject: TAKEN })
    const settled = (await loans.mailsTo(owner)).at(-1)
    expect(settled?.text).toContain('kindly answered one other request')
  })

  it('causes already_answered for a yes at the same moment', async () => {
    const { owner, other } = await rivals(days(4, 5))
    const { status, body } = await loans.tryToAnswer(owner, other, { answer: 'accept' })
    expect([status, body]).toMatchObject([409, { code: 'already_answered' }])
  })
})

describe('a loan that is to become longer', () => {
  it('shows both sides from when another borrower waits, without a name', async () => {
    const { owner, first, granted, other, second } = await rivals(days(8, 9))
    const wanted = [{ from: loans.dayFromNow(8), until: loans.dayFromNow(9) }]
    expect((await outlook(owner, granted)).wanted_besides).toEqual(wanted)
    expect((await outlook(first, granted)).wanted_besides).toEqual(wanted)
    expect((await outlook(second, other)).wanted_besides).toEqual([])
    const body = { transaction_id: granted.id, return_by: loans.dayFromNow(9) }
    await test.call(loansApi.changeDays, { as: first.token, body })
    const mail = await lastTo(owner)
    expect(mail?.text).toContain('Somebody else has asked for it from')
    expect(mail?.text).not.toContain('Tom')
    await test.call(loansApi.agreeDays, { as: owner.token, body })
    await review()
    expect((await lastTo(second))?.subject).toBe(TAKEN)
    expect((await outlook(owner, granted)).wanted_besides).toEqual([])
  })

  it('mentions no days that no borrower waits for', async () => {
    const { owner, first, granted } = await rivals({})
    const body = { transaction_id: granted.id, return_by: loans.dayFromNow(9) }
    await test.call(loansApi.changeDays, { as: first.token, body })
    expect((await lastTo(owner))?.text).not.toContain('Somebody else')
    expect((await outlook(owner, granted)).wanted_besides).toEqual([])
  })
})

describe('days that become free again', () => {
  const takeBack = {
    'after a no of the lender': ({ owner, granted }) => loans.decline(owner, granted),
    'after the borrower needs it no more': ({ first, granted }) =>
      loans.step('withdraw', first, granted),
    'after it came back early': async ({ first, owner, granted }) => {
      await loans.step('handOver', first, granted)
      await loans.step('return', owner, granted)
    },
  } as const satisfies Record<
    string,
    (found: Awaited<ReturnType<typeof rivals>>) => Promise<unknown>
  >

  it.each(Object.entries(takeBack))('cause one mail to the borrower %s', async (_when, free) => {
    const found = await rivals(days(5, 6))
    const { second, other } = found
    await free(found)
    await review()
    await review()
    const mails = (await loans.mailsTo(second)).filter(({ subject }) => subject === FREE)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Ask once more')
    expect(await statusOf(second, other)).toBe('declined')
  })

  it('let the borrower ask the same letterbox again, which is an alternative while it is free', async () => {
    const { lender, owner, second, granted, other } = await rivals(days(5, 6))
    await test.deps.letterboxFeed.refresh([lender.id])
    const named = async () => {
      const query = { transaction_id: other.id }
      const { body } = await test.call(requestsApi.alternatives, { as: second.token, query })
      return body.some(({ id }) => id === lender.id)
    }
    expect(await named()).toBe(false)
    await loans.decline(owner, granted)
    expect(await named()).toBe(true)
    await loans.ask(second, lender, days(5, 6))
    expect(await named()).toBe(false)
  })

  it('cause no mail to a borrower who has asked again, or once the days have begun', async () => {
    const { lender, owner, second, granted } = await rivals(days(5, 6))
    await loans.ask(second, lender, days(10))
    await loans.decline(owner, granted)
    await review()
    const late = await rivals(days(4, 6))
    test.advance(5 * DAY_MS)
    await loans.decline(late.owner, late.granted)
    await review()
    expect(await subjectsTo(second)).not.toContain(FREE)
    expect(await subjectsTo(late.second)).not.toContain(FREE)
  })
})

describe('a request that could not be granted', () => {
  const answersOf = async ({ id }: TestLetterbox) => {
    await test.deps.jobs.drain('answers')
    const [row] = await orm()
      .select({ answers: letterbox_answers.answers })
      .from(letterbox_answers)
      .where(eq(letterbox_answers.letterbox_id, id))
    return row?.answers
  }

  it('counts neither as silence nor as a missed answer', async () => {
    const { lender, owner, granted } = await rivals(days(4, 5))
    for (let i = 0; i < 2; i++) await loans.ask(await loans.newBorrower(), lender, days(6))
    // Another yes makes the job review the new requests as well.
    await loans.decline(owner, granted)
    const again = await loans.ask(await loans.newBorrower(), lender, days(3, 7))
    await loans.accept(owner, again)
    await review()
    for (let i = 0; i < 10; i++) {
      test.advance(DAY_MS)
      await keepLoans(test.deps)
    }
    await askForSigns(test.deps)
    await test.mails()
    expect(await subjectsTo(owner)).not.toContain('Do you still lend?')
    expect(await answersOf(lender)).toBe('new')
  })

  it('does not count as silence if the letterbox was away or had lost the sticker at its end', async () => {
    const lender = await loans.newLender()
    const [one, two] = [await loans.newBorrower(), await loans.newBorrower()]
    const first = await loans.ask(one, lender, days(1))
    const second = await loans.ask(two, lender, days(4))
    const body = { holiday_until: loans.dayFromNow(2) }
    await test.call(upkeepApi.updateHoliday, { as: lender.owner.token, body })
    test.advance(2 * DAY_MS)
    await keepLoans(test.deps)
    expect((await loans.seenBy(one, first))?.events.at(-1)).toMatchObject({
      status: 'expired',
      reason: 'away',
    })
    expect((await lastTo(one))?.text).toContain('nobody was there at that time')
    const back = { holiday_until: null }
    await test.call(upkeepApi.updateHoliday, { as: lender.owner.token, body: back })
    test.advance(DAY_MS)
    await orm().delete(letterbox_items).where(eq(letterbox_items.letterbox_id, lender.id))
    await keepLoans(test.deps)
    expect(await subjectsTo(two)).toContain('Your request for “Item 1”: the answer takes longer')
    test.advance(2 * DAY_MS)
    await keepLoans(test.deps)
    expect((await loans.seenBy(two, second))?.events.at(-1)).toMatchObject({ reason: 'gone' })
    test.advance(10 * DAY_MS)
    await askForSigns(test.deps)
    await test.mails()
    expect(await subjectsTo(lender.owner)).not.toContain('Do you still lend?')
  })
})
