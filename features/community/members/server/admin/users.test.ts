import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { cases } from '#features/community/moderation/tables.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { adminUsersApi as api } from '../../contract.admin.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3, firstname: 'Mona', lastname: 'Frei' })
  await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const stored = async (id: string) => (await orm().select().from(users).where(eq(users.id, id)))[0]
const read = async (id: string, as = admin.token) =>
  (await test.call(api.byId, { query: { id }, as })).body
const list = async (query: QueryInput<typeof api.list>) =>
  (await test.call(api.list, { as: admin.token, query })).body
const matchingIds = async (query: QueryInput<typeof api.list>) =>
  (await list(query)).rows.map(({ id }) => id)
const remove = (body: BodyInput<typeof api.remove>, as = admin.token) =>
  test.call(api.remove, { body, as })
const resend = (id: string) => test.call(api.resendConfirmation, { body: { id }, as: admin.token })
const subjectsTo = async (email: string) =>
  (await test.mails()).flatMap(({ recipient, subject }) => (recipient === email ? [subject] : []))
const acts = async (id: string) =>
  (
    await orm()
      .select()
      .from(audit_log)
      .where(and(eq(audit_log.subject_id, id), ne(audit_log.verb, 'read')))
  ).map(({ verb, actor_id, before, after }) => ({ verb, actor_id, before, after }))

describe('GET /admin/users', () => {
  it('finds people by name, e-mail address, street, postcode and place, in any case and Unicode form', async () => {
    const named = await createUser(orm(), { firstname: 'Zoë', lastname: 'O’Neill_' })
    const { owner: placed } = await createLetterbox(orm(), {
      address: 'Fährweg 77',
      postcode: '9477',
      city: 'Trübbach',
    })
    expect(await matchingIds({ search: 'zoë o’n' })).toEqual([named.id])
    expect(await matchingIds({ search: named.email.toUpperCase() })).toEqual([named.id])
    expect(await matchingIds({ search: '9477' })).toEqual([placed.id])
    expect(await matchingIds({ search: 'fährweg 77' })).toEqual([placed.id])
    expect(await matchingIds({ search: 'fährweg'.normalize('NFD') })).toEqual([placed.id])
    expect(await matchingIds({ search: '9477 trüb' })).toEqual([placed.id])
    // A wildcard counts as a literal character.
    expect(await matchingIds({ search: 'o’ne%' })).toEqual([])
    expect((await list({ search: '9477' })).rows).toMatchObject([
      { city: 'Trübbach', tasks: [], suspended: false, email_confirmed: true },
    ])
  })

  it('filters the list by task or state, and sorts it', async () => {
    const lastname = 'Narrow'
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    const [first, second, third] = await Promise.all([
      createUser(orm(), { lastname, firstname: 'B', role_id: 2, created_at: at(1) }),
      createUser(orm(), { lastname, firstname: 'C', beta_tester: true, created_at: at(2) }),
      createUser(orm(), {
        lastname,
        firstname: 'A',
        email_confirmed_at: null,
        created_at: at(3),
      }),
    ])
    await orm()
      .update(users)
      .set({ suspended_at: new Date(), suspended_reason: 'No', last_seen_at: at(1) })
      .where(eq(users.id, first.id))
    const fresh = await createUser(orm(), { lastname, firstname: 'D', created_at: new Date() })
    const search = lastname
    expect(await matchingIds({ search, task: 'map' })).toEqual([first.id])
    expect(await matchingIds({ search, state: 'suspended' })).toEqual([first.id])
    expect(await matchingIds({ search, state: 'beta' })).toEqual([second.id])
    expect(await matchingIds({ search, state: 'unconfirmed' })).toEqual([third.id])
    expect(await matchingIds({ search, state: 'new' })).toEqual([fresh.id])
    expect(await matchingIds({ search })).toEqual([fresh.id, third.id, second.id, first.id])
    expect(await matchingIds({ search, sort: 'name' })).toEqual([
      third.id,
      first.id,
      second.id,
      fresh.id,
    ])
    expect((await matchingIds({ search, sort: 'last_seen' }))[0]).toBe(first.id)
    expect(await matchingIds({ search, size: '2', page: '2' })).toEqual([second.id, first.id])
    expect((await list({ search, size: '2', page: '2' })).total).toBe(4)
  })
})

describe('GET /admin/users/byId', () => {
  it('returns what support needs, without messages, tokens or other people', async () => {
    const { id: letterbox, owner } = await createLetterbox(orm(), {
      ownerFields: { lang: 'fr', notify_wish: 'weekly', password_hash: 'secret-hash' },
    })
    const member = await createUser(orm(), { firstname: 'Hidden', lastname: 'Housemate' })
    await orm().insert(household_members).values({ user_id: member.id, letterbox_id: letterbox })
    await createOrder(orm(), { user_id: owner.id })
    await createOrder(orm(), { email: owner.email.toUpperCase() })
    const report = {
      kind: 'report' as const,
      letterbox_id: letterbox,
      title: 'T',
      email: 'x@example.org',
      lang: 'de' as const,
    }
    await orm()
      .insert(cases)
      .values([
        { ...report, type: 'other' },
        { ...report, type: 'other', handled_at: new Date(), outcome: 'done' },
      ])
    const user = await read(owner.id)
    expect(user).toMatchObject({
      id: owner.id,
      email: owner.email,
      email_confirmed: true,
      lang: 'fr',
      version: 0,
      letterbox_id: letterbox,
      household: { owner: true, others: 1 },
      orders: 2,
      has_password: true,
      has_passkeys: false,
      has_second_factor: false,
      open_reports: 1,
      suspended_at: null,
      notifications: { wish: 'weekly' },
    })
    const answer = JSON.stringify(user)
    for (const secret of ['secret-hash', 'Housemate', 'Langstrasse', member.id]) {
      expect(answer).not.toContain(secret)
    }
    expect(await read(member.id)).toMatchObject({
      letterbox_id: letterbox,
      household: { owner: false, others: 1 },
      // Letterbox facts belong to the owner, not to household members.
      open_reports: 0,
      postcode: null,
      city: null,
    })
  })

  it('is logged once per session', async () => {
    const user = await createUser(orm())
    const reads = () =>
      orm()
        .select({ by: audit_log.actor_id })
        .from(audit_log)
        .where(and(eq(audit_log.subject_id, user.id), eq(audit_log.verb, 'read')))
    for (let i = 0; i < 3; i++) await read(user.id)
    expect(await reads()).toEqual([{ by: admin.id }])
    const other = await createUser(orm(), { role_id: 3 })
    await read(user.id, other.token)
    expect(await reads()).toHaveLength(2)
    expect((await read(user.id)).acts).toEqual([])
  })

  it('returns 403 to moderators', async () => {
    const moderator = await createUser(orm(), { role_id: 2 })
    for (const query of [{ id: admin.id }, { id: randomUUID() }]) {
      const { status } = await test.call(api.byId, { query, as: moderator.token })
      expect(status).toBe(403)
    }
    const nobody = await test.call(api.byId, { query: { id: randomUUID() }, as: admin.token })
    expect(nobody.status).toBe(404)
  })
})

describe('POST /admin/users/resendConfirmation', () => {
  it('sends the link again, within the rate limit of the account', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    expect((await resend(user.id)).status).toBe(200)
    expect(await subjectsTo(user.email)).toEqual([expect.stringMatching(/confirm/i)])
    const own = () => test.call(accountsApi.resendEmailConfirmationToken, { as: user.token })
    for (let i = 0; i < 4; i++) expect((await own()).status).toBe(204)
    expect((await resend(user.id)).error.code).toBe('rate_limited')
    expect(await acts(user.id)).toMatchObject([{ verb: 'resend', actor_id: admin.id }])
  })

  it('is refused if there is nothing to confirm', async () => {
    const user = await createUser(orm())
    expect((await resend(user.id)).error.code).toBe('already_confirmed')
    expect((await resend(randomUUID())).error.code).toBe('not_found')
    expect(await acts(user.id)).toEqual([])
  })
})

it('POST /admin/users/setBetaTester makes a user a beta tester and reverts it', async () => {
  const user = await createUser(orm())
  const set = (version: number, beta_tester: boolean) =>
    test.call(api.setBetaTester, { body: { id: user.id, version, beta_tester }, as: admin.token })
  expect((await set(0, true)).body).toMatchObject({ beta_tester: true, version: 1 })
  // Setting the current value is not a change.
  expect((await set(1, true)).body.version).toBe(1)
  expect((await set(1, false)).body).toMatchObject({ beta_tester: false, version: 2 })
  expect(await acts(user.id)).toMatchObject([
    { verb: 'update', before: { beta_tester: false }, after: { beta_tester: true } },
    { verb: 'update', after: { beta_tester: false } },
  ])
})

describe('POST /admin/users/remove', () => {
  it('deletes an account with all its data, and sends a goodbye mail', async () => {
    const { owner } = await createLetterbox(orm(), { ownerFields: { lang: 'de' } })
    expect((await remove({ id: owner.id, version: 0 })).status).toBe(204)
    expect(await stored(owner.id)).toBeUndefined()
    expect(await subjectsTo(owner.email)).toEqual(['Dein Konto wurde gelöscht'])
    expect(await acts(owner.id)).toMatchObject([{ verb: 'delete', actor_id: admin.id }])
    expect((await remove({ id: owner.id, version: 0 })).status).toBe(404)
  })

  it('sends no mail to the address of a person who has died', async () => {
    const { owner } = await createLetterbox(orm())
    const removed = await remove({ id: owner.id, version: 0, without_mail: true })
    expect(removed.status).toBe(204)
    expect(await stored(owner.id)).toBeUndefined()
    expect(await subjectsTo(owner.email)).toEqual([])
  })

  it('is refused for the own account, administrators and outdated versions', async () => {
    const other = await createUser(orm(), { role_id: 3 })
    const user = await createUser(orm())
    const code = async (id: string, version: number) => (await remove({ id, version })).error.code
    expect(await code(admin.id, 0)).toBe('own_account')
    expect(await code(other.id, 0)).toBe('is_admin')
    expect(await code(user.id, 3)).toBe('changed_meanwhile')
    for (const { id } of [admin, other, user]) expect(await stored(id)).toBeDefined()
    expect(await acts(user.id)).toEqual([])
  })
})

describe('the activity of a user', () => {
  it('is returned in numbers, with lists of that user alone', async () => {
    const loans = loansOf(test)
    const { borrower, owner, asked } = await loans.request()
    await loans.accept(owner, asked, { return_by: loans.dayFromNow(9) })
    await loans.ask(owner, await loans.newLender())
    const order = await createOrder(orm(), { email: owner.email.toUpperCase() })
    await createOrder(orm(), { user_id: borrower.id, email: owner.email })
    const person = await read(owner.id)
    const none = { asked: 0, running: 0, returned: 0, ended: 0 }
    expect(person).toMatchObject({
      loans: { lent: { ...none, running: 1 }, borrowed: { ...none, asked: 1 } },
      orders: 1,
      reported_messages: { all: 0, open: 0 },
    })
    expect(JSON.stringify(person)).not.toContain('May I borrow it?')
    // Before the account is deleted, lists what is out, with whom and until when, without open requests.
    const { body } = await test.call(api.running, {
      as: admin.token,
      query: { id: owner.id },
    })
    expect(body.loans).toMatchObject([
      { lends: true, is_out: false, item: { name_en: expect.any(String) }, with: 'Ada Muster' },
    ])
    await loans.step('handOver', owner, asked)
    const theirs = await test.call(api.running, {
      as: admin.token,
      query: { id: borrower.id },
    })
    expect(theirs.body.loans).toMatchObject([
      {
        lends: false,
        is_out: true,
        with: 'Ben Muster',
        return_by: expect.stringMatching(/^\d{4}-/),
      },
    ])
    expect(JSON.stringify([body, theirs.body])).not.toContain('May I borrow it?')
    const [message] = await orm().select().from(messages).where(eq(messages.from_id, owner.id))
    await orm()
      .insert(cases)
      .values({ kind: 'message_report', message_id: message?.id ?? '', type: 'other' })
    expect((await read(owner.id)).reported_messages).toEqual({ all: 1, open: 1 })
    const orders = await test.call(adminOrdersApi.list, {
      as: admin.token,
      query: { user_id: owner.id },
    })
    expect(orders.body.rows.map(({ id }) => id)).toEqual([order.id])
  })
})
