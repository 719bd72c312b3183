import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { privacyApi } from '#features/places/letterboxes/privacy/contract.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { mailApi } from '../contract.mails.ts'
import { type NotificationSettings, notificationsApi } from '../contract.ts'
import { notices } from '../tables.ts'

const LADDER = 1
const DEFAULTS: NotificationSettings = {
  request: 'at_once',
  message: 'off',
  reminder: 'at_once',
  wish: 'at_once',
  community: 'at_once',
}

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const settingsOf = async ({ token }: TestUser) =>
  (await test.call(notificationsApi.get, { as: token })).body
const choose = (user: TestUser, body: Partial<NotificationSettings>) =>
  test.call(notificationsApi.update, { as: user.token, body })
const mailsTo = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
const noticesOf = ({ id }: TestUser) => orm().select().from(notices).where(eq(notices.user_id, id))

const newLender = () =>
  createLetterbox(orm(), { items: [LADDER], ownerFields: { enable_messaging: true } })

async function ask(lenderId: string): Promise<TestUser> {
  const borrower = await createUser(orm(), { enable_messaging: true })
  const body = { renter_id: lenderId, item_id: LADDER, text: 'May I?' }
  const { status } = await test.call(requestsApi.create, { as: borrower.token, body })
  expect(status).toBe(201)
  return borrower
}

describe('the frequency of notifications', () => {
  it('is at once by default, except for messages, which are off', async () => {
    expect(await settingsOf(await createUser(orm()))).toEqual(DEFAULTS)
  })

  it('changes for the kinds sent and for this account only', async () => {
    const [user, other] = [await createUser(orm()), await createUser(orm())]
    const { status, body } = await choose(user, { request: 'weekly', wish: 'off' })
    expect([status, body]).toEqual([200, { ...DEFAULTS, request: 'weekly', wish: 'off' }])
    expect(await settingsOf(user)).toEqual(body)
    expect((await choose(user, {})).body).toEqual(body)
    expect(await settingsOf(other)).toEqual(DEFAULTS)
  })

  it('of messages is off if and only if the switch on the privacy page is off', async () => {
    const user = await createUser(orm())
    const flip = (enable_notifications: boolean) =>
      test.call(privacyApi.update, { as: user.token, body: { enable_notifications } })
    const isOn = async () =>
      (await orm().select().from(users).where(eq(users.id, user.id)))[0]?.enable_notifications
    await choose(user, { message: 'daily' })
    expect(await isOn()).toBe(true)
    await flip(false)
    expect((await settingsOf(user)).message).toBe('off')
    await flip(true)
    expect((await settingsOf(user)).message).toBe('daily')
    await choose(user, { message: 'off' })
    expect(await isOn()).toBe(false)
  })

  it('of requests returns to at once when the owner starts to take requests', async () => {
    const { owner } = await createLetterbox(orm())
    await choose(owner, { request: 'off' })
    const take = (enable_messaging: boolean) =>
      test.call(privacyApi.update, { as: owner.token, body: { enable_messaging } })
    await take(true)
    expect((await settingsOf(owner)).request).toBe('at_once')
    await choose(owner, { request: 'off' })
    await take(true)
    expect((await settingsOf(owner)).request).toBe('off')
  })

  it('requires a login and a valid frequency', async () => {
    expect((await test.call(notificationsApi.get)).status).toBe(401)
    expect((await test.call(notificationsApi.update, { body: {} })).status).toBe(401)
    const user = await createUser(orm())
    const { status, error } = await choose(user, { request: 'hourly' } as never)
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['request']])
    expect(await settingsOf(user)).toEqual(DEFAULTS)
  })
})

describe('a request', () => {
  it('is mailed at once', async () => {
    const { owner } = await newLender()
    await ask(owner.id)
    expect(await mailsTo(owner)).toHaveLength(1)
    expect(await noticesOf(owner)).toEqual([])
  })

  it('is kept for the digest of an owner who wants one, without a secret', async () => {
    const { owner } = await newLender()
    await choose(owner, { request: 'daily' })
    await ask(owner.id)
    expect(await mailsTo(owner)).toEqual([])
    const [notice, ...more] = await noticesOf(owner)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ kind: 'request', delivery: 'digest', gathered_at: null })
    expect(notice?.path).toMatch(/^\/profile\/inbox\?transaction_id=/)
    expect(JSON.stringify(notice?.content)).not.toMatch(/lt=|token=/)
  })

  it('cannot be made if the owner’s notifications of requests are off', async () => {
    const { owner } = await newLender()
    await choose(owner, { request: 'off' })
    const { token } = await createUser(orm(), { enable_messaging: true })
    const body = { renter_id: owner.id, item_id: LADDER, text: 'May I?' }
    const refused = await test.call(requestsApi.create, { as: token, body })
    expect(refused.error.code).toBe('not_borrowable')
    expect(await mailsTo(owner)).toEqual([])
  })

  it('is not mailed to an owner who switched requests off while the mail was queued', async () => {
    const { owner } = await newLender()
    await ask(owner.id)
    await choose(owner, { request: 'off' })
    expect(await mailsTo(owner)).toEqual([])
  })
})

describe('the unsubscribe link of a mail', () => {
  it('ends its kind and no other', async () => {
    const { owner } = await newLender()
    await choose(owner, { message: 'at_once' })
    await ask(owner.id)
    const [mail] = await mailsTo(owner)
    expect(mail?.text).toContain('https://lend.example/profile/notifications')
    const token = /mails\/off\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    const about = await test.call(mailApi.about, { body: { token } })
    expect(about.body).toEqual({ about: 'requests' })
    expect(await settingsOf(owner)).toEqual({ ...DEFAULTS, message: 'at_once' })
    const { body } = await test.call(mailApi.off, { body: { token } })
    expect(body).toEqual({ ended: 'requests', was: { request: 'at_once' } })
    expect(await settingsOf(owner)).toEqual({ ...DEFAULTS, request: 'off', message: 'at_once' })
  })

  it('restores the previous frequency and changes no other setting', async () => {
    const { owner } = await newLender()
    await choose(owner, { request: 'weekly' })
    const token = await createToken(orm(), 'unsubscribe_requests', owner, test.deps.clock())
    const { body } = await test.call(mailApi.off, { body: { token } })
    expect(body.was).toEqual({ request: 'weekly' })
    const was = { ...body.was, community: 'off', membership: false } as const
    const undone = await test.call(mailApi.undoOff, { body: { token, was } })
    expect([undone.status, undone.body]).toEqual([200, { resumed: 'requests' }])
    expect(await settingsOf(owner)).toEqual({ ...DEFAULTS, request: 'weekly' })
    // Ending mails twice leaves no previous frequency to restore.
    await test.call(mailApi.off, { body: { token } })
    const again = await test.call(mailApi.off, { body: { token } })
    expect(again.body.was).toEqual({ request: 'off' })
  })

  it.each(['about', 'off', 'undoOff'] as const)(
    'is refused by /mail/%s if its token is invalid',
    async (name) => {
      const body = { token: 'x'.repeat(43), was: {} }
      const { status, error } = await test.call(mailApi[name], { body })
      expect([status, error.code]).toEqual([422, 'invalid_token'])
    },
  )
})

import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
