import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { wishes } from '#features/lending/wishes/tables.ts'
import { mailSettingsApi } from '#features/people/notifications/contract.ts'
import { mail_choices } from '#features/people/notifications/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { blocks, users } from '#platform/server/identity/tables.ts'
import { feedMailings } from '#platform/server/mail/mailings.ts'
import { local_mails, mailing_recipients, mailings } from '#platform/server/mail/tables.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { beginMails } from './neighbourhood-mail.ts'

const OCTOBER = new Date('2026-10-12T10:00:00Z')
const SEPTEMBER = new Date('2026-09-12T10:00:00Z')
const SPOT = { latitude: 47.37, longitude: 8.54 }
const near = (metres: number) => ({ ...SPOT, latitude: SPOT.latitude + metres / 111_195 })

let test: TestApp
let now: Date
let reader: TestUser
let own: string
beforeAll(async () => {
  test = await createTestApp({ deps: { clock: () => now } })
  for (const id of [1, 2, 3]) await createItem(orm(), id)
})
beforeEach(async () => {
  now = new Date('2026-11-01T10:00:00Z')
  for (const table of [transactions, mailings, local_mails, users]) await orm().delete(table)
  reader = await createUser(orm(), { neighbourhood_mails: true, firstname: 'Ada' })
  own = (await createLetterbox(orm(), { owner: reader, ...SPOT, items: [1], on_map_at: SEPTEMBER }))
    .id
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
/** A neighbour who came onto the map in October. */
async function neighbour(metres: number, fields: Parameters<typeof createLetterbox>[1] = {}) {
  const address = `Gasse ${metres}`
  const made = { ...near(metres), address, on_map_at: OCTOBER, items: [2], ...fields }
  return createLetterbox(orm(), made)
}
/** Runs the daily jobs. */
async function aDay() {
  const all = await orm().select({ id: letterboxes.id }).from(letterboxes)
  await test.deps.letterboxFeed.refresh(all.map(({ id }) => id))
  await beginMails(test.deps)
  await feedMailings(test.deps)
}
const mails = async () => (await test.mails()).filter(({ recipient }) => recipient === reader.email)
const choose = (body: BodyInput<typeof mailSettingsApi.update>) =>
  test.call(mailSettingsApi.update, { as: reader.token, body })
const stateOf = async ({ id }: TestUser) => {
  const [row] = await orm()
    .select()
    .from(mailing_recipients)
    .where(eq(mailing_recipients.user_id, id))
  return row?.state
}
const lend = async (owner: TestUser, count: number) => {
  for (let nth = 0; nth < count; nth++) {
    const [loan] = await orm()
      .insert(transactions)
      .values({ item_id: 2, lender_id: owner.id, status: 'returned' })
      .returning({ id: transactions.id })
    await orm()
      .insert(transaction_events)
      .values({ transaction_id: loan?.id ?? '', status: 'handed_over', at: OCTOBER })
  }
}
const wish = async (item_id: number, created_at = OCTOBER) => {
  const { id: user_id } = await createUser(orm())
  const expires_at = new Date('2027-10-01')
  const place = { ...SPOT, radius: 1000, lang: 'en' as const }
  await orm()
    .insert(wishes)
    .values({ ...place, item_id, user_id, confirmed_at: created_at, created_at, expires_at })
}

describe('the neighbourhood mail', () => {
  it('reports new letterboxes, wishes and loans nearby once a month', async () => {
    const { owner } = await neighbour(300)
    await neighbour(120)
    await neighbour(200, { on_map_at: SEPTEMBER })
    await neighbour(7_000)
    await lend(owner, 3)
    for (let nth = 0; nth < 3; nth++) await wish(3)
    await aDay()
    await aDay()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('New in your neighbourhood')
    expect(mail?.text).toMatch(
      /borrowed 3 times[\s\S]*Item 3 \(3 people\)[\s\S]*2 letterboxes are new/,
    )
    expect(mail?.text).toMatch(/Gasse 120[\s\S]*100 m · Item 2[\s\S]*Gasse 300/)
    expect(mail?.text).not.toMatch(/Gasse 200|Gasse 7000/)
    expect(mail?.html).not.toMatch(/[?&]lt=/)
    now = new Date('2026-12-01T10:00:00Z')
    await aDay()
    // There was no news in November, and the wishes are unchanged.
    expect(await mails()).toHaveLength(1)
  })

  it('goes only to users who subscribed to it', async () => {
    const other = await createUser(orm(), { neighbourhood_mails: false })
    const unasked = await createUser(orm())
    for (const owner of [other, unasked]) {
      await createLetterbox(orm(), { owner, ...near(50), on_map_at: SEPTEMBER })
    }
    await neighbour(100)
    await aDay()
    expect((await test.mails()).map(({ recipient }) => recipient)).toEqual([reader.email])
  })

  it('comes each week about the week before, to users who have chosen that', async () => {
    now = new Date('2026-11-16T10:00:00Z')
    await choose({ neighbourhood_weekly: true })
    const last = new Date('2026-11-12T10:00:00Z')
    await neighbour(120, { created_at: SEPTEMBER, on_map_at: last })
    await neighbour(200, { created_at: last, on_map_at: null })
    await aDay()
    await aDay()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.text).toMatch(/One letterbox is new[\s\S]*Gasse 120[\s\S]*once a week/)
    expect(mail?.text).not.toMatch(/Gasse 200/)
    // The month of November is told to those who have chosen the monthly mail.
    now = new Date('2026-12-01T10:00:00Z')
    await aDay()
    expect(await mails()).toHaveLength(1)
  })

  it('comes in the other rhythm at once after a change, and never in both', async () => {
    await neighbour(120)
    now = new Date('2026-11-01T16:59:00Z')
    await beginMails(test.deps)
    await choose({ neighbourhood_weekly: true })
    await aDay()
    expect(await mails()).toEqual([])
    expect(await stateOf(reader)).toBe('skipped')
  })

  it('is skipped if there is nothing to report', async () => {
    const { owner } = await neighbour(300, { on_map_at: SEPTEMBER })
    await lend(owner, 2)
    await wish(3)
    await wish(3)
    for (let nth = 0; nth < 3; nth++) await wish(1)
    await aDay()
    expect(await mails()).toEqual([])
    expect(await stateOf(reader)).toBe('skipped')
  })

  it('is skipped for a user without a letterbox', async () => {
    await neighbour(100)
    await orm().delete(letterboxes).where(eq(letterboxes.id, own))
    await aDay()
    expect(await stateOf(reader)).toBe('skipped')
  })

  it('is sent in the daytime only, and ends with its month', async () => {
    await neighbour(100)
    now = new Date('2026-11-01T03:00:00Z')
    await aDay()
    expect(await orm().select().from(mailings)).toEqual([])
    now = new Date('2026-11-01T16:59:00Z')
    await beginMails(test.deps)
    now = new Date('2026-11-01T17:01:00Z')
    await aDay()
    expect(await stateOf(reader)).toBe('waiting')
    now = new Date('2026-12-20T10:00:00Z')
    await aDay()
    expect(await stateOf(reader)).toBe('skipped')
    expect(await mails()).toEqual([])
  })
})

describe('the mail does not name a neighbour', () => {
  it.each([
    ['who is not on the map', { ownerFields: { show_on_map: false } }],
    ['whom the community has hidden', { hidden_at: OCTOBER, hidden_reason: 'x' }],
    ['who is away', { holiday_until: '2026-12-01' }],
    ['who is suspended', { ownerFields: { suspended_at: OCTOBER, suspended_reason: 'x' } }],
  ])('%s', async (_who, fields) => {
    await neighbour(100, fields)
    await neighbour(150)
    await aDay()
    const [mail] = await mails()
    expect(mail?.text).toContain('Gasse 150')
    expect(mail?.text).not.toContain('Gasse 100')
  })

  it('whom a block separates from the reader, in either direction', async () => {
    const [blocked, blocking] = [await neighbour(100), await neighbour(110)]
    await neighbour(150)
    await orm()
      .insert(blocks)
      .values([
        { blocker_id: reader.id, blocked_id: blocked.owner.id, created_at: now },
        { blocker_id: blocking.owner.id, blocked_id: reader.id, created_at: now },
      ])
    await aDay()
    expect((await mails())[0]?.text).toMatch(/Gasse 150/)
    expect((await mails())[0]?.text).not.toMatch(/Gasse 1[01]0/)
  })

  it('who was hidden while the mail waited, and is skipped if no other is left', async () => {
    const { id } = await neighbour(100)
    await aDay()
    await orm()
      .update(letterboxes)
      .set({ hidden_at: now, hidden_reason: 'x' })
      .where(eq(letterboxes.id, id))
    expect(await mails()).toEqual([])
    expect(await stateOf(reader)).toBe('skipped')
  })
})

describe('the user setting', () => {
  const settings = async () => (await test.call(mailSettingsApi.get, { as: reader.token })).body
  it('is unset until the user answers, and keeps the answer', async () => {
    await orm().delete(mail_choices).where(eq(mail_choices.user_id, reader.id))
    expect(await settings()).toMatchObject({ announcements: true, neighbourhood: null })
    await choose({ announcements: false })
    expect(await settings()).toMatchObject({ announcements: false, neighbourhood: null })
    expect((await choose({ neighbourhood: false })).body.neighbourhood).toBe(false)
    await choose({ neighbourhood: true })
    expect(await settings()).toMatchObject({ announcements: false, neighbourhood: true })
    expect((await test.call(mailSettingsApi.get)).status).toBe(401)
  })

  it('is turned off by one POST from a mail program, which keeps announcements on', async () => {
    await neighbour(100)
    await aDay()
    const [mail] = await mails()
    const token = /mails\/off\?token=([\w-]+)/.exec(mail?.html ?? '')?.[1]
    const url = `/api/v1/mail/unsubscribe?token=${token}`
    expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(302)
    expect((await settings()).neighbourhood).toBe(true)
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(204)
    expect(await settings()).toMatchObject({ announcements: true, neighbourhood: false })
  })
})

describe('the community setting', () => {
  const settings = async () => (await test.call(mailSettingsApi.get, { as: reader.token })).body
  async function send(neighbourhood: boolean) {
    const admin = await createUser(orm(), { role_id: ROLE_ID.admin })
    const listed = await test.call(settingsApi.list, { as: admin.token })
    const version = listed.body.find(({ key }) => key === 'mails')?.version ?? Number.NaN
    const body = { key: 'mails', version, value: { neighbourhood } } as const
    expect((await test.call(settingsApi.save, { as: admin.token, body })).status).toBe(200)
  }
  afterEach(() => send(true))

  it('starts no mails while it is off, and the mail settings show that', async () => {
    await neighbour(300)
    expect((await settings()).sends_neighbourhood).toBe(true)
    await send(false)
    expect(await settings()).toMatchObject({ neighbourhood: true, sends_neighbourhood: false })
    await aDay()
    expect(await mails()).toEqual([])
    expect(await orm().select().from(mailings)).toEqual([])
    await send(true)
    await aDay()
    expect(await mails()).toHaveLength(1)
  })

  it('holds back a mailing that has begun while it is off, which continues within the month', async () => {
    await neighbour(300)
    await beginMails(test.deps)
    await send(false)
    await aDay()
    expect([await mails(), await stateOf(reader)]).toEqual([[], 'waiting'])
    await send(true)
    await aDay()
    expect(await mails()).toHaveLength(1)
  })
})
