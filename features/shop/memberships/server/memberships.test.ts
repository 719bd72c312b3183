import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { mailApi } from '#features/people/notifications/contract.mails.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { refundsApi } from '#features/shop/orders/paying/contract.admin.ts'
import { changeStatus, markPaid } from '#features/shop/orders/server/changing.ts'
import { lockOrder } from '#features/shop/orders/server/orders.queries.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { refunds } from '#features/shop/payments/tables.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { membershipsApi } from '../contract.ts'
import { membership_reminders } from '../tables.ts'
import { periodsOf, yearAfter } from './memberships.rules.ts'
import { keepMemberships } from './memberships.ts'

const PRODUCT = { product_id: 3, amount: 40, piece_cents: 100, price_cents: 4000 }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const now = () => test.deps.clock()
const inDays = (days: number) => new Date(now().getTime() + days * DAY_MS)
const advanceDays = (days: number) => test.advance(days * DAY_MS)
const confirmed = (fields = {}) => createUser(orm(), { email_confirmed_at: now(), ...fields })

async function change(id: string, work: 'paid' | 'cancelled') {
  await orm().transaction(async (tx) => {
    const full = await lockOrder(tx, id)
    if (!full) throw new Error('Unexpected order without its product')
    const by = { actor: 'system', user_id: null, now: now() } as const
    if (work === 'cancelled') await changeStatus(tx, test.deps, full, 'cancelled', by)
    else await markPaid(tx, test.deps, full, { amount_cents: 4000, method: 'sandbox' }, by)
  })
}
/** Orders a membership and pays it. */
async function pay(user: Pick<TestUser, 'id'>): Promise<string> {
  const { id } = await createOrder(orm(), { ...PRODUCT, user_id: user.id })
  await change(id, 'paid')
  return id
}
/** Keeps sessions alive, however far the clock is moved. */
async function stayLoggedIn() {
  await orm()
    .update(tokens)
    .set({ created_at: now(), expires_at: inDays(1) })
}
async function list(as: string) {
  await stayLoggedIn()
  return (await test.call(membershipsApi.list, { as })).body
}
const untilOf = async (user: TestUser) => (await list(user.token)).supporter_until
/** To the minute, because the clock keeps running. */
const expectAbout = (moment: string | null, expected: Date) =>
  expect(Math.abs(Date.parse(moment ?? '') - expected.getTime())).toBeLessThan(60_000)
/** The membership mails of an account, by subject. */
async function remindersOf({ email }: Pick<TestUser, 'email'>) {
  await keepMemberships(test.deps)
  return (await test.mails())
    .filter((mail) => mail.recipient === email && /membership/i.test(mail.subject))
    .filter(({ subject }) => /lasts until|has ended/.test(subject))
}

describe('the paid years of a membership', () => {
  const day = (text: string) => new Date(`${text}T10:00:00Z`)

  it('follow each other without a gap or an overlap', () => {
    const paid = [day('2026-01-10'), day('2026-11-01'), day('2026-12-01'), day('2031-05-05')]
    expect(periodsOf(paid).map(({ from, until }) => [from, until])).toEqual([
      [day('2026-01-10'), day('2027-01-10')],
      [day('2027-01-10'), day('2028-01-10')],
      [day('2028-01-10'), day('2029-01-10')],
      [day('2031-05-05'), day('2032-05-05')],
    ])
  })

  it('end on 1 March if they begin on a leap day', () => {
    expect(yearAfter(day('2028-02-29'))).toEqual(day('2029-03-01'))
    expect(yearAfter(day('2027-03-01'))).toEqual(day('2028-03-01'))
  })
})

describe('the list of memberships', () => {
  it('is empty for an account that never had one, and returns 401 for a visitor', async () => {
    const user = await createUser(orm())
    const none = { supporter_until: null, membership_reminders: true, memberships: [] }
    expect(await list(user.token)).toEqual(none)
    expect((await test.call(membershipsApi.list, {})).status).toBe(401)
  })

  it('shows each membership with its amount, latest first, and a renewal extends the last one', async () => {
    const user = await createUser(orm())
    const first = await pay(user)
    advanceDays(300)
    const second = await pay(user)
    const { memberships, supporter_until } = await list(user.token)
    expect(memberships.map(({ order_id, amount }) => [order_id, amount])).toEqual([
      [second, 40],
      [first, 40],
    ])
    expect(memberships[0]?.valid_from).toBe(memberships[1]?.valid_until)
    expect(memberships[0]?.valid_until).toBe(supporter_until)
    const days = (Date.parse(supporter_until ?? '') - now().getTime()) / DAY_MS
    expect(Math.round(days)).toBeGreaterThanOrEqual(365 + 65)
  })

  it('contains only paid memberships of the account itself', async () => {
    await pay(await createUser(orm()))
    const other = await createUser(orm())
    await createOrder(orm(), { user_id: other.id, status: 'paid' })
    await createOrder(orm(), { ...PRODUCT, user_id: other.id })
    expect((await list(other.token)).memberships).toEqual([])
  })

  it('counts both of two memberships paid at the same moment', async () => {
    const user = await createUser(orm())
    await Promise.all([pay(user), pay(user)])
    expectAbout(await untilOf(user), yearAfter(yearAfter(now())))
  })

  it('drops a cancelled membership and keeps the others', async () => {
    const user = await createUser(orm())
    await pay(user)
    const once = await untilOf(user)
    const second = await pay(user)
    expect(await untilOf(user)).not.toBe(once)
    await change(second, 'cancelled')
    expect(await untilOf(user)).toBe(once)
    // An unpaid order does not affect the paid one.
    const { id } = await createOrder(orm(), { ...PRODUCT, user_id: user.id })
    await change(id, 'cancelled')
    expect(await untilOf(user)).toBe(once)
  })

  it('drops a fully refunded membership and keeps a partly refunded one', async () => {
    const user = await createUser(orm())
    const order_id = await pay(user)
    const refund = (amount_cents: number) =>
      orm()
        .insert(refunds)
        .values({ order_id, amount_cents, currency: 'CHF', status: 'succeeded', updated_at: now() })
    await refund(1000)
    await keepMemberships(test.deps)
    expect(await untilOf(user)).not.toBeNull()
    await refund(3000)
    await keepMemberships(test.deps)
    expect(await list(user.token)).toMatchObject({ supporter_until: null, memberships: [] })
  })

  it('drops a membership as soon as the staff refund it', async () => {
    const [user, admin] = [await createUser(orm()), await createUser(orm(), { role_id: 3 })]
    const id = await pay(user)
    expect(await untilOf(user)).not.toBeNull()
    const refund = await test.call(refundsApi.refund, { as: admin.token, body: { id } })
    expect(refund.status).toBe(200)
    expect(await untilOf(user)).toBeNull()
  })
})

describe('a membership without an account', () => {
  const orderAs = (email: string) =>
    createOrder(orm(), { ...PRODUCT, email, status: 'paid', created_at: now() })

  it('belongs to the account with its address as soon as that address is confirmed', async () => {
    const email = 'Guest.One@example.org'
    const { id } = await orderAs(email)
    await keepMemberships(test.deps)
    const user = await createUser(orm(), { email: email.toLowerCase() })
    await orm().update(users).set({ email_confirmed_at: null }).where(eq(users.id, user.id))
    await keepMemberships(test.deps)
    expect(await untilOf(user)).toBeNull()
    await orm().update(users).set({ email_confirmed_at: now() }).where(eq(users.id, user.id))
    await keepMemberships(test.deps)
    expect((await list(user.token)).memberships.map(({ order_id }) => order_id)).toEqual([id])
    expectAbout(await untilOf(user), yearAfter(now()))
  })

  it('extends the membership of the account', async () => {
    const user = await confirmed()
    await pay(user)
    await orderAs(user.email ?? '')
    await keepMemberships(test.deps)
    expectAbout(await untilOf(user), yearAfter(yearAfter(now())))
  })

  it('belongs to no account while it is unpaid, and other guest orders stay with the guest', async () => {
    const user = await confirmed()
    const email = user.email ?? ''
    const unpaid = await createOrder(orm(), { ...PRODUCT, email })
    const pack = await createOrder(orm(), { email, status: 'paid' })
    await keepMemberships(test.deps)
    for (const { id } of [unpaid, pack]) {
      const [row] = await orm().select().from(orders).where(eq(orders.id, id))
      expect(row?.user_id).toBeNull()
    }
  })
})

describe('a supporter’s marker on the map', () => {
  it('lasts until the membership ends, without a restart, and returns after a renewal', async () => {
    const { owner } = await createLetterbox(orm(), { latitude: 46.5, longitude: 7.5 })
    const kind = async () => {
      const params = { z: '14' as never, x: '8533' as never, y: '5795' as never }
      const { body } = await test.call(letterboxesApi.tile, { params })
      return body.letterboxes.map((each) => each.kind)
    }
    await expect.poll(kind).toEqual(['normal'])
    await pay(owner)
    await expect.poll(kind).toEqual(['supporter'])
    advanceDays(364)
    await test.deps.letterboxFeed.checkLapses()
    expect(await kind()).toEqual(['supporter'])
    const renewal = await pay(owner)
    advanceDays(300)
    await test.deps.letterboxFeed.checkLapses()
    expect(await kind()).toEqual(['supporter'])
    await change(renewal, 'cancelled')
    await expect.poll(kind).toEqual(['normal'])
    await pay(owner)
    await expect.poll(kind).toEqual(['supporter'])
    advanceDays(367)
    await test.deps.letterboxFeed.checkLapses()
    expect(await kind()).toEqual(['normal'])
  })
})

describe('the end of a membership', () => {
  const ending = (days: number, fields = {}) =>
    confirmed({ membership_until: inDays(days), ...fields })

  it('is announced once a month before and once when it has come', async () => {
    const user = await ending(31)
    expect(await remindersOf(user)).toEqual([])
    advanceDays(2)
    await Promise.all([keepMemberships(test.deps), keepMemberships(test.deps)])
    expect((await remindersOf(user)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your membership lasts until \d+ \w+ \d{4}$/),
    ])
    advanceDays(20)
    expect(await remindersOf(user)).toHaveLength(1)
    advanceDays(10)
    const mails = await remindersOf(user)
    expect(mails.map(({ subject }) => subject)[1]).toBe('Your membership has ended')
    expect(mails[1]?.text).toContain('/order/StepTwo?pid=3')
    advanceDays(5)
    expect(await remindersOf(user)).toHaveLength(2)
  })

  it('is announced in the language of the account', async () => {
    const user = await ending(10, { lang: 'de' })
    await keepMemberships(test.deps)
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    expect(mails[0]?.subject).toMatch(/^Deine Mitgliedschaft läuft bis am \d+\. \w+ \d{4}$/)
  })

  it('is not announced to accounts that must get no mail, nor long before or after it', async () => {
    const silent = [
      await ending(10, { email_confirmed_at: null }),
      await ending(10, { membership_reminders: false }),
      await ending(-20),
      await ending(200),
    ]
    for (const user of silent) expect(await remindersOf(user)).toEqual([])
  })

  it('is not announced to an account that renews before the mail is sent', async () => {
    const user = await ending(10)
    await keepMemberships(test.deps)
    await orm()
      .update(users)
      .set({ membership_until: inDays(300) })
      .where(eq(users.id, user.id))
    expect(await remindersOf(user)).toEqual([])
  })

  it('is announced again in the following year', async () => {
    const user = await ending(10)
    expect(await remindersOf(user)).toHaveLength(1)
    await orm()
      .update(users)
      .set({ membership_until: inDays(20) })
      .where(eq(users.id, user.id))
    expect(await remindersOf(user)).toHaveLength(2)
    const reminders = await orm()
      .select({ kind: membership_reminders.kind })
      .from(membership_reminders)
      .where(eq(membership_reminders.user_id, user.id))
      .orderBy(asc(membership_reminders.created_at))
    expect(reminders).toEqual([{ kind: 'ending' }, { kind: 'ending' }])
  })
})

describe('reminders of a membership', () => {
  const set = (as: string | undefined, membership_reminders: unknown) =>
    test.call(membershipsApi.updateReminders, {
      as,
      body: { membership_reminders: membership_reminders as boolean },
    })

  it('stop with the link in one of them and can be switched on again', async () => {
    const user = await confirmed({ membership_until: inDays(10), enable_notifications: true })
    const [mail] = await remindersOf(user)
    const token = /mails\/off\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const off = await test.call(mailApi.off, { body: { token } })
    expect(off.body).toEqual({ ended: 'membership', was: { membership: true } })
    expect((await list(user.token)).membership_reminders).toBe(false)
    const [row] = await orm().select().from(users).where(eq(users.id, user.id))
    expect(row?.enable_notifications).toBe(true)
    await test.call(mailApi.undoOff, { body: { token, was: off.body.was } })
    expect((await list(user.token)).membership_reminders).toBe(true)
    await test.call(mailApi.off, { body: { token } })
    await stayLoggedIn()
    expect((await set(user.token, true)).body.membership_reminders).toBe(true)
  })

  it('cannot be changed by a visitor, or to anything but true and false', async () => {
    const user = await createUser(orm())
    await stayLoggedIn()
    expect((await set(undefined, false)).status).toBe(401)
    expect((await set(user.token, 'no')).status).toBe(422)
  })
})
