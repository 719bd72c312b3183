import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { letterboxImportsApi } from '#features/community/imports/contract.admin.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { householdApi } from '#features/lending/household/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { notificationsApi, pushApi } from '#features/people/notifications/contract.ts'
import { notices, push_subscriptions } from '#features/people/notifications/tables.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { privacyApi } from '#features/places/letterboxes/privacy/contract.ts'
import {
  household_members,
  letterbox_items,
  letterboxes,
} from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { queued_mails, refused_addresses } from '#platform/server/mail/tables.ts'
import { configApi } from '#platform/shared/config.ts'
import { createItem, createLetterbox, createUser, type TestUser } from './testing/factories.ts'
import { createPushApp, type PushApp } from './testing/push-app.ts'
import type { TestApp } from './testing/test-app.ts'

/*
 * No path leads to a request that notifies no one. Tries every way in which a letterbox, its owner or their
 * reachability appears, changes or disappears; page, list, map and server have to agree each time.
 */

const LADDER = 1
const TEXT = 'May I borrow your ladder?'

let pushing: PushApp
let test: TestApp
let admin: TestUser
let borrower: TestUser
beforeAll(async () => {
  pushing = await createPushApp()
  test = pushing.test
  await createItem(orm(), LADDER)
  admin = await createUser(orm(), { role_id: 3 })
  borrower = await createUser(orm(), { enable_messaging: true })
})
afterAll(() => pushing.close())

const orm = () => test.deps.database.orm

/** A letterbox on the map whose owner accepts requests. */
const willing = (fields: Parameters<typeof createUser>[1] = {}) =>
  createLetterbox(orm(), {
    items: [LADDER],
    ownerFields: { enable_messaging: true, ...fields },
  })
type Box = Awaited<ReturnType<typeof willing>>

async function deviceOf({ token }: Pick<TestUser, 'token'>): Promise<void> {
  const { body } = await test.call(configApi.get)
  const { subscription } = await pushing.service.subscribe(body.vapid_public_key ?? '')
  const { status } = await test.call(pushApi.subscribe, { as: token, body: subscription })
  expect(status).toBe(204)
}
const noDeviceOf = ({ id }: TestUser) =>
  orm().delete(push_subscriptions).where(eq(push_subscriptions.user_id, id))
const refuse = ({ email }: TestUser) =>
  orm().insert(refused_addresses).values({ address: email, code: '5.1.1' })
const setOwner = ({ owner }: Box, fields: Partial<typeof users.$inferInsert>) =>
  orm().update(users).set(fields).where(eq(users.id, owner.id))
const choose = ({ token }: TestUser, request: 'off' | 'daily') =>
  test.call(notificationsApi.update, { as: token, body: { request } })

/** Adds a member to the household. */
async function memberOf({ id }: Box, fields: Parameters<typeof createUser>[1] = {}) {
  const member = await createUser(orm(), { enable_messaging: true, ...fields })
  await orm().insert(household_members).values({ user_id: member.id, letterbox_id: id })
  return member
}

async function imported(columns: string): Promise<string> {
  const address = `Listenweg ${Math.floor(Math.random() * 1e9)}`
  const lines = [
    'address;postcode;city;latitude;longitude;firstname;email;messaging',
    `${address};8004;Zürich;47.37;8.54;Ida;${columns}`,
  ]
  const settled = async (id: string) => {
    await test.deps.jobs.drain('imports')
    return (await test.call(letterboxImportsApi.byId, { as: admin.token, query: { id } })).body
  }
  const content = Buffer.from(lines.join('\n')).toString('base64')
  const file = await test.call(letterboxImportsApi.check, {
    as: admin.token,
    body: { file_name: 'list.csv', content, lang: 'de' },
  })
  const { id, version } = await settled(file.body.id)
  await test.call(letterboxImportsApi.run, { as: admin.token, body: { id, version } })
  expect((await settled(id)).status).toBe('done')
  const [row] = await orm().select().from(letterboxes).where(eq(letterboxes.address, address))
  if (!row) throw new Error('Unexpected import without its letterbox')
  await orm().insert(letterbox_items).values({ letterbox_id: row.id, item_id: LADDER })
  return row.id
}

let newcomers = 0
/** Registers a newcomer who places the letterbox and accepts messages before confirming the address. */
async function registered() {
  const email = `newcomer${newcomers++}@example.org`
  const { body } = await test.call(registrationApi.register, {
    body: {
      firstname: 'Mila',
      lastname: 'Keller',
      email,
      address: `Neuweg ${newcomers}`,
      postcode: '8004',
      city: 'Zürich',
      country: 'CH',
      lang: 'de',
    },
  })
  const as = body.api_token
  await test.call(letterboxesApi.updateLocation, {
    as,
    body: { latitude: 47.37, longitude: 8.54 },
  })
  await test.call(letterboxesApi.updateItems, { as, body: { selected_items_id: [LADDER] } })
  await test.call(privacyApi.update, { as, body: { enable_messaging: true } })
  const { body: account } = await test.call(profileApi.userinfo, { as })
  return { email, token: as, box: account.letterbox?.id ?? '' }
}
async function confirm(email: string): Promise<void> {
  const mail = (await test.mails()).findLast(({ recipient }) => recipient === email)
  const token = /email_confirmation_token=([\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? ''
  const { status } = await test.call(accountsApi.emailConfirmation, {
    body: { email_confirmation_token: token },
  })
  expect(status).toBe(200)
}

const versionOf = async (id: string) =>
  (await test.call(adminUsersApi.byId, { as: admin.token, query: { id } })).body.version

/** Number of pending mails that can arrive, pushes and digest entries. */
async function countWaiting(): Promise<number> {
  const refused = (await orm().select().from(refused_addresses)).map(({ address }) => address)
  const mails = await orm().select({ to: queued_mails.recipient }).from(queued_mails)
  const told = await orm().select({ id: notices.id }).from(notices)
  return mails.filter(({ to }) => !refused.includes(to)).length + told.length
}

/** What each place says about a letterbox; an accepted request has to notify someone. */
async function sayOf(id: string) {
  const [row] = await orm().select().from(letterboxes).where(eq(letterboxes.id, id))
  if (!row) throw new Error('Unexpected letterbox')
  const isInIndex = () =>
    test.deps.letterboxFeed.index
      .nearest({
        messagingOnly: true,
        box: {
          northEast: { latitude: 90, longitude: 180 },
          southWest: { latitude: -90, longitude: -180 },
        },
        from: { latitude: 47.37, longitude: 8.54 },
        limit: 200,
        offset: 0,
      })
      .letterboxes.some((each) => each.id === id)
  const page = await test.call(letterboxesApi.byId, {
    as: borrower.token,
    query: { letterbox_id: id },
  })
  const before = await countWaiting()
  const { status } = await test.call(requestsApi.create, {
    as: borrower.token,
    body: { renter_id: row.user_id, item_id: LADDER, text: TEXT },
  })
  const isTaken = status === 201
  if (isTaken) expect(await countWaiting()).toBeGreaterThan(before)
  // The index must update from the database's notification, without help by the test.
  await vi.waitFor(() => expect(isInIndex()).toBe(isTaken))
  if (page.status === 200) {
    expect(page.body.enable_messaging && page.body.takes_requests).toBe(isTaken)
    if (isTaken) expect(page.body.reachable).toBe(true)
  } else {
    expect(isTaken).toBe(false)
  }
  await orm().execute(sql`DELETE FROM transactions WHERE borrower_id = ${borrower.id}`)
  return isTaken
}

describe('a new letterbox', () => {
  it('of a registration can be asked once the address is confirmed', async () => {
    const { email, box } = await registered()
    expect(await sayOf(box)).toBe(false)
    await confirm(email)
    expect(await sayOf(box)).toBe(true)
  })

  it('of a registration can be asked even before that if its owner has a device with push', async () => {
    const { token, box } = await registered()
    await deviceOf({ token })
    expect(await sayOf(box)).toBe(true)
  })

  it('of an import cannot be asked, with or without an address', async () => {
    expect(await sayOf(await imported('ida@example.org;ja'))).toBe(false)
    expect(await sayOf(await imported(';ja'))).toBe(false)
  })

  it('of a household can be asked as soon as a member can be notified', async () => {
    const box = await willing({ email_confirmed_at: null })
    expect(await sayOf(box.id)).toBe(false)
    const silent = await memberOf(box, { enable_messaging: false })
    expect(await sayOf(box.id)).toBe(false)
    const member = await memberOf(box)
    expect(await sayOf(box.id)).toBe(true)
    await test.call(householdApi.leave, { as: member.token })
    expect(await sayOf(box.id)).toBe(false)
    await orm().update(users).set({ enable_messaging: true }).where(eq(users.id, silent.id))
    expect(await sayOf(box.id)).toBe(true)
  })

  it('of a merged account can be asked if the remaining account can', async () => {
    const box = await willing({ email_confirmed_at: null })
    const into = await createUser(orm(), { show_on_map: true })
    const query = { id: into.id, from: box.owner.id }
    const { body } = await test.call(adminUsersApi.mergePreview, { as: admin.token, query })
    const merged = await test.call(adminUsersApi.merge, {
      as: admin.token,
      body: { ...query, seen: body.seen },
    })
    expect(merged.status).toBe(200)
    expect(await sayOf(box.id)).toBe(true)
  })
})

describe('a letterbox stops and starts being reachable', () => {
  it('when its owner’s address is refused and replaced', async () => {
    const box = await willing()
    expect(await sayOf(box.id)).toBe(true)
    await refuse(box.owner)
    expect(await sayOf(box.id)).toBe(false)
    await setOwner(box, { email: `other.${box.owner.email}` })
    expect(await sayOf(box.id)).toBe(true)
    await refuse({ ...box.owner, email: `other.${box.owner.email}` })
    expect(await sayOf(box.id)).toBe(false)
    await orm().delete(refused_addresses)
    expect(await sayOf(box.id)).toBe(true)
  })

  it('by the owner’s device while mails are refused', async () => {
    const box = await willing()
    await refuse(box.owner)
    await deviceOf(box.owner)
    expect(await sayOf(box.id)).toBe(true)
    // A device that has confirmed none of the last hour's pushes.
    const silent = (silent_at: Date | null) =>
      orm()
        .update(push_subscriptions)
        .set({ silent_at })
        .where(eq(push_subscriptions.user_id, box.owner.id))
    await silent(test.deps.clock())
    expect(await sayOf(box.id)).toBe(false)
    await silent(null)
    expect(await sayOf(box.id)).toBe(true)
    await choose(box.owner, 'daily')
    expect(await sayOf(box.id)).toBe(false)
    await setOwner(box, { notify_request: 'at_once' })
    await noDeviceOf(box.owner)
    expect(await sayOf(box.id)).toBe(false)
  })

  it('when request notifications are disabled and set to a daily digest', async () => {
    const box = await willing()
    await choose(box.owner, 'off')
    expect(await sayOf(box.id)).toBe(false)
    await choose(box.owner, 'daily')
    expect(await sayOf(box.id)).toBe(true)
  })

  it('when its owner is suspended and restored', async () => {
    const box = await willing()
    const { id } = box.owner
    await test.call(adminUsersApi.suspend, {
      as: admin.token,
      body: { id, version: await versionOf(id), reason: 'Asked for money.' },
    })
    expect(await sayOf(box.id)).toBe(false)
    await test.call(adminUsersApi.restore, {
      as: admin.token,
      body: { id, version: await versionOf(id) },
    })
    expect(await sayOf(box.id)).toBe(true)
  })

  it('when its household member is suspended', async () => {
    const box = await willing({ email_confirmed_at: null })
    const member = await memberOf(box)
    expect(await sayOf(box.id)).toBe(true)
    await orm()
      .update(users)
      .set({ suspended_at: new Date(), suspended_reason: 'Asked for money.' })
      .where(eq(users.id, member.id))
    expect(await sayOf(box.id)).toBe(false)
  })
})
