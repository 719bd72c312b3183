import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { importLetterboxes } from '#features/community/imports/server/at-once.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { adminUsersApi } from '#features/community/members/contract.admin.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { householdApi } from '#features/lending/household/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { rolesApi } from '#features/people/roles/contract.admin.ts'
import { createSetUpLink } from '#features/people/roles/server/set-up-link.ts'
import { geocodeOffline } from '#features/places/geocoding/server/offline.ts'
import { searchOffline } from '#features/places/geocoding/server/place-search.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { parcelCodeOf } from '#features/shop/parcels/parcel-code.ts'
import { parcel_codes } from '#features/shop/parcels/tables.ts'
import { community_settings } from '#platform/server/db/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS, HOUR_SECONDS } from '#platform/shared/durations.ts'
import type { Gate } from '#platform/shared/settings/gate.ts'
import { newcomersApi } from '../contract.admin.ts'

const OFFLINE = { geocode: geocodeOffline, search: searchOffline, prepare: async () => {} }
const ADDRESS = { address: 'Langstrasse 12', postcode: '8004', city: 'Zürich', country: 'CH' }

let test: TestApp
let admin: TestUser
let moderator: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { adminEmail: 'first@example.org' } })
  admin = await createUser(orm(), { role_id: 3, lang: 'en' })
  moderator = await createUser(orm(), { tasks: ['moderation'], lang: 'en' })
})
afterAll(() => test.close())
beforeEach(() => setGate('open'))

const orm = () => test.deps.database.orm
let versions = 0
async function setGate(gate: Gate) {
  const settings = (await test.call(settingsApi.list, { as: admin.token })).body
  const version = settings.find(({ key }) => key === 'gate')?.version ?? 0
  const value = { gate, answer_days: 3 + (versions++ % 20) }
  const body = { key: 'gate', version, value } as const
  expect((await test.call(settingsApi.save, { as: admin.token, body })).status).toBe(200)
}
let people = 0
const newEmail = () => `newcomer${people++}@example.org`
const register = (fields: { email?: string; code?: string; address?: string } = {}) =>
  test.call(registrationApi.register, {
    ip: `10.9.${people & 255}.${people >> 8}`,
    body: {
      firstname: 'Noor',
      lastname: 'Neu',
      email: newEmail(),
      lang: 'en',
      ...ADDRESS,
      ...fields,
    },
  })
const info = async (as: string) => (await test.call(profileApi.userinfo, { as })).body
/** Opens the link in the newest mail to an address. */
async function confirm(email: string) {
  const mail = (await test.mails()).filter(({ recipient }) => recipient === email).at(-1)
  const [, token] = /email_confirmation_token=([\w-]+)/.exec(mail?.html ?? '') ?? []
  const { body } = await test.call(accountsApi.emailConfirmation, {
    body: { email_confirmation_token: token ?? '' },
  })
  return body.api_token
}
async function waitingPerson() {
  const email = newEmail()
  await register({ email })
  const token = await confirm(email)
  return { email, token, id: (await info(token)).id }
}
const queue = async (as = moderator.token) =>
  (await test.call(newcomersApi.list, { as, query: { size: '200' } })).body
/** A code on the slip of a parcel to {@link ADDRESS}. */
async function parcelCode(): Promise<string> {
  const order = await createOrder(orm(), { status: 'paid', ...ADDRESS })
  const code = parcelCodeOf(1_000_000 + people++)
  await orm()
    .insert(parcel_codes)
    .values({ order_id: order.id, code, expires_at: new Date(Date.now() + DAY_MS) })
  return code
}
/** The token of an invitation to the household of a new letterbox. */
async function householdToken(email: string): Promise<string> {
  const { owner } = await createLetterbox(orm())
  await test.call(householdApi.invite, { as: owner.token, body: { email } })
  const mail = (await test.mails()).filter(({ recipient }) => recipient === email).at(-1)
  return /token=([\w-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
}

/** Each way to get an account, and whether the new user waits; `null` if the way is refused. */
const WAYS: Record<string, () => Promise<boolean | null>> = {
  async form() {
    const { status, body, error } = await register()
    if (status !== 201) {
      expect([status, error.code]).toEqual([403, 'invitation_needed'])
      return null
    }
    return (await info(body.api_token)).waiting_since !== null
  },
  async parcel() {
    const { status, body } = await register({ code: await parcelCode() })
    expect(status).toBe(201)
    const user = await info(body.api_token)
    expect(user.letterbox?.address_verified).toBe(true)
    return user.waiting_since !== null
  },
  async household() {
    const email = newEmail()
    const token = await householdToken(email)
    const { status, body } = await test.call(householdApi.register, {
      body: { token, email, firstname: 'Noor', lastname: 'Neu', lang: 'en' },
    })
    expect([status, body.joined]).toEqual([201, true])
    return (await info(body.api_token)).waiting_since !== null
  },
  async import() {
    const email = newEmail()
    const content = `address;postcode;city;country;latitude;longitude;items;firstname;lastname;email;messaging
Langstrasse ${100 + people++};8004;Zürich;CH;47.37;8.52;;Ida;Import;${email};`
    const result = await importLetterboxes(
      { database: test.deps.database, geocoding: OFFLINE, country: 'CH' },
      new TextEncoder().encode(content),
      { lang: 'en' },
    )
    expect(result.created).toBe(1)
    // The owner comes by the confirmation mail.
    await test.call(accountsApi.sendLoginLink, { body: { email } })
    return (await info(await confirm(email))).waiting_since !== null
  },
  async order() {
    const before = await orm().$count(users)
    const { status } = await test.call(ordersApi.store, {
      body: {
        amount: 1,
        lang: 'en',
        email: newEmail(),
        firstname: 'Noor',
        lastname: 'Neu',
        ...ADDRESS,
      },
    })
    expect(status).toBe(201)
    // An order creates no account.
    expect(await orm().$count(users)).toBe(before)
    return null
  },
  async console() {
    const link = await createSetUpLink(
      orm(),
      { ...test.deps.config, adminEmail: newEmail() },
      { now: new Date(), renew: true },
    )
    // There already is an administrator.
    expect(link).toBeNull()
    return null
  },
}

describe.each([
  ['open', { form: false, parcel: false, household: false, import: false }],
  ['waiting', { form: true, parcel: true, household: true, import: false }],
  ['invited', { form: null, parcel: false, household: false, import: false }],
] as const)('a gate that is %s', (gate, expected) => {
  it.each(Object.keys(WAYS))(
    'lets in, holds back or refuses a newcomer who comes by: %s',
    async (way) => {
      await setGate(gate)
      expect(await WAYS[way]?.()).toBe((expected as Record<string, boolean | null>)[way] ?? null)
    },
  )
})

describe('a newcomer who waits', () => {
  it('sees and is seen by no one until a moderator lets them in and they are notified', async () => {
    await setGate('waiting')
    const { id, email, token } = await waitingPerson()
    const spot = { latitude: 47.37, longitude: 8.52 }
    await test.call(letterboxesApi.updateLocation, { as: token, body: spot })
    const letterbox = (await info(token)).letterbox?.id ?? ''
    const look = async () =>
      (await test.call(letterboxesApi.byId, { query: { letterbox_id: letterbox } })).status
    expect(await look()).toBe(404)
    const row = (await queue()).rows.find((each) => each.id === id)
    expect([row?.email, row?.letterbox?.address]).toEqual([email, ADDRESS.address])
    const letIn = () => test.call(newcomersApi.letIn, { as: moderator.token, body: { id } })
    expect((await letIn()).status).toBe(204)
    expect([(await letIn()).status, (await letIn()).error.code]).toEqual([409, 'already_answered'])
    expect(await look()).toBe(200)
    expect((await info(token)).waiting_since).toBeNull()
    const told = (await test.mails()).filter(({ recipient }) => recipient === email).at(-1)
    expect(told?.subject).toMatch(/you are in/)
  })

  it('is not shown to moderators before the e-mail address is confirmed', async () => {
    await setGate('waiting')
    const email = newEmail()
    await register({ email })
    expect((await queue()).rows.map((each) => each.email)).not.toContain(email)
  })

  it('is deleted with all data when declined and is notified of the reason', async () => {
    await setGate('waiting')
    const { id, email, token } = await waitingPerson()
    const reason = 'We know nobody <b>there</b>.'
    const decline = (as: string) => test.call(newcomersApi.decline, { as, body: { id, reason } })
    expect((await decline(token)).status).toBe(404)
    expect((await decline(moderator.token)).status).toBe(204)
    expect((await decline(moderator.token)).status).toBe(409)
    expect((await test.call(profileApi.userinfo, { as: token })).status).toBe(401)
    // One mail, with the reason: a farewell mail would suggest that the newcomer left.
    const mails = (await test.mails()).filter(({ recipient }) => recipient === email)
    expect(mails.map(({ text }) => text.includes(reason))).toEqual([true])
    expect(mails[0]?.html).not.toContain('<b>there')
    // A user who was let in cannot be declined.
    const body = { id: moderator.id, reason }
    expect((await test.call(newcomersApi.decline, { as: admin.token, body })).status).toBe(409)
  })

  it('is let in when the community opens again or when they get a task', async () => {
    await setGate('waiting')
    const one = await waitingPerson()
    const helper = await waitingPerson()
    const half = newEmail()
    await register({ email: half })
    const given = { id: helper.id, version: 0, tasks: ['shipping'] as const }
    const { version } = (
      await test.call(rolesApi.byId, { as: admin.token, query: { id: helper.id } })
    ).body
    const body = { ...given, tasks: [...given.tasks], version }
    expect((await test.call(rolesApi.set, { as: admin.token, body })).status).toBe(200)
    expect((await info(helper.token)).waiting_since).toBeNull()
    await setGate('open')
    expect((await info(one.token)).waiting_since).toBeNull()
    expect((await info(await confirm(half))).waiting_since).toBeNull()
    expect((await queue()).total).toBe(0)
  })

  it('may confirm and is let in, whatever the gate became after the registration', async () => {
    const email = newEmail()
    await register({ email })
    await setGate('invited')
    expect((await info(await confirm(email))).waiting_since).toBeNull()
  })

  it('is let in by a merge with an account that is', async () => {
    await setGate('waiting')
    const waiting = await waitingPerson()
    const settled = await createUser(orm())
    const pair = { id: waiting.id, from: settled.id }
    const preview = await test.call(adminUsersApi.mergePreview, { as: admin.token, query: pair })
    const body = { ...pair, seen: preview.body.seen }
    expect((await test.call(adminUsersApi.merge, { as: admin.token, body })).status).toBe(200)
    expect((await info(waiting.token)).waiting_since).toBeNull()
  })
})

it('moderators are notified at most once a day, with the number at the time the mail is sent', async () => {
  await setGate('waiting')
  await orm().delete(community_settings).where(eq(community_settings.key, 'newcomers_told_at'))
  await test.deps.database.query(`DELETE FROM queued_mails`, [])
  const told = async () =>
    (await test.mails()).filter(
      ({ recipient, subject }) => recipient === moderator.email && /let in/.test(subject),
    )
  const queued = () =>
    test.deps.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job
       JOIN queued_mails ON queued_mails.id = job.id WHERE recipient = $1`,
      [moderator.email],
    )
  const before = (await told()).length
  const waiting = (await queue()).total
  await waitingPerson()
  expect((await told()).length).toBe(before + 1)
  expect(await queued()).toEqual([])
  await waitingPerson()
  await waitingPerson()
  const mails = await told()
  expect(mails.length).toBe(before + 1)
  expect(mails.at(-1)?.text).toContain(waiting === 0 ? 'Somebody has registered' : 'people')
  const [next, ...others] = await queued()
  expect(others).toEqual([])
  expect(next?.seconds).toBeGreaterThan(23 * HOUR_SECONDS)
})

it('a registration with a wrong code does not reveal whether an address has an account', async () => {
  await setGate('invited')
  const known = await createUser(orm())
  const answers = [known.email, newEmail()].map((email) => register({ email }))
  const [a, b] = await Promise.all(answers)
  expect([a?.status, a?.error]).toEqual([b?.status, b?.error])
})

it('a code makes one account, which a second registration replaces until it is confirmed', async () => {
  await setGate('invited')
  const code = await parcelCode()
  const mistyped = newEmail()
  const first = await register({ email: mistyped, code })
  expect(first.status).toBe(201)
  const email = newEmail()
  const second = await register({ email, code })
  expect(second.status).toBe(201)
  expect((await test.call(profileApi.userinfo, { as: first.body.api_token })).status).toBe(401)
  const rows = await orm().select().from(users).where(eq(users.email, mistyped))
  expect(rows).toEqual([])
  await confirm(email)
  const third = await register({ code })
  expect([third.status, third.error.code]).toEqual([409, 'parcel_code_used'])
  const [row] = await orm().select().from(parcel_codes).where(eq(parcel_codes.code, code))
  const [letterbox] = await orm()
    .select()
    .from(letterboxes)
    .where(eq(letterboxes.id, row?.letterbox_id ?? ''))
  expect(letterbox?.address_verified_at).not.toBeNull()
})

it('a code is accepted only for the postal address that the parcel went to', async () => {
  const code = await parcelCode()
  const { status, error } = await register({ code, address: 'Hohlstrasse 1' })
  expect([status, error.code]).toEqual([409, 'other_address'])
  expect((await register({ code, address: 'Langstr. 12' })).status).toBe(201)
})
