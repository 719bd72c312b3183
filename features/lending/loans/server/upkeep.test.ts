import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEventStream } from '#app/server/testing/event-stream.ts'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { upkeepApi } from '#features/lending/upkeep/contract.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'
import { transaction_reminders } from '../tables.ts'
import { isWaking } from './loan-clock.ts'
import { keepLoans } from './upkeep.ts'

const ZURICH = 'Europe/Zurich'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example', timeZone: ZURICH } })
  loans = loansOf(test)
})
afterAll(() => test.close())
/** Each test begins at ten in the morning with no notification due. */
beforeEach(async () => {
  await untilHour(10)
  await test.deps.database.orm.delete(transactions)
})

const orm = () => test.deps.database.orm
const hourNow = () =>
  Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: ZURICH,
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(test.deps.clock()),
  )
async function untilHour(hour: number) {
  while (hourNow() !== hour) test.advance(HOUR_MS)
}
/** Runs the automatic steps `days` later, at ten in the morning, and delivers the notifications. */
async function daysLater(days: number) {
  test.advance(days * DAY_MS)
  await untilHour(10)
  await keepLoans(test.deps)
  await test.mails()
}
const subjectsTo = async (user: TestUser) =>
  (await loans.mailsTo(user)).map(({ subject }) => subject)
const statusOf = async (user: TestUser, asked: Transaction) =>
  (await loans.seenBy(user, asked))?.status
const WAITING = 'Ada waits for your answer about “Item 1”'
const OTHERS = 'No answer yet about “Item 1”: ask others, too?'
const EXPIRED = 'No yes yet for “Item 1”'
const UNDECIDED = 'Nothing was agreed about “Item 1”'
const SOON = 'Time to bring “Item 1” back'
const LATE = 'Is “Item 1” back yet?'

describe('a lender on holiday', () => {
  const AWAY = 'Your request for “Item 1”: the answer takes longer'
  async function goAway(user: TestUser, holiday_until: string | null) {
    const body = { holiday_until }
    const { status } = await test.call(upkeepApi.updateHoliday, { as: user.token, body })
    expect(status).toBe(200)
  }

  it('causes one mail to each waiting borrower, without the return date', async () => {
    const { borrower, lender, owner } = await loans.request()
    const promised = await loans.newBorrower()
    await loans.accept(owner, await loans.ask(promised, lender))
    await goAway(owner, loans.dayFromNow(3))
    await keepLoans(test.deps)
    await keepLoans(test.deps)
    const awayMails = (await loans.mailsTo(borrower)).filter(({ subject }) => subject === AWAY)
    expect(awayMails).toHaveLength(1)
    expect(awayMails[0]?.text).toContain('answer may take longer')
    expect(awayMails[0]?.text).not.toMatch(/Langstrasse|Ben|\d{1,2} [A-Z]/)
    expect(await subjectsTo(promised)).not.toContain(AWAY)
  })

  it('causes no mail before the holiday, after it, or for an answered request', async () => {
    const { borrower, lender, owner } = await loans.request()
    const answered = await loans.newBorrower()
    const request = await loans.ask(answered, lender)
    await keepLoans(test.deps)
    await goAway(owner, loans.dayFromNow(3))
    await loans.decline(owner, request)
    await goAway(owner, null)
    await keepLoans(test.deps)
    expect(await subjectsTo(borrower)).not.toContain(AWAY)
    await goAway(owner, loans.dayFromNow(3))
    await keepLoans(test.deps)
    expect(await subjectsTo(borrower)).toContain(AWAY)
    expect(await subjectsTo(answered)).not.toContain(AWAY)
  })
})

describe('an agreed loan whose hand-over is not reported', () => {
  const ASKED = ['Did you fetch “Item 1”?', 'Did Ada fetch “Item 1”?'] as const
  const ENDED = '“Item 1”: not fetched'
  /** A loan agreed from tomorrow on, for `days` days. */
  async function agreed(days: number) {
    const request = await loans.request({
      wanted_from: loans.dayFromNow(1),
      wanted_until: loans.dayFromNow(days),
    })
    await loans.accept(request.owner, request.asked)
    await test.mails()
    return request
  }
  const countOf = async (user: TestUser, subject: string) =>
    (await subjectsTo(user)).filter((each) => each === subject).length
  const report = (user: TestUser, { id }: Transaction) =>
    test.call(loansApi.notFetched, { as: user.token, body: { transaction_id: id } })

  it('causes one question to both sides after three days, with two buttons', async () => {
    const { borrower, owner, asked } = await agreed(6)
    const day = loans.dayFromNow(1)
    await daysLater(3)
    expect(await countOf(borrower, ASKED[0])).toBe(0)
    expect((await loans.seenBy(borrower, asked))?.fetching).toEqual({
      agreed_on: day,
      asked_from: loans.dayFromNow(1),
    })
    await daysLater(1)
    await daysLater(1)
    expect([await countOf(borrower, ASKED[0]), await countOf(owner, ASKED[1])]).toEqual([1, 1])
    const mail = (await loans.mailsTo(borrower)).find(({ subject }) => subject === ASKED[0])
    expect(mail?.html).toMatch(/answer=handOver[^"]*"[\s\S]*answer=notFetched/)
  })

  it('gets the agreed day when a side reports the hand-over afterwards', async () => {
    const { borrower, owner, asked } = await agreed(6)
    const day = loans.dayFromNow(1)
    await daysLater(4)
    const body = { transaction_id: asked.id, day }
    const answer = await test.call(loansApi.handOver, { as: borrower.token, body })
    expect(answer.body).toMatchObject({ status: 'handed_over', away_since: day, fetching: null })
    await daysLater(12)
    expect(await statusOf(owner, asked)).toBe('handed_over')
    expect(await countOf(owner, ENDED)).toBe(0)
  })

  it('accepts only a hand-over day between the request and today', async () => {
    const { borrower, asked } = await agreed(6)
    await daysLater(4)
    for (const days of [1, -10]) {
      const body = { transaction_id: asked.id, day: loans.dayFromNow(days) }
      const { status, error } = await test.call(loansApi.handOver, { as: borrower.token, body })
      expect([status, error.errors?.day]).toEqual([422, ['errors.validation.date']])
    }
  })

  it('ends with the report of one side, the other side is notified and the item is free', async () => {
    const { borrower, owner, lender, asked } = await agreed(6)
    expect((await report(owner, asked)).error.code).toBe('status_changed')
    await daysLater(4)
    expect((await report(await loans.newBorrower(), asked)).status).toBe(404)
    const { body } = await report(owner, asked)
    expect(body).toMatchObject({ status: 'expired', spot: null })
    expect(body.events.at(-1)).toMatchObject({ reason: 'not_fetched', side: 'lender' })
    expect([await countOf(borrower, ENDED), await countOf(owner, ENDED)]).toEqual([1, 0])
    expect((await report(borrower, asked)).error.code).toBe('status_changed')
    const next = await loans.ask(await loans.newBorrower(), lender, {
      wanted_from: loans.dayFromNow(0),
      wanted_until: loans.dayFromNow(1),
    })
    await loans.accept(owner, next)
  })

  it('ends once after parallel reports, or is handed over', async () => {
    const no = await agreed(6)
    const both = await agreed(6)
    await daysLater(4)
    const noes = await Promise.all([report(no.borrower, no.asked), report(no.owner, no.asked)])
    expect(noes.map(({ status }) => status).sort()).toEqual([200, 409])
    const answers = await Promise.all([
      report(both.borrower, both.asked),
      test.call(loansApi.handOver, {
        as: both.owner.token,
        body: { transaction_id: both.asked.id },
      }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('ends four days after the question, with a mail to both sides and no reminders', async () => {
    const { borrower, owner, asked } = await agreed(3)
    // The return day comes first: the mail is the question, not a reminder to return the thing.
    await daysLater(3)
    expect([await countOf(borrower, ASKED[0]), await countOf(borrower, SOON)]).toEqual([1, 0])
    await daysLater(4)
    expect(await statusOf(borrower, asked)).toBe('accepted')
    await daysLater(1)
    const seenByOwner = await loans.seenBy(owner, asked)
    expect(seenByOwner?.status).toBe('expired')
    expect(seenByOwner?.events.at(-1)).toMatchObject({ reason: 'not_fetched', side: null })
    await daysLater(5)
    for (const user of [borrower, owner]) expect(await countOf(user, ENDED)).toBe(1)
    expect([await countOf(borrower, SOON), await countOf(borrower, LATE)]).toEqual([0, 0])
    const thanks = { transaction_id: asked.id, text: null, show: false }
    const thanked = await test.call(loansApi.thank, { as: borrower.token, body: thanks })
    expect(thanked.error.code).toBe('status_changed')
  })

  it('stands during the agreed days, for two weeks at most', async () => {
    const tenDays = await agreed(10)
    const month = await agreed(30)
    const open = await loans.request()
    await loans.accept(open.owner, open.asked)
    expect((await loans.mailsTo(open.borrower)).at(-1)?.text).toContain('The promise stands until')
    const statuses = async () => {
      const loansNow = [tenDays, month, open]
      return Promise.all(loansNow.map(({ borrower, asked }) => statusOf(borrower, asked)))
    }
    for (let day = 0; day < 10; day++) await daysLater(1)
    expect(await statuses()).toEqual(['accepted', 'accepted', 'accepted'])
    await daysLater(1)
    expect(await statuses()).toEqual(['expired', 'accepted', 'accepted'])
    for (let day = 0; day < 3; day++) await daysLater(1)
    expect(await statuses()).toEqual(['expired', 'accepted', 'expired'])
    await daysLater(1)
    expect(await statuses()).toEqual(['expired', 'expired', 'expired'])
    expect(await countOf(open.borrower, ASKED[0])).toBe(1)
  })

  it('causes its question before it ends, even after the server stood still', async () => {
    const { borrower, asked } = await agreed(2)
    await daysLater(12)
    expect([await statusOf(borrower, asked), await countOf(borrower, ASKED[0])]).toEqual([
      'accepted',
      1,
    ])
    await daysLater(4)
    expect(await statusOf(borrower, asked)).toBe('expired')
  })
})

describe('an overdue item that is promised next', () => {
  const STILL_OUT = '“Item 1” may not be back yet'

  it('causes a mail to both sides of the next loan and a hint to the late borrower', async () => {
    const { borrower, lender, owner, asked } = await loans.request({
      wanted_from: loans.dayFromNow(0),
      wanted_until: loans.dayFromNow(1),
    })
    await loans.accept(owner, asked)
    await loans.step('handOver', borrower, asked)
    const next = await loans.newBorrower({ firstname: 'Cleo' })
    const nextAsked = await loans.ask(next, lender, {
      wanted_from: loans.dayFromNow(3),
      wanted_until: loans.dayFromNow(4),
    })
    await loans.accept(owner, nextAsked)
    await daysLater(1)
    expect(await subjectsTo(next)).not.toContain(STILL_OUT)
    await daysLater(1)
    await daysLater(1)
    for (const user of [next, owner]) {
      expect((await subjectsTo(user)).filter((each) => each === STILL_OUT)).toHaveLength(1)
    }
    const late = (await loans.mailsTo(borrower)).find(({ subject }) => subject === LATE)
    expect(late?.text).toContain('it is promised to somebody else')
    expect(late?.text).not.toContain('Cleo')
  })

  it('causes no mail if another copy is free', async () => {
    const { borrower, lender, owner, asked } = await loans.request({
      wanted_from: loans.dayFromNow(0),
      wanted_until: loans.dayFromNow(1),
    })
    await loans.accept(owner, asked)
    await loans.step('handOver', borrower, asked)
    const next = await loans.newBorrower()
    await loans.accept(owner, await loans.ask(next, lender, { wanted_from: loans.dayFromNow(2) }))
    await orm()
      .update(letterbox_items)
      .set({ copies: 2 })
      .where(eq(letterbox_items.letterbox_id, lender.id))
    await daysLater(2)
    expect(await subjectsTo(next)).not.toContain(STILL_OUT)
  })
})

describe('a request without an answer', () => {
  it('expires after 7 days, and the borrower gets a mail about other lenders', async () => {
    const { borrower, owner, asked } = await loans.request()
    await daysLater(6)
    expect(await statusOf(borrower, asked)).toBe('requested')
    const stream = await openEventStream(test, borrower.token)
    await stream.next('count')
    await daysLater(1)
    expect(await stream.next('transaction')).toMatchObject({ transaction_id: asked.id })
    stream.close()
    const seenByBorrower = await loans.seenBy(borrower, asked)
    expect(seenByBorrower?.status).toBe('expired')
    expect(seenByBorrower?.events.at(-1)).toMatchObject({
      status: 'expired',
      side: null,
      by_id: null,
    })
    const lastMail = (await loans.mailsTo(borrower)).at(-1)
    expect(lastMail?.subject).toBe(EXPIRED)
    expect(lastMail?.text).toMatch(/Ask the next ones.*transaction_id=/s)
    expect(await subjectsTo(owner)).not.toContain(EXPIRED)
    // A late yes re-opens it.
    expect((await loans.accept(owner, asked)).status).toBe('accepted')
  })

  it('causes reminders to the owner and the household after 1 and 4 days, once each', async () => {
    const borrower = await loans.newBorrower()
    const lender = await loans.newLender()
    const member = await loans.join(lender)
    test.advance(1000)
    await loans.ask(borrower, lender, { wanted_from: loans.dayFromNow(6) })
    await daysLater(0)
    expect(await subjectsTo(lender.owner)).toHaveLength(1)
    test.advance(1000)
    const later = await loans.join(lender)
    await daysLater(1)
    await keepLoans(test.deps)
    await daysLater(1)
    expect((await subjectsTo(lender.owner)).slice(1)).toEqual([WAITING])
    await daysLater(2)
    await daysLater(1)
    for (const user of [lender.owner, member]) {
      const [request, first, second, ...more] = await loans.mailsTo(user)
      expect([request?.subject, first?.subject, second?.subject, more]).toEqual([
        'Ada asks for “Item 1”',
        WAITING,
        WAITING,
        [],
      ])
      expect(second?.text).toMatch(/Wanted: [\s\S]*May I borrow it\?[\s\S]*Yes, gladly/)
      expect(second?.text).toMatch(/answer=decline&lt=[\w-]{43}/)
    }
    expect(await subjectsTo(later)).toEqual([])
    // Six days are left: the borrower is offered other lenders after half of them.
    expect(await subjectsTo(borrower)).toEqual([OTHERS])
  })

  it('for tomorrow causes a reminder today and an offer of others, and ends with its day', async () => {
    const lender = await loans.newLender({ latitude: -31, longitude: 20 })
    const borrower = await loans.newBorrower()
    const asked = await loans.ask(borrower, lender, { wanted_from: loans.dayFromNow(1) })
    const { owner } = lender
    const hoursLater = async (hours: number) => {
      test.advance(hours * HOUR_MS)
      await keepLoans(test.deps)
      await test.mails()
    }
    await hoursLater(4)
    expect(await subjectsTo(owner)).toHaveLength(1)
    await hoursLater(1)
    expect((await subjectsTo(owner)).slice(1)).toEqual([WAITING])
    expect(await subjectsTo(borrower)).toEqual([])
    const other = await loans.newLender({ latitude: -31.001, longitude: 20 })
    await test.deps.letterboxFeed.refresh([lender.id, other.id])
    await hoursLater(2)
    const [offer] = await loans.mailsTo(borrower)
    expect(offer?.subject).toBe(OTHERS)
    expect(offer?.text).toMatch(/Ask others, too.*transaction_id=/s)
    await daysLater(0)
    expect(await statusOf(borrower, asked)).toBe('requested')
    await daysLater(1)
    expect(await statusOf(borrower, asked)).toBe('expired')
    expect(await subjectsTo(borrower)).toEqual([OTHERS, EXPIRED])
  })

  it('causes no offer if no other letterbox lends the item', async () => {
    const lender = await loans.newLender({ latitude: -30, longitude: 20 })
    const borrower = await loans.newBorrower()
    await test.deps.letterboxFeed.refresh([lender.id])
    await loans.ask(borrower, lender, { wanted_from: loans.dayFromNow(2) })
    await daysLater(1)
    expect(await subjectsTo(lender.owner)).toContain(WAITING)
    expect(await subjectsTo(borrower)).toEqual([])
  })

  it('causes no reminder to an owner who muted or archived it or switched reminders off', async () => {
    const muted = await loans.request()
    await loans.mute(muted.owner, muted.asked)
    const archived = await loans.request()
    const body = { transaction_id: archived.asked.id, archived: true }
    await test.call(listsApi.archive, { as: archived.owner.token, body })
    const off = await loans.request()
    await orm().update(users).set({ notify_reminder: 'off' }).where(eq(users.id, off.owner.id))
    const closed = await loans.request()
    const heldRequest = await loans.request()
    const set = (asked: Transaction, fields: object) =>
      orm().update(transactions).set(fields).where(eq(transactions.id, asked.id))
    await test.mails()
    await set(closed.asked, { closed_at: test.deps.clock() })
    await set(heldRequest.asked, { held_at: test.deps.clock() })
    const missed = await loans.request({ wanted_from: loans.dayFromNow(0) })
    const gone = await loans.request()
    await test.mails()
    await orm().delete(users).where(eq(users.id, gone.borrower.id))
    await daysLater(1)
    for (const { owner } of [muted, archived, off, closed, heldRequest, missed, gone]) {
      expect(await subjectsTo(owner)).toHaveLength(1)
    }
    await daysLater(7)
    for (const { borrower } of [closed, heldRequest]) expect(await subjectsTo(borrower)).toEqual([])
    expect(await statusOf(heldRequest.borrower, heldRequest.asked)).toBe('requested')
    expect(await statusOf(closed.borrower, closed.asked)).toBe('expired')
  })

  it('expires 30 days after the last activity if it was answered but not decided', async () => {
    const { borrower, owner, asked } = await loans.request()
    await daysLater(5)
    const body = { transaction_id: asked.id, text: 'Let me look.' }
    await test.call(messagesApi.sendMessage, { as: owner.token, body })
    await daysLater(29)
    expect(await statusOf(borrower, asked)).toBe('requested')
    await daysLater(1)
    expect(await statusOf(borrower, asked)).toBe('expired')
    expect((await subjectsTo(borrower)).at(-1)).toBe(UNDECIDED)
  })

  it('expires with the proposed day if it is not decided', async () => {
    const { borrower, owner, asked } = await loans.request()
    await loans.propose(owner, asked, { wanted_from: loans.dayFromNow(5) })
    await daysLater(5)
    expect(await statusOf(borrower, asked)).toBe('requested')
    await daysLater(1)
    expect(await statusOf(borrower, asked)).toBe('expired')
  })

  it('stays archived when it expires', async () => {
    const { owner, asked } = await loans.request()
    const body = { transaction_id: asked.id, archived: true }
    await test.call(listsApi.archive, { as: owner.token, body })
    await daysLater(7)
    const { body: kept } = await test.call(listsApi.list, {
      as: owner.token,
      query: { state: 'archived' },
    })
    expect(kept).toMatchObject([{ id: asked.id, status: 'expired' }])
  })
})

describe('a loan', () => {
  async function lent(first: number, last: number) {
    const days = { wanted_from: loans.dayFromNow(first), wanted_until: loans.dayFromNow(last) }
    const loan = await loans.request(days)
    await loans.accept(loan.owner, loan.asked)
    await test.mails()
    return loan
  }

  it('causes a reminder to the borrower a day before the return and one after it', async () => {
    const { borrower, owner, asked } = await lent(0, 3)
    await loans.step('handOver', owner, asked)
    const before = (await subjectsTo(owner)).length
    await daysLater(1)
    expect(await subjectsTo(borrower)).not.toContain(SOON)
    for (let day = 0; day < 5; day++) await daysLater(1)
    const [, soon, late, ...more] = await loans.mailsTo(borrower)
    expect([soon?.subject, late?.subject, more]).toEqual([SOON, LATE, []])
    expect(await subjectsTo(owner)).toHaveLength(before)
  })

  it('causes a reminder if archived, but not if returned, muted or not handed over', async () => {
    const out = await lent(0, 2)
    await loans.step('handOver', out.owner, out.asked)
    const body = { transaction_id: out.asked.id, archived: true }
    await test.call(listsApi.archive, { as: out.borrower.token, body })
    const back = await lent(0, 2)
    await loans.step('handOver', back.borrower, back.asked)
    await loans.step('return', back.borrower, back.asked)
    const muted = await lent(0, 2)
    await loans.step('handOver', muted.owner, muted.asked)
    await loans.mute(muted.borrower, muted.asked)
    const agreed = await lent(0, 2)
    await daysLater(1)
    expect((await subjectsTo(out.borrower)).slice(1)).toEqual([SOON])
    for (const user of [back.borrower, muted.borrower, agreed.borrower]) {
      expect(await subjectsTo(user)).not.toContain(SOON)
    }
  })

  it('causes a reminder to both sides a day before the hand-over, unless the yes is fresh', async () => {
    const days = { wanted_from: loans.dayFromNow(5) }
    const { borrower, owner, asked } = await loans.request(days)
    const handover_at = new Date(test.deps.clock().getTime() + 5 * DAY_MS).toISOString()
    await loans.accept(owner, asked, { handover_at })
    const fresh = await loans.request()
    const soon = new Date(test.deps.clock().getTime() + DAY_MS).toISOString()
    await loans.accept(fresh.owner, fresh.asked, { handover_at: soon })
    await daysLater(0)
    expect((await subjectsTo(fresh.borrower)).at(-1)).not.toBe('Fetch “Item 1” tomorrow')
    await daysLater(4)
    expect((await subjectsTo(borrower)).at(-1)).toBe('Fetch “Item 1” tomorrow')
    expect((await subjectsTo(owner)).at(-1)).toBe('“Item 1” is fetched tomorrow')
  })

  it('causes a reminder to both sides a day before a hand-over without an hour', async () => {
    const { borrower, owner, asked } = await loans.request({ wanted_from: loans.dayFromNow(5) })
    await loans.accept(owner, asked)
    await daysLater(0)
    const [yes] = (await loans.mailsTo(borrower)).slice(-1)
    expect(yes?.text).toContain('You arrange the hour in the conversation.')
    await daysLater(4)
    expect((await subjectsTo(borrower)).at(-1)).toBe('Fetch “Item 1” tomorrow')
    expect((await subjectsTo(owner)).at(-1)).toBe('“Item 1” is fetched tomorrow')
  })
})

describe('keepLoans', () => {
  it('does nothing at night', async () => {
    const { borrower, asked } = await loans.request()
    test.advance(7 * DAY_MS)
    await untilHour(3)
    await keepLoans(test.deps)
    expect(await statusOf(borrower, asked)).toBe('requested')
    const waking = ['05:59', '06:01', '17:59', '18:01'].map((time) =>
      isWaking(ZURICH, new Date(`2026-07-01T${time}:00Z`)),
    )
    expect(waking).toEqual([false, true, true, false])
  })

  it('acts once across several processes', async () => {
    const second = await createTestApp({
      sharing: test,
      config: test.deps.config,
      deps: { clock: test.deps.clock },
    })
    const requests = await Promise.all([loans.request(), loans.request(), loans.request()])
    await test.mails()
    test.advance(DAY_MS)
    await Promise.all([keepLoans(test.deps), keepLoans(second.deps), keepLoans(test.deps)])
    for (const { owner } of requests) {
      expect((await subjectsTo(owner)).slice(1)).toEqual([WAITING])
    }
    await untilHour(10)
    test.advance(6 * DAY_MS)
    await Promise.all([keepLoans(test.deps), keepLoans(second.deps), keepLoans(second.deps)])
    for (const { borrower, asked } of requests) {
      const events = (await loans.seenBy(borrower, asked))?.events
      expect(events?.map(({ status }) => status)).toEqual(['requested', 'expired'])
      expect(await subjectsTo(borrower)).toEqual([EXPIRED])
    }
    await second.close()
  })

  it('sends nothing that is far too late after weeks of standstill', async () => {
    const { borrower, owner, asked } = await loans.request()
    const promised = await loans.request({ wanted_from: loans.dayFromNow(0) })
    await loans.accept(promised.owner, promised.asked)
    const subjects = await subjectsTo(promised.borrower)
    await daysLater(21)
    expect(await statusOf(borrower, asked)).toBe('expired')
    expect(await subjectsTo(borrower)).toEqual([])
    expect(await subjectsTo(owner)).toHaveLength(1)
    expect(await subjectsTo(promised.borrower)).toEqual(subjects)
  })

  it('sends no reminder about a request answered in the meantime', async () => {
    const { owner, asked } = await loans.request()
    await test.mails()
    test.advance(DAY_MS)
    await keepLoans(test.deps)
    const [{ reminders } = { reminders: 0 }] = await orm()
      .select({ reminders: count() })
      .from(transaction_reminders)
    expect(reminders).toBe(1)
    await loans.decline(owner, asked)
    expect(await subjectsTo(owner)).toHaveLength(1)
  })
})
