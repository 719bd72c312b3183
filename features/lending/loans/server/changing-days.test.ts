import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'
import { keepLoans } from './upkeep.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({
    config: { publicUrl: 'https://lend.example', timeZone: 'Europe/Zurich' },
  })
  loans = loansOf(test)
  await untilHour(10)
})
afterAll(() => test.close())

type Days = { handover_at?: string; return_by?: string; text?: string; request_id?: string }
const ask = (user: TestUser, { id }: Transaction, days: Days) =>
  test.call(loansApi.changeDays, { as: user.token, body: { transaction_id: id, ...days } })
const agree = (user: TestUser, { id }: Transaction, days: Days) =>
  test.call(loansApi.agreeDays, { as: user.token, body: { transaction_id: id, ...days } })
const keep = (user: TestUser, { id }: Transaction) =>
  test.call(loansApi.keepDays, { as: user.token, body: { transaction_id: id } })
const day = (days: number) => loans.dayFromNow(days)
const mailTo = async (user: TestUser, subject: string) => {
  const mails = await loans.mailsTo(user)
  const found = mails.find((mail) => mail.subject === subject)
  if (!found) throw new Error(`No such mail among: ${mails.map((mail) => mail.subject)}`)
  return found
}
const eventsIn = ({ attachments }: Awaited<ReturnType<typeof mailTo>>) =>
  attachments.flatMap(({ base64 }) => {
    const calendar = new ICAL.Component(ICAL.parse(Buffer.from(base64, 'base64').toString()))
    return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  })
const hourNow = () =>
  Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Zurich',
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(test.deps.clock()),
  )
async function untilHour(hour: number) {
  while (hourNow() !== hour) test.advance(HOUR_MS)
}

/** A thing that is out from today for two days. */
async function out() {
  const loan = await loans.request({ wanted_from: day(0), wanted_until: day(2) })
  await loans.accept(loan.owner, loan.asked)
  await loans.step('handOver', loan.borrower, loan.asked)
  return loan
}

describe('a longer loan', () => {
  it('is requested by the borrower and agreed by the lender, and the old days stand until then', async () => {
    const { borrower, owner, asked } = await out()
    const days = { return_by: day(4) }
    const question = await ask(borrower, asked, {
      ...days,
      text: 'The wall is harder than I thought.',
    })
    expect(question.body).toMatchObject({
      status: 'handed_over',
      return_by: day(2),
      days_asked_by: 'borrower',
      asked_return_by: day(4),
    })
    expect(question.body.events.at(-1)).toMatchObject({
      status: 'handed_over',
      reason: 'days_asked',
      side: 'borrower',
      return_by: day(4),
    })
    expect(question.body.messages.at(-1)?.text).toBe('The wall is harder than I thought.')
    const mail = await mailTo(owner, 'Other days for “Item 1”?')
    expect(mail.text).toContain('The wall is harder than I thought.')
    expect(mail.html).toMatch(/inbox\/answer\?transaction_id=[^"]*answer=agreeDays/)

    const { body } = await agree(owner, asked, days)
    expect(body).toMatchObject({
      status: 'handed_over',
      return_by: day(4),
      days_asked_by: null,
      asked_return_by: null,
    })
    expect((await loans.seenBy(borrower, asked))?.events.map(({ reason }) => reason)).toEqual([
      null,
      null,
      null,
      'days_asked',
      'days_agreed',
    ])
  })

  it('updates the same events in both calendars', async () => {
    const { borrower, owner, asked } = await out()
    const before = eventsIn(await mailTo(owner, 'Promised: “Item 1” for Ada'))
    await ask(borrower, asked, { return_by: day(5) })
    await agree(owner, asked, { return_by: day(5) })
    const told = [
      await mailTo(borrower, 'Agreed: other days for “Item 1”'),
      await mailTo(owner, 'New days for “Item 1”'),
    ]
    for (const after of told.map(eventsIn)) {
      expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid))
      expect(after.at(-1)?.startDate.toString()).toBe(day(5))
      expect(after.at(-1)?.sequence).toBeGreaterThan(before.at(-1)?.sequence ?? 0)
    }
  })

  it('moves the reminders, also if one was sent about the old day', async () => {
    const { borrower, owner, asked } = await out()
    const remindersOf = async () =>
      (await loans.mailsTo(borrower)).filter(({ subject }) => subject.startsWith('Time to bring'))
    test.advance(24 * HOUR_MS)
    await keepLoans(test.deps)
    const [reminder, ...more] = await remindersOf()
    expect(more).toEqual([])
    expect(reminder?.html).toMatch(/inbox\/answer\?[^"]*answer=changeDays/)
    await ask(borrower, asked, { return_by: day(3) })
    await agree(owner, asked, { return_by: day(3) })
    test.advance(24 * HOUR_MS)
    await keepLoans(test.deps)
    expect(await remindersOf()).toHaveLength(1)
    test.advance(24 * HOUR_MS)
    await keepLoans(test.deps)
    expect(await remindersOf()).toHaveLength(2)
  })

  it('is refused if the item is promised to another borrower by then', async () => {
    const lender = await loans.newLender()
    const borrower = await loans.newBorrower()
    const first = await loans.ask(borrower, lender, { wanted_from: day(0), wanted_until: day(2) })
    await loans.accept(lender.owner, first)
    const other = await loans.newBorrower()
    const second = await loans.ask(other, lender, { wanted_from: day(4), wanted_until: day(5) })
    await ask(borrower, first, { return_by: day(4) })
    await loans.accept(lender.owner, second)
    expect((await ask(lender.owner, first, { return_by: day(5) })).error.code).toBe('already_lent')
    expect((await agree(lender.owner, first, { return_by: day(4) })).error.code).toBe(
      'already_lent',
    )
    expect((await loans.seenBy(borrower, first))?.return_by).toBe(day(2))
    await keep(lender.owner, first)
    expect((await ask(borrower, first, { return_by: day(3) })).status).toBe(200)
    expect((await agree(lender.owner, first, { return_by: day(3) })).status).toBe(200)
  })

  it('counts as new for the other side until it is seen', async () => {
    const { borrower, owner, asked } = await out()
    const news = async ({ token }: TestUser) =>
      (await test.call(listsApi.getNumberOfNewTransactions, { as: token })).body.count
    const seen = ({ token }: TestUser) =>
      test.call(messagesApi.markMessagesSeen, {
        as: token,
        body: { transaction_id: asked.id },
      })
    await seen(owner)
    await seen(borrower)
    await ask(borrower, asked, { return_by: day(4) })
    expect([await news(owner), await news(borrower)]).toEqual([1, 0])
    await seen(owner)
    await agree(owner, asked, { return_by: day(4) })
    expect([await news(owner), await news(borrower)]).toEqual([0, 1])
  })
})

describe('a promised loan', () => {
  it('can be moved as a whole by either side', async () => {
    const { borrower, owner, asked } = await loans.request({
      wanted_from: day(3),
      wanted_until: day(4),
    })
    await loans.accept(owner, asked)
    const handover_at = `${day(5)}T09:00:00.000Z`
    await ask(owner, asked, { handover_at, return_by: day(6) })
    const { body } = await agree(borrower, asked, { handover_at, return_by: day(6) })
    expect(body).toMatchObject({ status: 'accepted', handover_at, return_by: day(6) })
    await mailTo(borrower, 'New days for “Item 1”')
    await mailTo(owner, 'Agreed: other days for “Item 1”')
  })

  it('keeps only the question about the return when it is handed over', async () => {
    const { borrower, owner, asked } = await loans.request({
      wanted_from: day(0),
      wanted_until: day(1),
    })
    await loans.accept(owner, asked)
    await ask(owner, asked, { handover_at: `${day(1)}T09:00:00.000Z`, return_by: day(3) })
    const fetched = await loans.step('handOver', borrower, asked)
    expect(fetched).toMatchObject({
      days_asked_by: 'lender',
      asked_handover_at: null,
      asked_return_by: day(3),
    })
    expect((await loans.step('return', borrower, asked)).days_asked_by).toBeNull()
  })
})

describe('a proposal of other days', () => {
  it('can be declined, and the old days stand', async () => {
    const { borrower, owner, asked } = await out()
    await ask(owner, asked, { return_by: day(1) })
    const { body } = await keep(borrower, asked)
    expect(body).toMatchObject({ return_by: day(2), days_asked_by: null, asked_return_by: null })
    expect(body.events.at(-1)?.reason).toBe('days_kept')
    await mailTo(owner, '“Item 1”: the old days stand')
    expect((await agree(borrower, asked, { return_by: day(1) })).error.code).toBe('status_changed')
  })

  it('causes one reminder to the side that has not answered, and none at night', async () => {
    await untilHour(10)
    const { borrower, owner, asked } = await out()
    const reminders = async (user: TestUser) =>
      (await loans.mailsTo(user)).filter(({ subject }) => subject.includes('about other days'))
    await ask(borrower, asked, { return_by: day(4) })
    await keepLoans(test.deps)
    expect(await reminders(owner)).toEqual([])
    // A day has passed, but nothing is sent at night.
    await untilHour(3)
    await keepLoans(test.deps)
    expect(await reminders(owner)).toEqual([])
    await untilHour(10)
    await keepLoans(test.deps)
    await keepLoans(test.deps)
    const [mail, ...others] = await reminders(owner)
    expect(others).toEqual([])
    expect(mail?.text).toContain('Back instead: by')
    expect(mail?.html).toMatch(/inbox\/answer\?transaction_id=[^"]*answer=agreeDays/)
    expect(await reminders(borrower)).toEqual([])

    // Another proposal causes another reminder, to the other side.
    await ask(owner, asked, { return_by: day(3) })
    await untilHour(9)
    await keepLoans(test.deps)
    expect(await reminders(borrower)).toHaveLength(1)
    expect(await reminders(owner)).toHaveLength(1)
  })

  it('ends by itself with its day, and its author is notified', async () => {
    await untilHour(10)
    const { borrower, owner, asked } = await out()
    await ask(borrower, asked, { return_by: day(3) })
    const before = (await loans.mailsTo(owner)).length
    test.advance(3 * DAY_MS)
    await keepLoans(test.deps)
    expect((await loans.seenBy(owner, asked))?.days_asked_by).toBe('borrower')
    test.advance(DAY_MS)
    await Promise.all([keepLoans(test.deps), keepLoans(test.deps)])
    const seen = await loans.seenBy(borrower, asked)
    expect(seen).toMatchObject({
      status: 'handed_over',
      days_asked_by: null,
      asked_return_by: null,
    })
    expect(seen?.events.at(-1)).toMatchObject({
      status: 'handed_over',
      reason: 'days_ended',
      side: null,
    })
    const ended = (await loans.mailsTo(borrower)).filter(
      ({ subject }) => subject === '“Item 1”: the old days stand',
    )
    expect(ended).toHaveLength(1)
    const toOwner = (await loans.mailsTo(owner)).slice(before).map(({ subject }) => subject)
    expect(toOwner).not.toContain('“Item 1”: the old days stand')
  })

  it('can be withdrawn by its author without a mail', async () => {
    const { borrower, owner, asked } = await out()
    const before = (await loans.mailsTo(owner)).length
    await ask(borrower, asked, { return_by: day(4) })
    const { body } = await keep(borrower, asked)
    expect(body.events.at(-1)?.reason).toBe('days_withdrawn')
    expect(await loans.mailsTo(owner)).toHaveLength(before)
  })

  it('can be answered only by the other side, and only one can be open', async () => {
    const { borrower, owner, asked } = await out()
    await ask(borrower, asked, { return_by: day(4) })
    expect((await agree(borrower, asked, { return_by: day(4) })).error.code).toBe('status_changed')
    expect((await ask(borrower, asked, { return_by: day(5) })).error.code).toBe('status_changed')
    // The lender proposes another day instead, so the borrower has the next step.
    expect((await ask(owner, asked, { return_by: day(3) })).body.days_asked_by).toBe('lender')
    expect((await agree(borrower, asked, { return_by: day(3) })).body.return_by).toBe(day(3))
  })

  it('can be agreed to only for the days that were read', async () => {
    const { borrower, owner, asked } = await out()
    await ask(borrower, asked, { return_by: day(3) })
    await keep(borrower, asked)
    await ask(borrower, asked, { return_by: day(9) })
    expect((await agree(owner, asked, { return_by: day(3) })).error.code).toBe('status_changed')
    expect((await loans.seenBy(owner, asked))?.return_by).toBe(day(2))
  })

  it('counts once when it is sent several times', async () => {
    const { borrower, owner, asked } = await out()
    const question = { return_by: day(4), request_id: randomUUID() }
    const first = await ask(borrower, asked, question)
    const again = await ask(borrower, asked, question)
    expect(again.body.events).toHaveLength(first.body.events.length)
    const yes = { return_by: day(4), request_id: randomUUID() }
    const agreed = await agree(owner, asked, yes)
    expect((await agree(owner, asked, yes)).body.events).toHaveLength(agreed.body.events.length)
    expect((await agree(owner, asked, question)).error.code).toBe('conflict')
  })

  it('requires an agreed loan and one of its two sides', async () => {
    const { borrower, owner, asked } = await loans.request()
    expect((await ask(borrower, asked, { return_by: day(4) })).error.code).toBe('status_changed')
    await loans.accept(owner, asked)
    const stranger = await loans.newBorrower()
    expect((await ask(stranger, asked, { return_by: day(4) })).status).toBe(404)
    expect((await ask(borrower, asked, { return_by: 'soon' })).error.code).toBe('validation')
    expect((await ask(borrower, asked, {})).error.code).toBe('validation')
    await loans.step('handOver', borrower, asked)
    await loans.step('return', owner, asked)
    expect((await ask(borrower, asked, { return_by: day(4) })).error.code).toBe('status_changed')
  })

  it('does not change the number of loans', async () => {
    const { borrower, owner, asked } = await out()
    await ask(borrower, asked, { return_by: day(4) })
    await agree(owner, asked, { return_by: day(4) })
    const { countLoansByMonth } = await import(
      '#features/lending/conversations/counts/server/counting.ts'
    )
    const before = await countLoansByMonth(test.deps.database.orm, 'Europe/Zurich')
    await ask(owner, asked, { return_by: day(3) })
    expect(await countLoansByMonth(test.deps.database.orm, 'Europe/Zurich')).toEqual(before)
  })
})
