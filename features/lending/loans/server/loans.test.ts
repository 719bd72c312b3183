import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { Sending } from '#features/lending/conversations/transactions/server/sending.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { transaction_views } from '#features/lending/conversations/views/tables.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { loansApi } from '../contract.ts'
import { answerRequest, withdrawRequest } from './stepping.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
type Answer = Parameters<typeof loans.tryToAnswer>[2]
const accept = (user: TestUser, asked: Transaction, more: Partial<Answer> = {}) =>
  loans.tryToAnswer(user, asked, { answer: 'accept', ...more })
const step = (name: 'withdraw' | 'handOver' | 'return', user: TestUser, { id }: Transaction) =>
  test.call(loansApi[name], { as: user.token, body: { transaction_id: id } })

describe('a loan', () => {
  it('goes from the request to the return, and both sides see each step', async () => {
    const days = { wanted_from: loans.dayFromNow(2), wanted_until: loans.dayFromNow(3) }
    const { borrower, owner, asked } = await loans.request(days)
    expect(asked).toMatchObject({ status: 'requested', ...days, dates_by: 'borrower', spot: null })

    const handover_at = new Date(test.deps.clock().getTime() + 2 * DAY_MS).toISOString()
    const yes = await accept(owner, asked, { handover_at, text: 'Bring a strap.' })
    expect(yes.body).toMatchObject({
      status: 'accepted',
      handover_at,
      return_by: days.wanted_until,
      handover_note: 'Bring a strap.',
      spot: { address: 'Langstrasse 12', latitude: 47.37 },
    })
    expect(yes.body.messages.map(({ text }) => text)).toEqual([
      'May I borrow it?',
      'Bring a strap.',
    ])
    expect((await loans.seenBy(borrower, asked))?.spot).toMatchObject({ postcode: '8004' })

    expect((await step('handOver', borrower, asked)).body.status).toBe('handed_over')
    const back = await step('return', owner, asked)
    expect(back.body).toMatchObject({ status: 'returned', spot: null })
    expect(back.body.events.map(({ status, side, by_id }) => [status, side, by_id])).toEqual([
      ['requested', 'borrower', borrower.id],
      ['accepted', 'lender', owner.id],
      ['handed_over', 'borrower', borrower.id],
      ['returned', 'lender', owner.id],
    ])
  })

  it('has no hour if the lender names none, on the wanted day or another one', async () => {
    const wanted = { wanted_from: loans.dayFromNow(2), wanted_until: loans.dayFromNow(4) }
    const first = await loans.request(wanted)
    const asWanted = await accept(first.owner, first.asked)
    expect(asWanted.body).toMatchObject({
      status: 'accepted',
      handover_at: null,
      ...wanted,
      return_by: wanted.wanted_until,
    })
    const second = await loans.request(wanted)
    const later = { handover_day: loans.dayFromNow(3), return_by: loans.dayFromNow(5) }
    const onAnother = await accept(second.owner, second.asked, later)
    expect(onAnother.body).toMatchObject({
      status: 'accepted',
      handover_at: null,
      wanted_from: later.handover_day,
      wanted_until: later.return_by,
      return_by: later.return_by,
    })
  })

  it('refuses a hand-over day in the past', async () => {
    const { owner, asked } = await loans.request()
    const yes = await accept(owner, asked, { handover_day: loans.dayFromNow(-1) })
    expect(yes.status).toBe(422)
    expect(yes.body).toMatchObject({ errors: { handover_at: ['errors.validation.date'] } })
  })

  it('ends with a no and its reason', async () => {
    const { borrower, owner, asked } = await loans.request()
    const { body } = await loans.tryToAnswer(owner, asked, { answer: 'decline', reason: 'away' })
    expect(body.events.at(-1)).toMatchObject({ status: 'declined', reason: 'away' })
    expect((await loans.seenBy(borrower, asked))?.status).toBe('declined')
  })

  it('lets the borrower accept the lender’s days and no others', async () => {
    const { borrower, owner, asked } = await loans.request()
    expect((await accept(borrower, asked)).body).toMatchObject({ code: 'status_changed' })
    const days = { wanted_from: loans.dayFromNow(5), text: 'Rather on Friday?' }
    const proposed = await loans.propose(owner, asked, days)
    expect(proposed).toMatchObject({ status: 'requested', dates_by: 'lender' })
    expect(proposed.events.at(-1)).toMatchObject({
      reason: 'another_day',
      wanted_from: loans.dayFromNow(5),
    })
    const agreed = await accept(borrower, asked)
    expect(agreed.body).toMatchObject({ status: 'accepted', return_by: loans.dayFromNow(5) })
  })

  it('can be answered once', async () => {
    const { borrower, owner, asked } = await loans.request()
    const request_id = randomUUID()
    const first = await accept(owner, asked, { request_id })
    expect(first.status).toBe(200)
    const again = await accept(owner, asked, { request_id })
    expect(again.body.events).toHaveLength(first.body.events.length)
    expect((await accept(owner, asked)).body).toMatchObject({ code: 'already_answered' })
    expect((await step('return', owner, asked)).body).toMatchObject({ code: 'status_changed' })
    expect((await step('withdraw', borrower, asked)).body.status).toBe('withdrawn')
    expect((await accept(owner, asked)).body).toMatchObject({ code: 'status_changed' })
  })

  it.each([
    'answer',
    'propose',
    'withdraw',
    'handOver',
    'return',
    'archive',
    'mute',
    'thank',
    'hideThanks',
  ] as const)('cannot be changed by a stranger with %s', async (name) => {
    const { asked } = await loans.request()
    const stranger = await loans.newBorrower()
    const body = {
      transaction_id: asked.id,
      answer: 'accept',
      wanted_from: loans.dayFromNow(1),
      archived: true,
      muted: true,
      hidden: true,
      show: true,
    }
    const calls = { ...listsApi, ...messagesApi, ...loansApi }
    const send = (headers: Record<string, string>) =>
      test.app.inject({ method: 'POST', url: `/api/v1${calls[name].path}`, payload: body, headers })
    expect((await send({ authorization: `Bearer ${stranger.token}` })).statusCode).toBe(404)
    expect((await send({})).statusCode).toBe(401)
    expect(await loans.seenBy(stranger, asked)).toBeUndefined()
  })

  it('refuses days in the past, in the wrong order or too far ahead', async () => {
    const { owner, asked } = await loans.request()
    for (const days of [
      { wanted_from: loans.dayFromNow(-2) },
      { wanted_from: loans.dayFromNow(3), wanted_until: loans.dayFromNow(2) },
      { wanted_from: loans.dayFromNow(500) },
    ]) {
      const { status } = await test.call(loansApi.propose, {
        as: owner.token,
        body: { transaction_id: asked.id, ...days },
      })
      expect(status).toBe(422)
    }
    expect((await accept(owner, asked, { return_by: loans.dayFromNow(-1) })).status).toBe(422)
  })
})

describe('a repeated proposal', () => {
  it('returns the same result under its request id after its days have passed', async () => {
    const { owner, asked } = await loans.request()
    const body = {
      transaction_id: asked.id,
      request_id: randomUUID(),
      wanted_from: loans.dayFromNow(1),
    }
    const propose = () => test.call(loansApi.propose, { as: owner.token, body })
    const first = await propose()
    test.advance(3 * DAY_MS)
    const again = await propose()
    expect(again.status).toBe(200)
    expect(again.body.events).toEqual(first.body.events)
  })
})

describe('the history of a loan', () => {
  const take = (work: (sending: Sending) => Promise<void>) =>
    orm().transaction((db) => work({ db, deps: test.deps, now: test.deps.clock() }))
  /** The status and the last history entry of each of the lender's transactions. */
  const endings = ({ owner }: TestLetterbox) =>
    orm()
      .select({
        status: transactions.status,
        last: sql<string>`(SELECT status FROM transaction_events
          WHERE transaction_id = transactions.id ORDER BY at DESC, id DESC LIMIT 1)`,
      })
      .from(transactions)
      .where(eq(transactions.lender_id, owner.id))

  it('follows the order of the locks, not of the calls', async () => {
    const { borrower, lender, owner, asked } = await loans.request()
    const called = test.deps.clock()
    test.advance(1000)
    await loans.accept(owner, asked, { text: 'Gladly.' })
    const body = { transaction_id: asked.id }
    await take((sending) => withdrawRequest({ ...sending, now: called }, borrower.id, body))
    expect(await endings(lender)).toEqual([{ status: 'withdrawn', last: 'withdrawn' }])
  })

  it('ends with the current status after parallel yes and withdrawal', async () => {
    const borrower = await loans.newBorrower()
    const lender = await loans.newLender()
    const created_at = test.deps.clock()
    // The embedded database has one connection, so calls cannot race there.
    const count = test.deps.database.kind === 'postgres' ? 300 : 30
    const races = Array.from({ length: count }, (_, day) => ({
      borrower_id: borrower.id,
      lender_id: lender.owner.id,
      item_id: LADDER,
      wanted_from: loans.dayFromNow(day + 1),
      created_at,
      updated_at: created_at,
    }))
    const requests = await orm().insert(transactions).values(races).returning()
    // The people mute the conversation, since this test is not about mails.
    const people = [borrower.id, lender.owner.id]
    await orm()
      .insert(transaction_views)
      .values(
        requests.flatMap(({ id }) =>
          people.map((user_id) => ({ transaction_id: id, user_id, muted: true })),
        ),
      )
    for (const { id } of requests) {
      const body = { transaction_id: id }
      const yes = { ...body, answer: 'accept' } as const
      await Promise.allSettled([
        take((sending) => withdrawRequest(sending, borrower.id, body)),
        take((sending) => answerRequest(sending, lender.owner.id, yes)),
      ])
    }
    const ends = await endings(lender)
    expect(ends.filter(({ status }) => status === 'withdrawn')).toHaveLength(requests.length)
    expect(ends.filter(({ status, last }) => status !== last)).toEqual([])
  }, 60_000)
})

describe('lending one item twice', () => {
  const days = { wanted_from: '', wanted_until: '' }
  beforeAll(() => {
    Object.assign(days, { wanted_from: loans.dayFromNow(1), wanted_until: loans.dayFromNow(4) })
  })

  it('is refused with already_lent only for overlapping days', async () => {
    const { owner, lender, asked } = await loans.request(days)
    const overlapping = await loans.ask(await loans.newBorrower(), lender, {
      wanted_from: loans.dayFromNow(4),
      wanted_until: loans.dayFromNow(6),
    })
    const later = await loans.ask(await loans.newBorrower(), lender, {
      wanted_from: loans.dayFromNow(5),
    })
    expect((await accept(owner, asked)).status).toBe(200)
    expect((await accept(owner, overlapping)).body).toMatchObject({ code: 'already_lent' })
    expect((await accept(owner, later)).status).toBe(200)
  })

  it('is refused for two weeks after a yes without days', async () => {
    const { borrower, owner, lender, asked } = await loans.request()
    const promised = { return_by: null, stands_until: loans.dayFromNow(13) }
    expect((await accept(owner, asked)).body).toMatchObject(promised)
    expect(await loans.seenBy(borrower, asked)).toMatchObject(promised)
    const within = await loans.ask(await loans.newBorrower(), lender, {
      wanted_from: loans.dayFromNow(13),
    })
    const after = await loans.ask(await loans.newBorrower(), lender, {
      wanted_from: loans.dayFromNow(14),
    })
    expect((await accept(owner, within)).body).toMatchObject({ code: 'already_lent' })
    expect((await accept(owner, after)).status).toBe(200)
  })

  it('is allowed again after the first loan was declined', async () => {
    const { owner, lender, asked } = await loans.request(days)
    const other = await loans.ask(await loans.newBorrower(), lender, days)
    await accept(owner, asked)
    await loans.tryToAnswer(owner, asked, { answer: 'decline' })
    expect((await accept(owner, other)).status).toBe(200)
  })

  it('is allowed to as many borrowers as there are copies', async () => {
    const { owner, lender, asked } = await loans.request(days)
    await orm()
      .update(letterbox_items)
      .set({ copies: 2 })
      .where(and(eq(letterbox_items.letterbox_id, lender.id), eq(letterbox_items.item_id, LADDER)))
    const second = await loans.ask(await loans.newBorrower(), lender, days)
    const third = await loans.ask(await loans.newBorrower(), lender, days)
    expect((await accept(owner, asked)).status).toBe(200)
    expect((await accept(owner, second)).status).toBe(200)
    expect((await accept(owner, third)).body).toMatchObject({ code: 'already_lent' })
  })

  it('is refused to all but one of many parallel yes calls', async () => {
    const lender = await loans.newLender()
    const requests = await Promise.all(
      Array.from({ length: 8 }, async () => loans.ask(await loans.newBorrower(), lender, days)),
    )
    const answers = await Promise.all(requests.map((one) => accept(lender.owner, one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })

  it('is refused by the database itself', async () => {
    const { owner, lender, asked } = await loans.request(days)
    const other = await loans.ask(await loans.newBorrower(), lender, days)
    await accept(owner, asked)
    const [row] = await orm().select().from(transactions).where(eq(transactions.id, asked.id))
    const forced = orm()
      .update(transactions)
      .set({ status: 'accepted', lent: row?.lent ?? null, copy: row?.copy ?? null })
      .where(eq(transactions.id, other.id))
    await expect(forced).rejects.toMatchObject({ cause: { code: '23P01' } })
  })

  it('a yes to past days is refused unless other days are named', async () => {
    const { owner, asked } = await loans.request({ wanted_from: loans.dayFromNow(0) })
    test.advance(2 * DAY_MS)
    const late = await accept(owner, asked)
    expect([late.status, Object.keys(late.error.errors ?? {})]).toEqual([422, ['handover_at']])
    const return_by = loans.dayFromNow(1)
    const { status, body } = await loans.tryToAnswer(owner, asked, { answer: 'accept', return_by })
    expect([status, body.return_by]).toEqual([200, return_by])
  })
})

describe('POST /transactions/ask', () => {
  async function askSeveral(count: number, request_id = randomUUID()) {
    const borrower = await loans.newBorrower()
    const lenders = await Promise.all(Array.from({ length: count }, () => loans.newLender()))
    const body = {
      renter_ids: lenders.map(({ owner }) => owner.id),
      item_id: LADDER,
      text: 'Who has a ladder?',
      request_id,
    }
    const send = () => test.call(requestsApi.ask, { as: borrower.token, body })
    return { borrower, lenders, send, sent: await send() }
  }

  it('asks every lender, and the first yes withdraws the other requests', async () => {
    const { borrower, lenders, sent } = await askSeveral(3)
    expect(sent.status).toBe(201)
    expect(sent.body.map(({ asked_several }) => asked_several)).toEqual([3, 3, 3])
    const [first, second] = lenders
    const [one, two] = sent.body
    if (!first || !second || !one || !two) throw new Error('Unexpected number of requests')
    expect((await accept(first.owner, one)).body.status).toBe('accepted')
    const withdrawn = await loans.seenBy(second.owner, two)
    expect(withdrawn?.status).toBe('withdrawn')
    expect(withdrawn?.events.at(-1)).toMatchObject({ side: null, reason: 'lent_elsewhere' })
    expect((await accept(second.owner, two)).body).toMatchObject({ code: 'status_changed' })
    expect((await loans.list(borrower)).map(({ status }) => status).sort()).toEqual([
      'accepted',
      'withdrawn',
      'withdrawn',
    ])
  })

  it('lets exactly one of several parallel yes calls win', async () => {
    const { borrower, lenders, sent } = await askSeveral(5)
    const answers = await Promise.all(
      sent.body.map((asked, i) => accept(lenders[i]?.owner as TestUser, asked)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await loans.list(borrower)).filter(({ status }) => status === 'accepted')).toHaveLength(
      1,
    )
  })

  it('asks once per request id and skips lenders who cannot be asked', async () => {
    const { borrower, send } = await askSeveral(2)
    expect((await send()).body).toHaveLength(2)
    expect(await loans.list(borrower)).toHaveLength(2)
    const open = await loans.newLender()
    const hidden = await loans.newLender()
    await test.call(listsApi.list, { as: hidden.owner.token })
    const closed = await createLetterbox(orm(), { items: [LADDER] })
    const { status, body } = await test.call(requestsApi.ask, {
      as: borrower.token,
      body: { renter_ids: [closed.owner.id, open.owner.id], item_id: LADDER, text: 'Hello' },
    })
    expect(status).toBe(201)
    expect(body.map(({ renter_id }) => renter_id)).toEqual([open.owner.id])
  })

  it('returns 422 for six lenders or one lender twice', async () => {
    const borrower = await loans.newBorrower()
    const { owner } = await loans.newLender()
    for (const renter_ids of [
      Array.from({ length: 6 }, () => randomUUID()),
      [owner.id, owner.id],
    ]) {
      const { status } = await test.call(requestsApi.ask, {
        as: borrower.token,
        body: { renter_ids, item_id: LADDER, text: 'Hello' },
      })
      expect(status).toBe(422)
    }
  })
})

describe('thanks', () => {
  async function returned() {
    const loan = await loans.request()
    await accept(loan.owner, loan.asked)
    await step('handOver', loan.owner, loan.asked)
    await step('return', loan.owner, loan.asked)
    return loan
  }
  const thank = (user: TestUser, { id }: Transaction, text = 'Thank you!') =>
    test.call(loansApi.thank, {
      as: user.token,
      body: { transaction_id: id, text, show: true },
    })

  it('can be given once by each side, and their recipient can hide them', async () => {
    const { borrower, owner, asked } = await returned()
    expect((await thank(borrower, asked)).body.thanks.own).toMatchObject({ text: 'Thank you!' })
    expect((await thank(borrower, asked)).body).toMatchObject({ code: 'status_changed' })
    expect((await thank(owner, asked, 'With pleasure')).status).toBe(201)
    const hide = (user: TestUser) =>
      test.call(loansApi.hideThanks, {
        as: user.token,
        body: { transaction_id: asked.id, hidden: true },
      })
    expect((await hide(owner)).body.thanks).toMatchObject({
      own: { text: 'With pleasure', hidden: false },
      theirs: { text: 'Thank you!', hidden: true },
    })
  })

  it('notify the other side by mail and count, and unarchive the conversation', async () => {
    const { borrower, owner, asked } = await returned()
    const look = (user: TestUser) =>
      test.call(messagesApi.markMessagesSeen, {
        as: user.token,
        body: { transaction_id: asked.id },
      })
    const news = async (user: TestUser) =>
      (await test.call(listsApi.getNumberOfNewTransactions, { as: user.token })).body
    await look(owner)
    await look(borrower)
    await test.call(listsApi.archive, {
      as: owner.token,
      body: { transaction_id: asked.id, archived: true },
    })
    const before = [await news(owner), await news(borrower)]
    await thank(borrower, asked, 'The ladder was <b>great</b>')
    expect([await news(owner), await news(borrower)]).toEqual([{ count: 1 }, before[1]])
    expect(before[0]).toEqual({ count: 0 })
    const mail = (await loans.mailsTo(owner)).find(({ subject }) => /thank/.test(subject))
    expect(mail?.subject).toMatch(/says thank you for “Item 1”/)
    expect(mail?.text).toContain('The ladder was <b>great</b>')
    expect(mail?.html).not.toContain('<b>great')
    expect(await loans.seenBy(owner, asked)).toMatchObject({
      has_new_message: true,
      archived: false,
    })
    await look(owner)
    expect(await news(owner)).toEqual({ count: 0 })
    // The person who said thank you gets no mail about it.
    const subjects = (await loans.mailsTo(borrower)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /thank/.test(subject))).toEqual([])
  })

  it('cause no mail to a side that muted the conversation', async () => {
    const { borrower, owner, asked } = await returned()
    await loans.mute(owner, asked)
    const before = (await loans.mailsTo(owner)).length
    await thank(borrower, asked)
    expect(await loans.mailsTo(owner)).toHaveLength(before)
  })

  it('are refused before the return', async () => {
    const { borrower, asked } = await loans.request()
    expect((await thank(borrower, asked)).body).toMatchObject({ code: 'status_changed' })
  })
})

describe('the number of new transactions', () => {
  it('leaves out archived unread transactions until they have news', async () => {
    const { borrower, owner, asked } = await loans.request()
    const count = async () =>
      (await test.call(listsApi.getNumberOfNewTransactions, { as: owner.token })).body
    expect(await count()).toEqual({ count: 1 })
    const body = { transaction_id: asked.id, archived: true }
    await test.call(listsApi.archive, { as: owner.token, body })
    expect(await count()).toEqual({ count: 0 })
    await test.call(messagesApi.sendMessage, {
      as: borrower.token,
      body: { transaction_id: asked.id, text: 'Or on Sunday?' },
    })
    expect(await count()).toEqual({ count: 1 })
  })
})

describe('GET /transactions', () => {
  it('filters by role, state and words, and a new message unarchives a transaction', async () => {
    const { borrower, owner, asked } = await loans.request()
    const ids = async (user: TestUser, query: object) =>
      (await test.call(listsApi.list, { as: user.token, query })).body.map(({ id }) => id)
    expect(await ids(owner, { role: 'lend' })).toEqual([asked.id])
    expect(await ids(owner, { role: 'borrow' })).toEqual([])
    expect(await ids(borrower, { role: 'borrow', state: 'open' })).toEqual([asked.id])
    expect(await ids(borrower, { state: 'done' })).toEqual([])
    expect(await ids(borrower, { search: 'BORROW it' })).toEqual([asked.id])
    expect(await ids(borrower, { search: '100%' })).toEqual([])

    const archived = { transaction_id: asked.id, archived: true }
    expect((await test.call(listsApi.archive, { as: owner.token, body: archived })).status).toBe(
      204,
    )
    expect(await ids(owner, {})).toEqual([])
    expect(await ids(owner, { state: 'archived' })).toEqual([asked.id])
    expect(await ids(borrower, {})).toEqual([asked.id])
    await test.call(messagesApi.sendMessage, {
      as: borrower.token,
      body: { transaction_id: asked.id, text: 'Still there?' },
    })
    expect(await ids(owner, {})).toEqual([asked.id])
  })
})
