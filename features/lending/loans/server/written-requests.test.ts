import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { keepLoans } from './upkeep.ts'

const ZURICH = 'Europe/Zurich'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example', timeZone: ZURICH } })
  loans = loansOf(test)
})
afterAll(() => test.close())

type Request = Awaited<ReturnType<ReturnType<typeof loansOf>['request']>>

describe('the time of the lender’s last words', () => {
  const writtenAt = async ({ borrower, owner, asked }: Request) => {
    const [seenByBorrower, seenByOwner] = [
      await loans.seenBy(borrower, asked),
      await loans.seenBy(owner, asked),
    ]
    expect(seenByBorrower?.written_at).toBe(seenByOwner?.written_at)
    return seenByOwner?.written_at
  }

  it('is updated by each message of the lender and by none of the borrower', async () => {
    const request = await loans.request()
    expect(await writtenAt(request)).toBeNull()
    await loans.say(request.borrower, request.asked, 'In the morning, if I may')
    expect(await writtenAt(request)).toBeNull()
    for (const text of ['Gladly, on Saturday', 'After ten']) {
      test.advance(MINUTE_MS)
      const { created_at } = await loans.say(request.owner, request.asked, text)
      expect(await writtenAt(request)).toBe(created_at)
    }
    const at = await writtenAt(request)
    test.advance(MINUTE_MS)
    await loans.say(request.borrower, request.asked, 'Thank you!')
    expect(await writtenAt(request)).toBe(at)
  })

  it.each<[string, (request: Request) => Promise<Transaction>]>([
    ['a yes with words', ({ owner, asked }) => loans.accept(owner, asked, { text: 'Ring twice' })],
    ['a no with words', ({ owner, asked }) => loans.decline(owner, asked, { text: 'Broken' })],
    [
      'other days of the lender, with words',
      ({ owner, asked }) => loans.propose(owner, asked, { text: 'Rather then?' }),
    ],
    ['other days of the borrower', ({ borrower, asked }) => loans.propose(borrower, asked, {})],
    ['a withdrawal', ({ borrower, asked }) => loans.step('withdraw', borrower, asked)],
  ])('is cleared by %s', async (_name, step) => {
    const request = await loans.request()
    await loans.say(request.owner, request.asked, 'Gladly')
    expect(await writtenAt(request)).not.toBeNull()
    test.advance(1000)
    await step(request)
    expect(await writtenAt(request)).toBeNull()
  })

  it('is kept when the request expires, and updated by later messages until the yes', async () => {
    const request = await loans.request()
    await loans.say(request.owner, request.asked, 'Gladly')
    const at = await writtenAt(request)
    test.advance(31 * DAY_MS)
    while ((await loans.seenBy(request.owner, request.asked))?.status !== 'expired') {
      test.advance(DAY_MS / 24)
      await keepLoans(test.deps)
    }
    expect(await writtenAt(request)).toBe(at)
    const { created_at } = await loans.say(request.owner, request.asked, 'I still have it')
    expect(await writtenAt(request)).toBe(created_at)
    await loans.accept(request.owner, request.asked)
    expect(await writtenAt(request)).toBeNull()
    await loans.say(request.owner, request.asked, 'See you')
    expect(await writtenAt(request)).toBeNull()
  })

  it('is not shown for a loan, even if an older server stored it', async () => {
    const request = await loans.request()
    await loans.accept(request.owner, request.asked)
    await test.deps.database.orm
      .update(transactions)
      .set({ written_at: test.deps.clock() })
      .where(eq(transactions.id, request.asked.id))
    expect(await writtenAt(request)).toBeNull()
  })
})

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
/** Runs the automatic steps every hour (every six hours over many days) and delivers the notifications. */
async function pass(ms: number) {
  const step = ms > 2 * DAY_MS ? 6 * HOUR_MS : HOUR_MS
  for (let left = ms; left > 0; left -= step) {
    test.advance(Math.min(left, step))
    await keepLoans(test.deps)
  }
  await test.mails()
}
const subjectsTo = async (user: TestUser) =>
  (await loans.mailsTo(user)).map(({ subject }) => subject)
/** As the web app sends it, with a request id; a reply by mail has none. */
const type = (user: TestUser, { id }: Transaction, text: string) =>
  test.call(messagesApi.sendMessage, {
    as: user.token,
    body: { transaction_id: id, text, request_id: randomUUID() },
  })

const ASKED = 'Ada asks for “Item 1”'
const IS_YES = 'Is this a yes for Ada: “Item 1”?'
const DECIDE = 'Yes or no for Ada: “Item 1”?'
const SUITS = 'Does what Langstrasse 12 suggests for “Item 1” suit you?'
const UNDECIDED = 'Nothing was agreed about “Item 1”'

describe('a lender’s answer in words', () => {
  it('by mail causes a question at once, reminders in the pause, and a mail at the end', async () => {
    await untilHour(10)
    const { borrower, owner, asked } = await loans.request()
    await pass(HOUR_MS)
    await loans.say(owner, asked, 'Gladly, on Saturday after ten')
    await pass(MINUTE_MS)
    expect(await subjectsTo(owner)).toEqual([ASKED, IS_YES])
    const question = (await loans.mailsTo(owner)).at(-1)
    expect(question?.text).toMatch(
      /Gladly, on Saturday after ten[\s\S]*Yes, gladly[\s\S]*No, sorry/,
    )
    expect(question?.text).toMatch(/answer=accept&lt=[\w-]{43}/)
    // Thanks are no answer to it, and do not cause a second question.
    await loans.say(borrower, asked, 'Thank you!')
    await pass(20 * HOUR_MS)
    expect((await subjectsTo(owner)).slice(2)).toEqual([])
    await pass(10 * HOUR_MS)
    expect((await subjectsTo(owner)).slice(2)).toEqual([DECIDE])
    await pass(4 * DAY_MS)
    expect((await subjectsTo(owner)).slice(2)).toEqual([DECIDE, DECIDE])
    await pass(26 * DAY_MS)
    expect((await loans.seenBy(owner, asked))?.status).toBe('expired')
    expect((await subjectsTo(owner)).slice(4)).toEqual([UNDECIDED])
    const [toOwner, toBorrower] = [await loans.mailsTo(owner), await loans.mailsTo(borrower)]
    expect(toOwner.at(-1)?.text).toMatch(
      /You wrote to Ada[\s\S]*neither yes nor no[\s\S]*Yes after all/,
    )
    expect(toBorrower.at(-1)?.subject).toBe(UNDECIDED)
    expect(toBorrower.at(-1)?.text).toContain('wrote to you about “Item 1”')
    expect(toBorrower.at(-1)?.text).not.toContain('nobody is there')
    expect((await loans.accept(owner, asked)).status).toBe('accepted')
  }, 60_000)

  it('on the page causes a question minutes later, unless a step came before', async () => {
    await untilHour(10)
    const [undecided, decided] = [await loans.request(), await loans.request()]
    await type(undecided.owner, undecided.asked, 'Gladly')
    await type(decided.owner, decided.asked, 'Gladly')
    await pass(3 * MINUTE_MS)
    expect(await subjectsTo(undecided.owner)).toEqual([ASKED])
    await loans.accept(decided.owner, decided.asked)
    await pass(3 * MINUTE_MS)
    expect(await subjectsTo(undecided.owner)).toEqual([ASKED, IS_YES])
    expect(await subjectsTo(decided.owner)).not.toContain(IS_YES)
  })

  it('causes a question to its author alone, also at night', async () => {
    await untilHour(23)
    const borrower = await loans.newBorrower()
    const lender = await loans.newLender()
    const member = await loans.join(lender)
    test.advance(1000)
    const asked = await loans.ask(borrower, lender)
    await loans.say(member, asked, 'Gladly')
    await keepLoans(test.deps)
    expect(await subjectsTo(member)).toContain(IS_YES)
    expect(await subjectsTo(lender.owner)).not.toContain(IS_YES)
    await pass(2 * DAY_MS)
    for (const user of [member, lender.owner]) expect(await subjectsTo(user)).toContain(DECIDE)
  })

  it('causes no further mail once the request is decided', async () => {
    await untilHour(10)
    const { owner, asked } = await loans.request()
    await loans.say(owner, asked, 'Gladly')
    await keepLoans(test.deps)
    await loans.accept(owner, asked)
    expect(await subjectsTo(owner)).not.toContain(IS_YES)
  })

  it('lets the borrower ask others while there is no yes', async () => {
    await untilHour(10)
    const lender = await loans.newLender({ latitude: -33, longitude: 20 })
    const other = await loans.newLender({ latitude: -33.001, longitude: 20 })
    await test.deps.letterboxFeed.refresh([lender.id, other.id])
    const borrower = await loans.newBorrower()
    const asked = await loans.ask(borrower, lender, { wanted_from: loans.dayFromNow(2) })
    await loans.say(lender.owner, asked, 'Gladly')
    await pass(DAY_MS)
    expect(await subjectsTo(borrower)).toContain('No yes yet for “Item 1”: ask others, too?')
    const [offer] = (await loans.mailsTo(borrower)).filter(({ subject }) =>
      /ask others/.test(subject),
    )
    expect(offer?.text).toContain('has written, but has not said yes yet')
    await pass(3 * DAY_MS)
    expect((await loans.seenBy(borrower, asked))?.status).toBe('expired')
  })
})

describe('proposed days', () => {
  it('of the lender cause a reminder to the borrower, and mails at the end that mention them', async () => {
    await untilHour(10)
    const { borrower, owner, asked } = await loans.request()
    await loans.propose(owner, asked, { wanted_from: loans.dayFromNow(6) })
    await pass(26 * HOUR_MS)
    expect(await subjectsTo(borrower)).toContain(SUITS)
    expect(await subjectsTo(owner)).toEqual([])
    await pass(7 * DAY_MS)
    expect((await loans.mailsTo(borrower)).at(-1)?.text).toContain('suggested other days')
    expect((await loans.mailsTo(owner)).at(-1)?.text).toContain('nothing was agreed')
  })

  it('that were answered in words cause reminders to both sides', async () => {
    await untilHour(10)
    const { borrower, owner, asked } = await loans.request()
    await loans.propose(owner, asked, { wanted_from: loans.dayFromNow(6) })
    test.advance(1000)
    await loans.say(borrower, asked, 'Wonderful, that suits me')
    await pass(26 * HOUR_MS)
    expect(await subjectsTo(owner)).toContain('Is it settled for Ada: “Item 1”?')
    expect(await subjectsTo(borrower)).toContain(SUITS)
  })

  it('of the borrower count as a new question to a lender who has written', async () => {
    await untilHour(10)
    const { borrower, owner, asked } = await loans.request()
    await loans.say(owner, asked, 'Not this week, sorry')
    await pass(MINUTE_MS)
    await loans.propose(borrower, asked, { wanted_from: loans.dayFromNow(9) })
    await pass(26 * HOUR_MS)
    const reminders = (await loans.mailsTo(owner)).filter(({ subject }) =>
      /waits for/.test(subject),
    )
    expect(reminders.map(({ text }) => /asks for other days/.test(text))).toEqual([true])
  })
})
