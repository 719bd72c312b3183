import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createPushApp, type PushApp } from '#app/server/testing/push-app.ts'
import type { Device, PushServer } from '#app/server/testing/push-server.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { sessionsApi } from '#features/people/accounts/sessions/contract.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { configApi } from '#platform/shared/config.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { notificationsApi, pushApi } from '../contract.ts'
import { notices, push_subscriptions } from '../tables.ts'
import { markSilentDevices } from './delivery/silent-devices.ts'

const LADDER = 1

let pushing: PushApp
let service: PushServer
let test: TestApp
beforeAll(async () => {
  pushing = await createPushApp()
  ;({ test, service } = pushing)
})
afterAll(() => pushing.close())

const orm = () => test.deps.database.orm

async function newDevice(): Promise<Device> {
  const { body } = await test.call(configApi.get)
  return service.subscribe(body.vapid_public_key ?? '')
}
const subscribe = ({ subscription }: Device, as: string) =>
  test.call(pushApi.subscribe, { as, body: subscription })

/** A browser subscribed by this account. */
async function deviceOf({ token }: TestUser): Promise<Device> {
  const device = await newDevice()
  expect((await subscribe(device, token)).status).toBe(204)
  return device
}
const devicesOf = ({ id }: TestUser) =>
  orm().select().from(push_subscriptions).where(eq(push_subscriptions.user_id, id))

const people = { enable_messaging: true, enable_notifications: true }

async function conversation() {
  const borrower = await createUser(orm(), { ...people, firstname: 'Ada' })
  const { owner: lender, id } = await createLetterbox(orm(), {
    items: [LADDER],
    ownerFields: { ...people, firstname: 'Ben' },
  })
  const body = { renter_id: lender.id, item_id: LADDER, text: 'May I borrow it?' }
  const ask = async () =>
    (await test.call(requestsApi.create, { as: borrower.token, body: body })).body.id
  return { borrower, lender, ask, letterbox: id }
}
const send = (sender: TestUser, transaction_id: string, text: string) =>
  test.call(messagesApi.sendMessage, { as: sender.token, body: { transaction_id, text } })
const view = (user: TestUser, transaction_id: string) =>
  test.call(messagesApi.markMessagesSeen, { as: user.token, body: { transaction_id } })

const pushAll = () => test.deps.pushes.drain()
const makeDue = (queue: string) =>
  test.deps.database.query(
    `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = $1`,
    [queue],
  )
const waiting = () =>
  test.deps.database.query<{ seconds: number }>(
    `SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job
     WHERE name = 'pushes' AND state IN ('created', 'retry')`,
  )
const mailsTo = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
async function mailsAfterAMinute(user: TestUser) {
  await makeDue('mails')
  return mailsTo(user)
}
const textsOf = ({ received }: Device) =>
  received.map(({ payload }) => (payload as { body: string }).body)

describe('a push', () => {
  it('is encrypted for the browser, signed, and contains no more than the mail', async () => {
    const { lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const id = await ask()
    await pushAll()
    expect(device.received).toHaveLength(1)
    const [push] = device.received
    expect(push?.payload).toEqual({
      title: 'Ada asks for “Item 1”',
      body: 'May I borrow it?',
      path: `/profile/inbox?transaction_id=${id}`,
      tag: `transaction-${id}`,
      unseen: 1,
    })
    expect(push?.headers).toMatchObject({ ttl: '86400', urgency: 'high' })
    expect(push?.headers.topic).toMatch(/^[\w-]{32}$/)
    const [row] = await devicesOf(lender)
    expect(row?.last_ok_at).toBeInstanceOf(Date)
  })

  it('counts as shown once the browser confirms it, and a silent device does not delay the mail', async () => {
    const { borrower, lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const { endpoint, keys } = device.subscription
    const id = await ask()
    await pushAll()
    expect((await devicesOf(lender))[0]?.unanswered_since).toBeInstanceOf(Date)
    const received = (auth: string) => test.call(pushApi.received, { body: { endpoint, auth } })
    expect((await received('x'.repeat(22))).status).toBe(204)
    expect((await devicesOf(lender))[0]?.unanswered_since).toBeInstanceOf(Date)
    expect((await received(keys.auth)).status).toBe(204)
    expect((await devicesOf(lender))[0]?.unanswered_since).toBeNull()
    const asked = () => test.call(pushApi.devices, { as: lender.token })
    expect((await asked()).body).toEqual({ count: 1, silent: 0 })

    // The next push does not arrive, so after an hour the mail is no longer delayed.
    await send(borrower, id, 'On Saturday?')
    await pushAll()
    await view(lender, id)
    await markSilentDevices(test.deps)
    expect((await asked()).body).toEqual({ count: 1, silent: 0 })
    test.advance(61 * MINUTE_MS)
    await markSilentDevices(test.deps)
    expect((await asked()).body).toEqual({ count: 1, silent: 1 })
    await mailsAfterAMinute(lender)
    await send(borrower, id, 'Or on Sunday?')
    const seconds = await test.deps.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job
       WHERE name = 'mails' AND state = 'created'`,
    )
    expect(seconds.map((each) => each.seconds <= 0)).toEqual([true])
  })

  it('stops for a session whose browser has unsubscribed', async () => {
    const { lender } = await conversation()
    await deviceOf(lender)
    expect((await test.call(pushApi.unsubscribe, { as: lender.token, body: {} })).status).toBe(204)
    expect(await devicesOf(lender)).toEqual([])
  })

  it('is sent for each message, but the mail only once', async () => {
    const { borrower, lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const id = await ask()
    await send(borrower, id, 'On Saturday?')
    await pushAll()
    expect(textsOf(device).sort()).toEqual(['May I borrow it?', 'On Saturday?'])
    expect(new Set(device.received.map(({ headers }) => headers.topic)).size).toBe(1)
    expect(await mailsAfterAMinute(lender)).toHaveLength(1)
  })

  it('goes to every device of the person and to no one else', async () => {
    const { borrower, lender, ask } = await conversation()
    const phone = await deviceOf(lender)
    const session = await createSession(orm(), { userId: lender.id }, test.deps.clock())
    const laptop = await deviceOf({ ...lender, token: session })
    const own = await deviceOf(borrower)
    const stranger = await deviceOf(await createUser(orm(), people))
    await ask()
    await pushAll()
    expect([phone, laptop, own, stranger].map(({ received }) => received.length)).toEqual([
      1, 1, 0, 0,
    ])
  })

  it('is not sent if the conversation has been seen by then', async () => {
    const { lender, ask } = await conversation()
    const device = await deviceOf(lender)
    await view(lender, await ask())
    await pushAll()
    expect(device.calls).toBe(0)
  })

  it('waits while the conversation is in view on another device', async () => {
    const { borrower, lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const id = await ask()
    await view(lender, id)
    await pushAll()
    await send(borrower, id, 'On Saturday?')
    await pushAll()
    expect(device.calls).toBe(0)
    await makeDue('pushes')
    await pushAll()
    expect(textsOf(device)).toEqual(['On Saturday?'])
  })

  it('is not sent to a former member of the letterbox’s household', async () => {
    const { ask, letterbox } = await conversation()
    const member = await createUser(orm(), people)
    await orm()
      .insert(household_members)
      .values({ user_id: member.id, letterbox_id: letterbox, joined_at: new Date(0) })
    const device = await deviceOf(member)
    await ask()
    await orm().delete(household_members).where(eq(household_members.user_id, member.id))
    await pushAll()
    expect(device.calls).toBe(0)
  })

  it('is not sent if the kind is off or gathered for a digest', async () => {
    const { borrower, lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const choose = (message: 'off' | 'daily') =>
      test.call(notificationsApi.update, { as: lender.token, body: { message } })
    const id = await ask()
    await view(lender, id)
    test.advance(120_000)
    for (const frequency of ['off', 'daily'] as const) {
      await choose(frequency)
      await send(borrower, id, frequency)
      await pushAll()
    }
    expect(device.calls).toBe(0)
  })

  it('shows a warning instead of a suspicious message', async () => {
    const { borrower, lender } = await conversation()
    const device = await deviceOf(lender)
    const text = 'Pay at https://evil.example first'
    const body = { renter_id: lender.id, item_id: LADDER, text }
    await test.call(requestsApi.create, { as: borrower.token, body })
    await pushAll()
    expect(textsOf(device)).toEqual([expect.stringMatching(/^Careful: .*a link/)])
    expect(JSON.stringify(device.received)).not.toContain('evil.example')
  })

  it('is cut to what fits on a locked screen', async () => {
    const { lender, borrower, ask } = await conversation()
    const device = await deviceOf(lender)
    const id = await ask()
    await send(borrower, id, '🪜'.repeat(799))
    await pushAll()
    const longest = Math.max(...textsOf(device).map((text) => [...text].length))
    expect(longest).toBe(200)
  })
})

describe('the mail about the same message', () => {
  it('is not sent if the push led to the conversation within a minute', async () => {
    const { lender, ask } = await conversation()
    await deviceOf(lender)
    const id = await ask()
    await pushAll()
    expect(await mailsTo(lender)).toEqual([])
    test.advance(30_000)
    await view(lender, id)
    expect(await mailsAfterAMinute(lender)).toEqual([])
  })

  it('is sent after a minute if the recipient did not look', async () => {
    const { lender, ask } = await conversation()
    await deviceOf(lender)
    await ask()
    await pushAll()
    expect(await mailsTo(lender)).toEqual([])
    expect(await mailsAfterAMinute(lender)).toHaveLength(1)
  })

  it('is sent at once to a recipient without a device', async () => {
    const { lender, ask } = await conversation()
    await ask()
    expect(await mailsTo(lender)).toHaveLength(1)
  })
})

describe('a push service', () => {
  it.each([404, 410])(
    'that no longer knows a browser (%i) ends its subscription',
    async (status) => {
      const { lender, ask } = await conversation()
      const device = await deviceOf(lender)
      device.answers.push(status)
      await ask()
      await pushAll()
      expect(await devicesOf(lender)).toEqual([])
      expect(await waiting()).toEqual([])
      expect(await mailsAfterAMinute(lender)).toHaveLength(1)
    },
  )

  it.each([500, 503, 'drop'] as const)('in trouble (%s) is retried', async (answer) => {
    const { lender, ask } = await conversation()
    const device = await deviceOf(lender)
    device.answers.push(answer)
    await ask()
    await pushAll()
    expect(device.received).toEqual([])
    await makeDue('pushes')
    await pushAll()
    expect(device.received).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('that returns Retry-After is retried then, and the other device is pushed to at once', async () => {
    const { lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const session = await createSession(orm(), { userId: lender.id }, test.deps.clock())
    const other = await deviceOf({ ...lender, token: session })
    device.answers.push({ status: 429, headers: { 'retry-after': '120' } })
    await ask()
    await pushAll()
    expect([device.calls, other.received.length]).toEqual([1, 1])
    const [job, ...more] = await waiting()
    expect(more).toEqual([])
    expect(job?.seconds).toBeGreaterThan(110)
    await makeDue('pushes')
    await pushAll()
    expect([device.received.length, other.calls]).toEqual([1, 1])
  })

  it('that redirects is neither retried nor followed, and the mail is sent', async () => {
    const { lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const trap = await newDevice()
    const moved = { status: 307, headers: { location: trap.subscription.endpoint } }
    device.answers.push(moved)
    await ask()
    await pushAll()
    expect([device.calls, trap.calls]).toEqual([1, 0])
    expect(await waiting()).toEqual([])
    expect(await mailsAfterAMinute(lender)).toHaveLength(1)
  })
})

describe('a browser', () => {
  it('belongs to the account that logged in last', async () => {
    const { lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const next = await createUser(orm(), people)
    await ask()
    // The push is still queued, but the browser now belongs to another user.
    await subscribe(device, next.token)
    await pushAll()
    expect(device.calls).toBe(0)
    expect(await devicesOf(lender)).toEqual([])
    expect(await devicesOf(next)).toHaveLength(1)
  })

  it('gets no push after a logout there or after its session was ended elsewhere', async () => {
    const { lender, ask } = await conversation()
    const here = await deviceOf(lender)
    const token = await createSession(orm(), { userId: lender.id }, test.deps.clock())
    const there = await deviceOf({ ...lender, token })
    await ask()
    await test.call(sessionsApi.endOthers, { as: lender.token })
    await pushAll()
    expect([here.calls, there.calls]).toEqual([1, 0])
    await test.app.inject({
      method: 'POST',
      url: '/api/v1/auth/logout',
      headers: { authorization: `Bearer ${lender.token}` },
    })
    expect(await devicesOf(lender)).toEqual([])
  })

  it('gets no push once its session has expired', async () => {
    const { lender, ask } = await conversation()
    const device = await deviceOf(lender)
    // Deleted a little later, like everything that expires.
    await orm()
      .update(tokens)
      .set({ expires_at: new Date(0) })
      .where(eq(tokens.user_id, lender.id))
    await ask()
    await pushAll()
    expect(device.calls).toBe(0)
    expect(await devicesOf(lender)).toHaveLength(1)
    expect(await mailsTo(lender)).toHaveLength(1)
  })

  it('has one subscription per session, and an account at most ten', async () => {
    const user = await createUser(orm())
    const [first, second] = [await deviceOf(user), await deviceOf(user)]
    expect((await devicesOf(user)).map(({ endpoint }) => endpoint)).toEqual([
      second.subscription.endpoint,
    ])
    expect(first.subscription.endpoint).not.toBe(second.subscription.endpoint)
    for (let index = 0; index < 10; index++) {
      test.advance(1)
      const token = await createSession(orm(), { userId: user.id }, test.deps.clock())
      await deviceOf({ ...user, token })
    }
    const kept = await devicesOf(user)
    expect(kept).toHaveLength(10)
    expect(kept.map(({ endpoint }) => endpoint)).not.toContain(second.subscription.endpoint)
  })

  it('can be unsubscribed only by its own account', async () => {
    const [user, other] = [await createUser(orm()), await createUser(orm())]
    const { subscription } = await deviceOf(user)
    const off = (as?: string) =>
      test.call(pushApi.unsubscribe, {
        as,
        body: { endpoint: subscription.endpoint },
      })
    expect((await off()).status).toBe(401)
    expect((await off(other.token)).status).toBe(204)
    expect(await devicesOf(user)).toHaveLength(1)
    expect((await off(user.token)).status).toBe(204)
    expect(await devicesOf(user)).toEqual([])
    expect((await off(user.token)).status).toBe(204)
  })

  it.each([
    ['http://fcm.googleapis.com/fcm/send/x'],
    ['https://fcm.googleapis.com.example.org/x'],
    ['https://fcm.googleapis.com:8443/x'],
    ['https://user:word@fcm.googleapis.com/x'],
    ['https://push.services.mozilla.com.evil.example/x'],
    ['https://evil-notify.windows.com.example/x'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://localhost/x'],
    ['file:///etc/passwd'],
    ['x'],
  ])('of an unknown push service is refused: %s', async (endpoint) => {
    const user = await createUser(orm())
    const { subscription } = await newDevice()
    const body = { ...subscription, endpoint }
    const answer = await test.call(pushApi.subscribe, { as: user.token, body })
    expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['endpoint']])
    expect(await devicesOf(user)).toEqual([])
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/x:y',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('of a known browser maker is accepted: %s', async (endpoint) => {
    const user = await createUser(orm())
    const { subscription } = await newDevice()
    const body = { ...subscription, endpoint, expirationTime: null }
    expect((await test.call(pushApi.subscribe, { as: user.token, body })).status).toBe(204)
  })

  it('needs a login and keys that can encrypt', async () => {
    const user = await createUser(orm())
    const { subscription } = await newDevice()
    const { auth } = subscription.keys
    const body = { ...subscription, keys: { auth, p256dh: `B${'A'.repeat(86)}` } }
    expect((await test.call(pushApi.subscribe, { as: user.token, body })).status).toBe(422)
    expect((await test.call(pushApi.subscribe, { body: subscription })).status).toBe(401)
  })
})

describe('stored push data', () => {
  it('is deleted with the account', async () => {
    const { lender, ask } = await conversation()
    await deviceOf(lender)
    await ask()
    await orm().delete(users).where(eq(users.id, lender.id))
    expect(await devicesOf(lender)).toEqual([])
    expect(await orm().select().from(notices).where(eq(notices.user_id, lender.id))).toEqual([])
    await pushAll()
  })

  it('includes one key pair for all processes, whose private key is never shown', async () => {
    const second = await createTestApp({ sharing: test })
    const [one, other] = await Promise.all([test.call(configApi.get), second.call(configApi.get)])
    expect(one.body.vapid_public_key).toMatch(/^[\w-]{87}$/)
    expect(other.body.vapid_public_key).toBe(one.body.vapid_public_key)
    const [row] = await test.deps.database.query<{ key: string }>(
      `SELECT value->>'privateKey' AS key FROM community_settings WHERE key = 'vapid_keys'`,
      [],
    )
    expect(row?.key).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(one.body)).not.toContain(row?.key)
    await second.close()
  })
})

describe('push that the community has switched off', () => {
  it('offers no key, accepts no browser and delays no mail', async () => {
    const { lender, ask } = await conversation()
    const device = await deviceOf(lender)
    const { push } = test.deps.config
    push.enabled = false
    // A new process, because the config that the app fetches at its start is cached per process.
    const another = await createTestApp({ sharing: test, config: { push } })
    try {
      expect((await another.call(configApi.get)).body.vapid_public_key).toBeNull()
      expect((await subscribe(device, lender.token)).status).toBe(422)
      await ask()
      await pushAll()
      expect(device.calls).toBe(0)
      expect(await mailsTo(lender)).toHaveLength(1)
    } finally {
      push.enabled = true
      await another.close()
    }
  })
})
