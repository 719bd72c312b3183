import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createItem, type TestLetterbox, type TestUser } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { blocksApi } from '#features/lending/blocks/contract.ts'
import { LIVE_EVENT_CHANNEL } from '#features/lending/conversations/events/server/live-event.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { transaction_views } from '#features/lending/conversations/views/tables.ts'
import { wishesApi } from '#features/lending/wishes/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { notificationsApi } from '#features/people/notifications/contract.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { MAX_WAITS, WAIT_DAYS, waitsApi } from '../contract.ts'
import { ask_tries, waits } from '../tables.ts'
import { itemUse } from './item-use.ts'
import { findMovingThings } from './line.queries.ts'

const DRILL = 2

let test: TestApp
/** Another process on the same database. */
let other: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  const config = { publicUrl: 'https://lend.example', timeZone: 'Europe/Zurich' }
  test = await createTestApp({ config })
  other = await createTestApp({ sharing: test, config })
  loans = loansOf(test)
  await createItem(orm(), LADDER, 'Ladder')
  await createItem(orm(), DRILL, 'Drill')
})
afterAll(async () => {
  await other.close()
  await test.close()
})
beforeEach(async () => {
  await orm().delete(waits)
  await orm().delete(transactions)
})

const orm = () => test.deps.database.orm

/** A letterbox whose ladders are all out until in three days. */
async function lentOut(copies = 1) {
  const lender = await loans.newLender()
  await setCopies(lender, copies)
  const out: { borrower: TestUser; loan: Transaction }[] = []
  for (let copy = 0; copy < copies; copy++) {
    const borrower = await loans.newBorrower()
    const loan = await loans.ask(borrower, lender, {
      wanted_from: loans.dayFromNow(0),
      wanted_until: loans.dayFromNow(3),
    })
    await loans.accept(lender.owner, loan)
    await loans.step('handOver', borrower, loan)
    out.push({ borrower, loan })
  }
  await turns()
  return { lender, out }
}

const setCopies = ({ id }: TestLetterbox, copies: number) =>
  orm().update(letterbox_items).set({ copies }).where(eq(letterbox_items.letterbox_id, id))

const giveBack = ({ borrower, loan }: { borrower: TestUser; loan: Transaction }) =>
  loans.step('return', borrower, loan)

const join = ({ id }: { id: string }, user: TestUser | null, item_id = LADDER) =>
  test.call(waitsApi.join, {
    body: { letterbox_id: id, item_id },
    ...(user && { as: user.token }),
  })

/** Members who wait in this order, a minute apart. */
async function line(lender: TestLetterbox, ...names: string[]): Promise<TestUser[]> {
  const members = []
  for (const firstname of names) {
    const member = await loans.newBorrower({ firstname, lang: 'en' })
    const { status } = await join(lender, member)
    expect(status).toBe(200)
    members.push(member)
    test.advance(MINUTE_MS)
  }
  return members
}

/** What the jobs do within a minute, after the requests were reviewed. */
async function turns(app = test) {
  await app.deps.jobs.drain('lent-changes')
  await app.deps.jobs.drain('waits')
}

const placesOf = async (user: TestUser) =>
  (await test.call(waitsApi.list, { as: user.token })).body.map(({ position, turn_until }) =>
    turn_until === null ? position : 'turn',
  )

async function turnMails(user: TestUser) {
  await turns()
  return (await loans.mailsTo(user)).filter(({ subject }) => subject === 'Now you can ask: Ladder')
}

/** Which of these members have the turn now. */
async function haveTurn(members: TestUser[]) {
  await turns()
  const places = await Promise.all(members.map(placesOf))
  return places.map((place) => place.includes('turn'))
}

const leaveTokenIn = (text: string | undefined) =>
  /\/waits\/leave\?token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

describe('POST /waits/join', () => {
  it('puts members in line in the order of their calls, each once', async () => {
    const { lender } = await lentOut()
    const [ada, eva] = await line(lender, 'Ada', 'Eva')
    expect((await join(lender, ada as TestUser)).body).toMatchObject({
      letterbox_id: lender.id,
      item_id: LADDER,
      position: 1,
      turn_until: null,
    })
    expect(await placesOf(eva as TestUser)).toEqual([2])
  })

  it('requires a session and a confirmed address', async () => {
    const { lender } = await lentOut()
    expect((await join(lender, null)).status).toBe(401)
    const newcomer = await loans.newBorrower({ email_confirmed_at: null })
    expect((await join(lender, newcomer)).error.code).toBe('email_not_confirmed')
  })

  it('returns the same 404 for a hidden, a blocked and a missing letterbox', async () => {
    const tom = await loans.newBorrower()
    const [hidden, blocking] = [await lentOut(), await lentOut()]
    await orm()
      .update(users)
      .set({ show_on_map: false })
      .where(eq(users.id, hidden.lender.owner.id))
    await test.call(blocksApi.block, {
      as: blocking.lender.owner.token,
      body: { user_id: tom.id },
    })
    const nowhere = { id: '01234567-89ab-4cde-8f01-23456789abcd' }
    for (const box of [hidden.lender, blocking.lender, nowhere]) {
      const { status, error } = await join(box, tom)
      expect({ status, code: error.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })

  it('follows the rules for asking', async () => {
    const { lender, out } = await lentOut()
    const codeOf = async (user: TestUser, box = lender, item = LADDER) =>
      (await join(box, user, item)).error.code
    const tom = await loans.newBorrower()
    expect(await codeOf(lender.owner)).toBe('own_letterbox')
    expect(await codeOf(await loans.join(lender))).toBe('own_letterbox')
    expect(await codeOf(out[0]?.borrower as TestUser)).toBe('asked_already')
    expect(await codeOf(tom, lender, DRILL)).toBe('not_borrowable')
    expect(await codeOf(await loans.newBorrower({ enable_messaging: false }))).toBe(
      'messaging_disabled',
    )
    const set = (fields: Partial<typeof users.$inferInsert>) =>
      orm().update(users).set(fields).where(eq(users.id, lender.owner.id))
    await set({ takes_requests: false })
    expect(await codeOf(tom)).toBe('not_borrowable')
    await set({ takes_requests: true })
    expect(await codeOf(tom)).toBeUndefined()
  })

  it('is refused while a copy is at home', async () => {
    const { lender } = await lentOut()
    await setCopies(lender, 2)
    expect((await join(lender, await loans.newBorrower())).error.code).toBe('status_changed')
  })

  it('lets one member of a household wait', async () => {
    const { lender } = await lentOut()
    const home = await loans.newLender()
    const mate = await loans.join(home)
    expect((await join(lender, home.owner)).status).toBe(200)
    expect((await join(lender, mate)).error.code).toBe('household_waits')
  })

  it('limits the waits of an account', async () => {
    const { lender } = await lentOut()
    const tom = await loans.newBorrower()
    const expires_at = new Date(test.deps.clock().getTime() + DAY_MS)
    for (let n = 0; n < MAX_WAITS; n++) {
      const { id } = await loans.newLender()
      await orm()
        .insert(waits)
        .values({ user_id: tom.id, letterbox_id: id, item_id: LADDER, expires_at })
    }
    expect((await join(lender, tom)).error.code).toBe('too_many_waits')
  })
})

describe('a line', () => {
  it('notifies the members one after the other, each with a day to ask', async () => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva', 'Ida')
    expect(await haveTurn(members)).toEqual([false, false, false])
    await giveBack(out[0] as (typeof out)[0])
    expect(await haveTurn(members)).toEqual([true, false, false])
    const [mail, ...more] = await turnMails(members[0] as TestUser)
    expect(more).toEqual([])
    const mailed = async () => {
      const counts = []
      for (const member of members) counts.push((await turnMails(member)).length)
      return counts
    }
    expect(await mailed()).toEqual([1, 0, 0])
    expect(mail?.text).toContain(
      `https://lend.example/map/letterbox/${lender.id}?sticker=${LADDER}`,
    )
    expect(mail?.text).toMatch(/until \w+day/)
    expect(await placesOf(members[1] as TestUser)).toEqual([2])
    test.advance(24 * HOUR_MS - MINUTE_MS)
    expect(await haveTurn(members)).toEqual([true, false, false])
    test.advance(2 * MINUTE_MS)
    expect(await haveTurn(members)).toEqual([false, true, false])
    expect(await mailed()).toEqual([1, 1, 0])
    expect(await placesOf(members[0] as TestUser)).toEqual([])
    test.advance(DAY_MS + MINUTE_MS)
    expect(await haveTurn(members)).toEqual([false, false, true])
    expect(await mailed()).toEqual([1, 1, 1])
  })

  it('is empty once its last member has had the turn', async () => {
    const { lender, out } = await lentOut()
    const [ada] = await line(lender, 'Ada')
    await giveBack(out[0] as (typeof out)[0])
    await turns()
    test.advance(DAY_MS + MINUTE_MS)
    await turns()
    expect(await placesOf(ada as TestUser)).toEqual([])
    expect(await orm().select().from(waits)).toEqual([])
  })

  it('gives as many turns as copies come back at once', async () => {
    const { lender, out } = await lentOut(2)
    const members = await line(lender, 'Ada', 'Eva', 'Ida')
    await Promise.all(out.map(giveBack))
    expect(await haveTurn(members)).toEqual([true, true, false])
  })

  it('moves when the owner gets another copy', async () => {
    const { lender } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva')
    await test.call(letterboxesApi.updateItemCopies, {
      as: lender.owner.token,
      body: { item_id: LADDER, copies: 2 },
    })
    expect(await haveTurn(members)).toEqual([true, false])
  })

  it('moves when a promise ends', async () => {
    const lender = await loans.newLender()
    const borrower = await loans.newBorrower()
    const loan = await loans.ask(borrower, lender, { wanted_from: loans.dayFromNow(0) })
    await loans.accept(lender.owner, loan)
    const members = await line(lender, 'Ada')
    await turns()
    await loans.step('withdraw', borrower, loan)
    expect(await haveTurn(members)).toEqual([true])
  })

  it('waits while the thing is promised for one of the next days', async () => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada')
    const next = await loans.newBorrower()
    const loan = await loans.ask(next, lender, { wanted_from: loans.dayFromNow(5) })
    await loans.accept(lender.owner, loan)
    await giveBack(out[0] as (typeof out)[0])
    expect(await haveTurn(members)).toEqual([false])
    await loans.step('withdraw', next, loan)
    expect(await haveTurn(members)).toEqual([true])
  })

  it('notifies a member once when two processes look at it', async () => {
    const { lender, out } = await lentOut()
    const [ada] = await line(lender, 'Ada')
    await giveBack(out[0] as (typeof out)[0])
    await test.deps.jobs.drain('lent-changes')
    await Promise.all([test.deps.jobs.drain('waits'), other.deps.jobs.drain('waits')])
    expect(await turnMails(ada as TestUser)).toHaveLength(1)
  })

  it('starts a turn again that ended while the server was down for two days, with one more mail', async () => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva')
    await giveBack(out[0] as (typeof out)[0])
    expect(await haveTurn(members)).toEqual([true, false])
    expect(await turnMails(members[0] as TestUser)).toHaveLength(1)
    test.advance(2 * DAY_MS)
    expect(await haveTurn(members)).toEqual([true, false])
    expect(await turnMails(members[0] as TestUser)).toHaveLength(2)
    test.advance(DAY_MS + MINUTE_MS)
    expect(await haveTurn(members)).toEqual([false, true])
  })

  it('causes one mail about a turn if the server was killed before sending it and came back days later', async () => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada')
    await giveBack(out[0] as (typeof out)[0])
    await turns()
    test.advance(2 * DAY_MS)
    expect(await turnMails(members[0] as TestUser)).toHaveLength(1)
    expect(await haveTurn(members)).toEqual([true])
  })
})

describe('the job', () => {
  const moving = async () => {
    const now = test.deps.clock()
    return (await findMovingThings(orm(), now, dayIn('Europe/Zurich', now))).length
  }

  it('reads a line only if a copy is free, a member has the turn or a wait has expired', async () => {
    const { lender, out } = await lentOut()
    await line(lender, 'Ada', 'Eva')
    expect(await moving()).toBe(0)
    await giveBack(out[0] as (typeof out)[0])
    await test.deps.jobs.drain('lent-changes')
    expect(await moving()).toBe(1)
    await turns()
    await orm().update(letterbox_items).set({ copies: 1 })
    const passerBy = await loans.newBorrower()
    const loan = await loans.ask(passerBy, lender, { wanted_from: loans.dayFromNow(0) })
    await loans.accept(lender.owner, loan)
    await test.deps.jobs.drain('lent-changes')
    expect(await moving()).toBe(1)
    await turns()
    expect(await moving()).toBe(0)
    await orm().update(waits).set({ expires_at: test.deps.clock() })
    expect(await moving()).toBe(1)
  })
})

describe('open pages', () => {
  /** The receivers of each live event about a line, since the last call. */
  const told: string[][] = []
  let unlisten: () => Promise<void>
  beforeAll(async () => {
    unlisten = await test.deps.database.listen({
      channel: LIVE_EVENT_CHANNEL,
      onPayload(payload) {
        const { type, users: ids } = JSON.parse(payload)
        if (type === 'waits') told.push(ids.sort())
      },
      onReconnect() {},
    })
  })
  afterAll(() => unlisten())
  const next = () => expect.poll(() => told.shift()?.join(' ') ?? '')
  const ids = (...people: TestUser[]) =>
    people
      .map(({ id }) => id)
      .sort()
      .join(' ')

  it('of the line and of the letterbox hear of each change, and nobody else', async () => {
    const { lender, out } = await lentOut()
    const mate = await loans.join(lender)
    const [ada] = (await line(lender, 'Ada')) as [TestUser]
    await next().toBe(ids(lender.owner, mate, ada))
    const [eva] = (await line(lender, 'Eva')) as [TestUser]
    await next().toBe(ids(lender.owner, mate, ada, eva))
    await giveBack(out[0] as (typeof out)[0])
    await turns()
    await next().toBe(ids(lender.owner, mate, ada, eva))
    const [mail] = await turnMails(ada)
    await test.call(waitsApi.leaveByLink, { body: { token: leaveTokenIn(mail?.text) } })
    await next().toBe(ids(lender.owner, mate, ada, eva))
    await turns()
    await next().toBe(ids(lender.owner, mate, eva))
    const body = { letterbox_id: lender.id, item_id: LADDER }
    await test.call(waitsApi.leave, { as: eva.token, body })
    await next().toBe(ids(lender.owner, mate, eva))
    await turns()
    expect(told).toEqual([])
  })
})

describe('a turn', () => {
  it('lasts as many hours as the community has set', async () => {
    const settings = test.deps.settings.current()
    settings.limits.wait_hours = 6
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva')
    await giveBack(out[0] as (typeof out)[0])
    await turns()
    test.advance(6 * HOUR_MS + MINUTE_MS)
    expect(await haveTurn(members)).toEqual([false, true])
    settings.limits.wait_hours = 24
  })

  it.each(['daily', 'weekly', 'off'] as const)(
    'is told at once to a member who chose "%s" for requests and wishes',
    async (often) => {
      const { lender, out } = await lentOut()
      const [ada] = (await line(lender, 'Ada')) as [TestUser]
      await test.call(notificationsApi.update, {
        as: ada.token,
        body: { wish: often, request: often },
      })
      await giveBack(out[0] as (typeof out)[0])
      const [mail] = await turnMails(ada)
      // The only link that ends something leaves the line.
      expect(leaveTokenIn(mail?.text)).not.toBe('')
      expect(mail?.text).not.toContain('/mails/off')
    },
  )

  it('ends with the request; the next one has to wait for its answer', async () => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva')
    const [ada] = members as [TestUser]
    await giveBack(out[0] as (typeof out)[0])
    expect(await turnMails(ada)).toHaveLength(1)
    const asked = await loans.ask(ada, lender, { wanted_from: loans.dayFromNow(1) })
    expect(await placesOf(ada)).toEqual([])
    test.advance(2 * DAY_MS)
    expect(await haveTurn(members)).toEqual([false, false])
    await loans.decline(lender.owner, asked)
    expect(await haveTurn(members)).toEqual([false, true])
    expect(await turnMails(ada)).toHaveLength(1)
  })

  it('is taken back when the thing is lent to another member, who keeps the place', async () => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva')
    await giveBack(out[0] as (typeof out)[0])
    await turns()
    const passerBy = await loans.newBorrower()
    const loan = await loans.ask(passerBy, lender, { wanted_from: loans.dayFromNow(0) })
    await loans.accept(lender.owner, loan)
    expect(await haveTurn(members)).toEqual([false, false])
    expect(await placesOf(members[0] as TestUser)).toEqual([1])
    await loans.step('withdraw', passerBy, loan)
    expect(await haveTurn(members)).toEqual([true, false])
  })

  it('causes no mail if it has ended before the mail is sent', async () => {
    const { lender, out } = await lentOut()
    const [ada] = (await line(lender, 'Ada')) as [TestUser]
    await giveBack(out[0] as (typeof out)[0])
    await turns()
    await loans.ask(ada, lender, { wanted_from: loans.dayFromNow(1) })
    expect(await turnMails(ada)).toEqual([])
  })

  it('is all that members in line hear of free days, also in a muted conversation', async () => {
    const { lender, out } = await lentOut()
    const [ada, eva] = [
      await loans.newBorrower({ firstname: 'Ada', lang: 'en' }),
      await loans.newBorrower({ firstname: 'Eva', lang: 'en' }),
    ]
    const requests = []
    for (const member of [ada, eva]) {
      requests.push(await loans.ask(member, lender, { wanted_from: loans.dayFromNow(2) }))
    }
    const next = await loans.newBorrower()
    const rival = await loans.ask(next, lender, {
      wanted_from: loans.dayFromNow(1),
      wanted_until: loans.dayFromNow(3),
    })
    await giveBack(out[0] as (typeof out)[0])
    await loans.accept(lender.owner, rival)
    await turns()
    expect((await join(lender, ada)).status).toBe(200)
    test.advance(MINUTE_MS)
    expect((await join(lender, eva)).status).toBe(200)
    await orm()
      .insert(transaction_views)
      .values({ user_id: ada.id, transaction_id: requests[0]?.id ?? '', muted: true })
      .onConflictDoUpdate({
        target: [transaction_views.user_id, transaction_views.transaction_id],
        set: { muted: true },
      })
    await loans.step('withdraw', next, rival)
    await turns()
    const heard = async (user: TestUser) =>
      (await loans.mailsTo(user))
        .map(({ subject }) => subject)
        .filter((subject) => /free after all|Now you can ask/.test(subject))
    expect(await heard(ada)).toEqual(['Now you can ask: Ladder'])
    expect(await heard(eva)).toEqual([])
  })
})

describe('a wait', () => {
  it('ends by a call, and by the link of the mail without a login', async () => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva', 'Ida')
    const [ada, eva, ida] = members as [TestUser, TestUser, TestUser]
    const body = { letterbox_id: lender.id, item_id: LADDER }
    for (const status of [204, 204]) {
      expect((await test.call(waitsApi.leave, { as: ada.token, body })).status).toBe(status)
    }
    expect((await test.call(waitsApi.leave, { body })).status).toBe(401)
    expect(await placesOf(ida)).toEqual([2])
    await giveBack(out[0] as (typeof out)[0])
    const [mail] = await turnMails(eva)
    const link = { body: { token: leaveTokenIn(mail?.text) } }
    expect((await test.call(waitsApi.leaveByLink, link)).body).toEqual({ item_id: LADDER })
    expect((await test.call(waitsApi.leaveByLink, link)).error.code).toBe('invalid_token')
    expect(await haveTurn(members)).toEqual([false, false, true])
  })

  it('ends by asking for a later day', async () => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva')
    await loans.ask(members[0] as TestUser, lender, { wanted_from: loans.dayFromNow(20) })
    expect(await placesOf(members[1] as TestUser)).toEqual([1])
    await giveBack(out[0] as (typeof out)[0])
    expect(await haveTurn(members)).toEqual([false, true])
  })

  it.each<[string, (lender: TestLetterbox) => unknown]>([
    [
      'the sticker is gone',
      ({ id }) => orm().delete(letterbox_items).where(eq(letterbox_items.letterbox_id, id)),
    ],
    ['the letterbox is gone', ({ id }) => orm().delete(letterboxes).where(eq(letterboxes.id, id))],
    [
      'the owner deletes the account',
      ({ owner }) => test.call(accountsApi.remove, { as: owner.token }),
    ],
  ])('ends when %s, and its member is notified once', async (_what, end) => {
    const { lender } = await lentOut()
    const [ada] = (await line(lender, 'Ada')) as [TestUser]
    await end(lender)
    await turns()
    await turns()
    const mails = (await loans.mailsTo(ada)).filter(
      ({ subject }) => subject === 'You are no longer waiting: Ladder',
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('no longer lends it')
    expect(await orm().select().from(waits)).toEqual([])
  })

  it('ends with the account', async () => {
    const { lender } = await lentOut()
    const [ada] = (await line(lender, 'Ada')) as [TestUser]
    expect((await test.call(accountsApi.remove, { as: ada.token })).status).toBe(204)
    expect(await orm().select().from(waits)).toEqual([])
  })

  const setOwner = ({ owner }: TestLetterbox, fields: Partial<typeof users.$inferInsert>) =>
    orm().update(users).set(fields).where(eq(users.id, owner.id))
  const block = (by: TestUser, { id }: TestUser) =>
    test.call(blocksApi.block, { as: by.token, body: { user_id: id } })
  const unblock = (by: TestUser, { id }: TestUser) =>
    test.call(blocksApi.unblock, { as: by.token, body: { user_id: id } })

  it.each<
    [
      string,
      (lender: TestLetterbox, ada: TestUser) => unknown,
      (lender: TestLetterbox, ada: TestUser) => unknown,
      boolean,
    ]
  >([
    [
      'the owner hides the letterbox',
      (lender) => setOwner(lender, { show_on_map: false }),
      (lender) => setOwner(lender, { show_on_map: true }),
      false,
    ],
    [
      'the owner cannot be reached',
      (lender) => setOwner(lender, { email_confirmed_at: null }),
      (lender) => setOwner(lender, { email_confirmed_at: new Date() }),
      false,
    ],
    [
      'the owner is on holiday',
      ({ id }) =>
        orm()
          .update(letterboxes)
          .set({ holiday_until: loans.dayFromNow(9) })
          .where(eq(letterboxes.id, id)),
      ({ id }) =>
        orm().update(letterboxes).set({ holiday_until: null }).where(eq(letterboxes.id, id)),
      false,
    ],
    [
      'the owner has blocked the member',
      ({ owner }, ada) => block(owner, ada),
      ({ owner }, ada) => unblock(owner, ada),
      true,
    ],
    [
      'the member has blocked the owner',
      ({ owner }, ada) => block(ada, owner),
      ({ owner }, ada) => unblock(ada, owner),
      true,
    ],
    [
      'the account is suspended',
      (_lender, ada) =>
        orm()
          .update(users)
          .set({ suspended_at: new Date(), suspended_reason: 'Asked for money.' })
          .where(eq(users.id, ada.id)),
      (_lender, ada) =>
        orm()
          .update(users)
          .set({ suspended_at: null, suspended_reason: null })
          .where(eq(users.id, ada.id)),
      true,
    ],
  ])('keeps its place while %s', async (_why, begin, end, evaGoesOn) => {
    const { lender, out } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva')
    const [ada, eva] = members as [TestUser, TestUser]
    await begin(lender, ada)
    await giveBack(out[0] as (typeof out)[0])
    expect(await turnMails(ada)).toEqual([])
    expect((await turnMails(eva)).length).toBe(evaGoesOn ? 1 : 0)
    await end(lender, ada)
    await test.call(waitsApi.leave, {
      as: eva.token,
      body: { letterbox_id: lender.id, item_id: LADDER },
    })
    expect(await turnMails(ada)).toHaveLength(1)
    expect(await placesOf(ada)).toEqual(['turn'])
  })

  it('is listed without an address, and can be ended, while the letterbox is hidden', async () => {
    const { lender } = await lentOut()
    const [ada] = (await line(lender, 'Ada')) as [TestUser]
    await setOwner(lender, { show_on_map: false })
    const { body } = await test.call(waitsApi.list, { as: ada.token })
    expect(body).toMatchObject([
      { letterbox_id: lender.id, address: null, postcode: null, city: null, position: null },
    ])
    const thing = { letterbox_id: lender.id, item_id: LADDER }
    await test.call(waitsApi.leave, { as: ada.token, body: thing })
    expect(await placesOf(ada)).toEqual([])
  })

  it('can begin again at once after a declined request', async () => {
    const { lender } = await lentOut()
    const [ada, eva] = (await line(lender, 'Ada', 'Eva')) as [TestUser, TestUser]
    const asked = await loans.ask(ada, lender, { wanted_from: loans.dayFromNow(20) })
    await loans.decline(lender.owner, asked)
    expect((await join(lender, ada)).status).toBe(200)
    expect([await placesOf(eva), await placesOf(ada)]).toEqual([[1], [2]])
  })

  it('ends when another member of the household asks', async () => {
    const { lender, out } = await lentOut()
    const home = await loans.newLender()
    const mate = await loans.join(home)
    await join(lender, mate)
    await loans.ask(home.owner, lender, { wanted_from: loans.dayFromNow(20) })
    await giveBack(out[0] as (typeof out)[0])
    expect(await turnMails(mate)).toEqual([])
    expect(await orm().select().from(waits)).toEqual([])
  })

  it('ends after half a year, and its member is notified', async () => {
    const { lender } = await lentOut()
    const [ada] = (await line(lender, 'Ada')) as [TestUser]
    test.advance(WAIT_DAYS * DAY_MS)
    await turns()
    const expired = (await loans.mailsTo(ada)).at(-1)
    expect(expired?.subject).toBe('You are no longer waiting: Ladder')
    expect(await orm().select().from(waits)).toEqual([])
    test.advance(-WAIT_DAYS * DAY_MS)
  })

  it('moves once to the item that replaces its own', async () => {
    const { lender } = await lentOut()
    const [ada] = (await line(lender, 'Ada')) as [TestUser]
    const [row] = await orm().select().from(waits)
    await orm()
      .insert(waits)
      .values({ ...(row as NonNullable<typeof row>), item_id: DRILL })
    await orm().transaction((tx) => itemUse.move(tx, DRILL, LADDER))
    const rows = await orm().select().from(waits).where(eq(waits.user_id, ada.id))
    expect(rows).toMatchObject([{ item_id: LADDER }])
  })

  it('moves when two accounts are merged, which keep the earlier place', async () => {
    const admin = await loans.newBorrower({ role_id: 3 })
    const { lender } = await lentOut()
    const members = await line(lender, 'Ada', 'Eva', 'Ada')
    const [from, eva, into] = members as [TestUser, TestUser, TestUser]
    const query = { id: into.id, from: from.id }
    const { body } = await test.call(adminUsersApi.mergePreview, { as: admin.token, query })
    const merged = await test.call(adminUsersApi.merge, {
      as: admin.token,
      body: { ...query, seen: body.seen },
    })
    expect(merged.status).toBe(200)
    expect(await placesOf(into)).toEqual([1])
    expect(await placesOf(eva)).toEqual([2])
  })
})

describe('GET /waits/here', () => {
  const here = async (user: TestUser) => (await test.call(waitsApi.here, { as: user.token })).body

  it('counts the waiting members for the household, without names', async () => {
    const { lender } = await lentOut()
    const mia = await loans.join(lender)
    await line(lender, 'Ada', 'Eva')
    for (const user of [lender.owner, mia]) {
      expect(await here(user)).toEqual([{ item_id: LADDER, count: 2 }])
    }
    expect(await here(await loans.newBorrower())).toEqual([])
  })
})

describe('a letterbox where nobody can be reached', () => {
  /** A letterbox with a ladder at home whose owner has not confirmed the address. */
  const unreachable = (fields: Partial<typeof users.$inferInsert> = {}) =>
    loans.newLender({ ownerFields: { email_confirmed_at: null, lang: 'en', ...fields } })
  const confirm = ({ owner }: TestLetterbox) =>
    orm().update(users).set({ email_confirmed_at: new Date() }).where(eq(users.id, owner.id))

  it('has a line, and notifies its members one after the other once it can be asked', async () => {
    const lender = await unreachable()
    const members = await line(lender, 'Ada', 'Eva')
    expect(await haveTurn(members)).toEqual([false, false])
    expect(await placesOf(members[0] as TestUser)).toEqual([null])
    await confirm(lender)
    expect(await haveTurn(members)).toEqual([true, false])
    expect(await turnMails(members[0] as TestUser)).toHaveLength(1)
    test.advance(DAY_MS + MINUTE_MS)
    expect(await haveTurn(members)).toEqual([false, true])
    expect(await turnMails(members[1] as TestUser)).toHaveLength(1)
  })

  it('follows the other rules for asking', async () => {
    const tom = await loans.newBorrower()
    const codeOf = async (box: TestLetterbox, user = tom) => (await join(box, user)).error.code
    const lender = await unreachable()
    expect(await codeOf(lender, lender.owner)).toBe('email_not_confirmed')
    expect(await codeOf(await unreachable({ enable_messaging: false }))).toBe('not_borrowable')
    expect(await codeOf(await unreachable({ takes_requests: false }))).toBe('not_borrowable')
    expect(await codeOf(await unreachable({ reseller: true }))).toBe('not_borrowable')
    expect(await codeOf(await unreachable({ show_on_map: false }))).toBe('not_found')
    await confirm(lender)
    expect(await codeOf(lender)).toBe('status_changed')
  })

  it('tells its owner with the link to confirm how many want what, without names', async () => {
    const lender = await unreachable()
    const mailAgain = async () => {
      await test.call(accountsApi.resendEmailConfirmationToken, { as: lender.owner.token })
      return (await loans.mailsTo(lender.owner)).at(-1)?.text ?? ''
    }
    expect(await mailAgain()).not.toContain('borrow this')
    const [, eva] = await line(lender, 'Ada', 'Eva')
    await orm()
      .update(users)
      .set({ suspended_at: new Date(), suspended_reason: 'Asked for money.' })
      .where(eq(users.id, (eva as TestUser).id))
    const text = await mailAgain()
    expect(text).toContain('1 person would like to borrow this from you: Ladder.')
    expect(text).not.toContain('Ada')
  })

  it('takes the tries of pages and servers of version 1.0', async () => {
    const [lender, another] = [await unreachable(), await unreachable()]
    const [ada, eva] = [await loans.newBorrower(), await loans.newBorrower()]
    const body = { letterbox_id: lender.id, item_id: LADDER }
    expect((await test.call(wishesApi.askLater, { as: ada.token, body })).status).toBe(204)
    const told_at = test.deps.clock()
    await orm()
      .insert(ask_tries)
      .values([
        { user_id: eva.id, letterbox_id: lender.id, item_id: LADDER },
        { user_id: eva.id, letterbox_id: another.id, item_id: LADDER, told_at },
      ])
    await turns()
    expect(await orm().select().from(ask_tries)).toEqual([])
    const rows = await orm().select().from(waits)
    expect(rows.map(({ letterbox_id }) => letterbox_id)).toEqual([lender.id, lender.id])
  })
})
