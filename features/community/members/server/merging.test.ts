import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { cases } from '#features/community/moderation/tables.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { wishes } from '#features/lending/wishes/tables.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import {
  household_members,
  letterbox_items,
  letterboxes,
} from '#features/places/letterboxes/tables.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { blocks, users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { adminUsersApi as api, type MergePreview } from '../contract.admin.ts'

const PASSWORD = 'Haselstrauch neben dem Tor'

let test: TestApp
let admin: TestUser
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  loans = loansOf(test)
  admin = await createUser(orm(), { role_id: 3 })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const preview = (into: TestUser, from: TestUser, as = admin.token) =>
  test.call(api.mergePreview, { query: { id: into.id, from: from.id }, as })
const mergeSeen = (into: TestUser, from: TestUser, seen: string, as = admin.token) =>
  test.call(api.merge, { body: { id: into.id, from: from.id, seen }, as })
async function merge(into: TestUser, from: TestUser) {
  const { body } = await preview(into, from)
  return mergeSeen(into, from, body.seen)
}
const sharesOf = ({ shares }: MergePreview) =>
  Object.fromEntries(shares.map(({ what, moves, ends }) => [what, [moves, ends]]))
const subjectsTo = async ({ email }: TestUser) =>
  (await test.mails()).flatMap(({ recipient, subject }) => (recipient === email ? [subject] : []))
const itemsOf = async (id: string) => {
  const rows = await orm()
    .select()
    .from(letterbox_items)
    .where(eq(letterbox_items.letterbox_id, id))
  return rows.map(({ item_id }) => item_id).sort((a, b) => a - b)
}
const letterboxesOf = async ({ id }: TestUser) =>
  (await orm().select().from(letterboxes).where(eq(letterboxes.user_id, id))).map((row) => row.id)
const wish = (fields: Partial<typeof wishes.$inferInsert>) => ({
  item_id: LADDER,
  lang: 'en' as const,
  latitude: 47,
  longitude: 8,
  radius: 1000,
  confirmed_at: new Date(),
  expires_at: new Date(Date.now() + 1e10),
  ...fields,
})

describe('merging two accounts of one person', () => {
  it('moves everything the preview showed; no login leads to the deleted account', async () => {
    const into = await loans.newBorrower()
    const lender = await loans.newLender()
    const from = lender.owner
    const asked = await loans.ask(await loans.newBorrower(), lender)
    const other = await loans.newLender()
    const asking = await loans.ask(from, other)
    await createItem(orm(), 2)
    const order = await createOrder(orm(), { user_id: from.id, email: from.email })
    const guest = await createOrder(orm(), { email: from.email.toUpperCase(), status: 'processed' })
    await orm()
      .insert(wishes)
      .values([
        wish({ user_id: from.id }),
        wish({ user_id: from.id, item_id: 2 }),
        wish({ user_id: into.id }),
      ])
    const stranger = await createUser(orm())
    const blocked = { blocker_id: stranger.id, blocked_id: from.id, created_at: new Date() }
    await orm().insert(blocks).values(blocked)
    await orm()
      .insert(cases)
      .values({ kind: 'feedback', user_id: from.id, type: 'question', text: 'Nice' })
    await orm()
      .update(users)
      .set({ password_hash: await hashPassword(PASSWORD) })
      .where(eq(users.id, from.id))
    const link = await createToken(orm(), 'login', from, new Date())

    const seen = (await preview(into, from)).body
    expect(seen.refusal).toBeNull()
    expect(sharesOf(seen)).toEqual({
      letterbox: [1, 0],
      conversations: [2, 0],
      orders: [2, 0],
      wishes: [1, 1],
      feedback: [1, 0],
      blocks: [1, 0],
      password: [0, 1],
      sessions: [0, 2],
    })
    const { status, body } = await mergeSeen(into, from, seen.seen)
    expect([status, body.id, body.letterbox_id, body.orders]).toEqual([200, into.id, lender.id, 2])

    expect(await findUser(orm(), from.id)).toBeNull()
    expect(await letterboxesOf(into)).toEqual([lender.id])
    const rows = await orm()
      .select()
      .from(transactions)
      .where(inArray(transactions.id, [asked.id, asking.id]))
    expect(rows.find(({ id }) => id === asked.id)?.lender_id).toBe(into.id)
    expect(rows.find(({ id }) => id === asking.id)?.borrower_id).toBe(into.id)
    const written = await orm()
      .select()
      .from(messages)
      .where(eq(messages.transaction_id, asking.id))
    expect(written).toMatchObject([{ from_id: into.id, author_id: into.id }])
    const kept = await orm().select().from(orders).where(eq(orders.user_id, into.id))
    const emails = Object.fromEntries(kept.map(({ id, email }) => [id, email]))
    // Pending orders move to the remaining address; completed ones keep theirs.
    expect(emails).toEqual({ [order.id]: into.email, [guest.id]: from.email.toUpperCase() })
    const wished = await orm().select().from(wishes).where(eq(wishes.user_id, into.id))
    expect(wished.map(({ item_id }) => item_id).sort()).toEqual([LADDER, 2])
    const barred = await orm().select().from(blocks).where(eq(blocks.blocker_id, stranger.id))
    expect(barred).toMatchObject([{ blocked_id: into.id }])

    expect((await test.call(profileApi.userinfo, { as: from.token })).status).toBe(401)
    const login = { email: from.email, password: PASSWORD }
    expect((await test.call(accountsApi.login, { body: login })).status).toBe(401)
    const byLink = await test.call(accountsApi.loginWithToken, { body: { token: link } })
    expect(byLink.error.code).toBe('invalid_token')
    const seenByInto = await loans.list(into)
    expect(seenByInto.map(({ id }) => id).sort()).toEqual([asked.id, asking.id].sort())
    await loans.accept(into, asked)

    for (const user of [into, from])
      expect(await subjectsTo(user)).toContainEqual(expect.stringContaining('are one now'))
    expect(await subjectsTo(from)).not.toContainEqual(expect.stringContaining('deleted'))
    const noted = await orm()
      .select()
      .from(audit_log)
      .where(and(eq(audit_log.verb, 'merge'), eq(audit_log.actor_id, admin.id)))
    expect(noted).toContainEqual(
      expect.objectContaining({ subject_id: into.id, after: { merged: from.id } }),
    )
  })

  it('closes and keeps conversations between the two accounts', async () => {
    const { borrower, owner, asked } = await loans.request()
    const seen = await preview(owner, borrower)
    expect(seen.body.refusal).toBeNull()
    expect(sharesOf(seen.body).conversations).toEqual([0, 1])
    expect((await merge(owner, borrower)).status).toBe(200)
    const [row] = await orm().select().from(transactions).where(eq(transactions.id, asked.id))
    expect(row).toMatchObject({ lender_id: owner.id, borrower_id: null, status: 'withdrawn' })
    const [message] = await orm()
      .select()
      .from(messages)
      .where(eq(messages.transaction_id, asked.id))
    expect(message).toMatchObject({ from_id: null })
  })

  it('keeps the letterbox that has a spot, with the stickers of both', async () => {
    const placed = await createLetterbox(orm(), { items: [1, 2] })
    const empty = await createLetterbox(orm(), { latitude: null, longitude: null, items: [2, 3] })
    const { body } = await preview(empty.owner, placed.owner)
    expect(sharesOf(body)).toMatchObject({ letterbox: [1, 1], stickers: [2, 0] })
    expect((await merge(empty.owner, placed.owner)).status).toBe(200)
    expect(await letterboxesOf(empty.owner)).toEqual([placed.id])
    expect(await itemsOf(placed.id)).toEqual([1, 2, 3])
    const [one, two] = [
      await createLetterbox(orm(), { items: [1] }),
      await createLetterbox(orm(), { items: [2] }),
    ]
    expect(sharesOf((await preview(one.owner, two.owner)).body)).toMatchObject({
      letterbox: [0, 1],
      stickers: [1, 0],
    })
    await merge(one.owner, two.owner)
    expect(await letterboxesOf(one.owner)).toEqual([one.id])
    expect(await itemsOf(one.id)).toEqual([1, 2])
  })

  it('never combines an address with the spot of the other letterbox', async () => {
    const NOWHERE = { latitude: null, longitude: null, location_verified: false }
    const HERE = { latitude: 47.37, longitude: 8.54, location_verified: true }
    const SCHAAN = { address: 'Landstrasse 1', postcode: '9494', city: 'Schaan', country: 'LI' }
    const THERE = { latitude: 47.17, longitude: 9.51 }
    const merged = async (into: object, from: object) => {
      const [one, two] = [await createLetterbox(orm(), into), await createLetterbox(orm(), from)]
      expect((await merge(one.owner, two.owner)).status).toBe(200)
      const [letterbox] = await orm()
        .select()
        .from(letterboxes)
        .where(eq(letterboxes.user_id, one.owner.id))
      return letterbox
    }
    // Both have a position: the remaining account's wins, with its state of verification.
    const unconfirmed = { ...SCHAAN, ...THERE, location_verified: false }
    expect(await merged(unconfirmed, HERE)).toMatchObject(unconfirmed)
    // Only the other one has a position, so it moves together with its address.
    expect(await merged(NOWHERE, unconfirmed)).toMatchObject(unconfirmed)
    // Neither has a position, so the letterbox stays invisible until it gets one.
    const unplaced = await merged({ ...SCHAAN, ...NOWHERE }, NOWHERE)
    expect(unplaced).toMatchObject({ ...SCHAAN, ...NOWHERE })
    const { status } = await test.call(letterboxesApi.byId, {
      query: { letterbox_id: unplaced?.id ?? '' },
    })
    expect(status).toBe(404)
  })

  it('keeps hidden letterboxes and e-mail addresses hidden', async () => {
    const hidden = await createLetterbox(orm(), {
      ownerFields: { show_on_map: false, show_email: true },
    })
    const into = await createUser(orm(), { show_on_map: true, show_email: false })
    await merge(into, hidden.owner)
    expect(await findUser(orm(), into.id)).toMatchObject({ show_on_map: false, show_email: false })
  })

  it('keeps household memberships, and joins an owner with their own member account', async () => {
    const home = await loans.newLender()
    const member = await loans.join(home)
    const into = await createUser(orm())
    expect(sharesOf((await preview(into, member)).body)).toMatchObject({ household: [1, 0] })
    expect((await merge(into, member)).status).toBe(200)
    const membersOf = (id: string) =>
      orm().select().from(household_members).where(eq(household_members.letterbox_id, id))
    expect(await membersOf(home.id)).toMatchObject([{ user_id: into.id }])
    // The member is a second account of the owner.
    expect((await merge(into, home.owner)).status).toBe(200)
    expect(await letterboxesOf(into)).toEqual([home.id])
    expect(await membersOf(home.id)).toEqual([])
  })

  it('combines paid and given memberships of both', async () => {
    const [into, from] = [await createUser(orm()), await createUser(orm())]
    const given = new Date(Date.now() + 50 * DAY_MS)
    await orm()
      .update(users)
      .set({ membership_given_until: given, membership_until: given })
      .where(eq(users.id, from.id))
    const { body } = await merge(into, from)
    expect(body.membership_until).toBe(given.toISOString())
  })
})

describe('two accounts are not merged', () => {
  const refusalOf = async (into: TestUser, from: TestUser) => {
    const { body } = await preview(into, from)
    const answer = await mergeSeen(into, from, body.seen)
    expect([answer.status, answer.error.code]).toEqual([409, 'conflict'])
    expect(await findUser(orm(), from.id)).not.toBeNull()
    return body.refusal
  }

  it('if one belongs to the staff or is suspended, or the remaining one is unconfirmed', async () => {
    const user = await createUser(orm())
    const moderator = await createUser(orm(), { role_id: 2 })
    expect(await refusalOf(user, moderator)).toBe('staff')
    const suspended = await createUser(orm(), { suspended_at: new Date(), suspended_reason: 'No' })
    expect(await refusalOf(user, suspended)).toBe('suspended')
    const unconfirmed = await createUser(orm(), { email_confirmed_at: null })
    expect(await refusalOf(unconfirmed, user)).toBe('unconfirmed')
    expect((await merge(user, unconfirmed)).status).toBe(200)
    expect(await subjectsTo(unconfirmed)).toEqual([])
  })

  it('if one has a loan from the other, or asked the household of the other', async () => {
    const { borrower, owner, asked } = await loans.request()
    await loans.accept(owner, asked)
    await loans.step('handOver', owner, asked)
    expect(await refusalOf(borrower, owner)).toBe('same_loan')
    const lender = await loans.newLender()
    const member = await loans.join(lender)
    test.advance(1000)
    const asking = await loans.newBorrower()
    await loans.ask(asking, lender)
    expect(await refusalOf(asking, member)).toBe('same_loan')
  })

  it('if both lend the same item on the same days', async () => {
    const days = { wanted_from: loans.dayFromNow(2), wanted_until: loans.dayFromNow(4) }
    const [one, two] = [await loans.request(days), await loans.request(days)]
    await loans.accept(one.owner, one.asked)
    expect((await preview(one.owner, two.owner)).body.refusal).toBeNull()
    await loans.accept(two.owner, two.asked)
    expect(await refusalOf(one.owner, two.owner)).toBe('lent_twice')
  })

  it('if household members would lose their letterbox', async () => {
    const [keeping, ending] = [await loans.newLender(), await loans.newLender()]
    await loans.join(ending)
    expect(await refusalOf(keeping.owner, ending.owner)).toBe('household')
  })

  it('if data has changed since the preview', async () => {
    const [into, from] = [await createUser(orm()), await createUser(orm())]
    const { body } = await preview(into, from)
    await createOrder(orm(), { user_id: from.id })
    const late = await mergeSeen(into, from, body.seen)
    expect(late.error).toMatchObject({ code: 'changed_meanwhile', current: { id: into.id } })
    expect(await findUser(orm(), from.id)).not.toBeNull()
  })

  it('if they are the same one or the caller’s own, or if the caller is no administrator', async () => {
    const [into, from] = [await createUser(orm()), await createUser(orm())]
    expect((await preview(into, into)).status).toBe(404)
    expect((await mergeSeen(into, admin, '')).error.code).toBe('own_account')
    expect((await preview(admin, from)).error.code).toBe('own_account')
    const moderator = await createUser(orm(), { role_id: 2 })
    for (const [as, status] of [
      [into.token, 404],
      [moderator.token, 403],
    ] as const) {
      expect((await preview(into, from, as)).status).toBe(status)
      expect((await mergeSeen(into, from, '', as)).status).toBe(status)
    }
    expect((await mergeSeen(into, { ...from, id: 'no id' }, '')).status).toBe(422)
  })
})

describe('merging at the same time', () => {
  it('as a request to the old account moves the request or refuses it', async () => {
    for (let round = 0; round < 4; round++) {
      const [into, lender] = [await loans.newBorrower(), await loans.newLender()]
      const borrower = await loans.newBorrower()
      const { seen } = (await preview(into, lender.owner)).body
      const body = { renter_id: lender.owner.id, item_id: LADDER, text: 'May I?' }
      const [merged, asked] = await Promise.all([
        mergeSeen(into, lender.owner, seen),
        test.call(requestsApi.create, { as: borrower.token, body }),
      ])
      const rows = await orm()
        .select()
        .from(transactions)
        .where(eq(transactions.borrower_id, borrower.id))
      if (merged.status === 200) {
        expect(await findUser(orm(), lender.owner.id)).toBeNull()
        expect([404, 403]).toContain(asked.status)
        expect(rows).toEqual([])
      } else {
        // The request came first, so the preview is outdated.
        expect([merged.error.code, asked.status]).toEqual(['changed_meanwhile', 201])
        expect(rows).toMatchObject([{ lender_id: lender.owner.id }])
      }
    }
  })

  it('as a request by the old account loses no request', async () => {
    for (let round = 0; round < 4; round++) {
      const [into, from] = [await loans.newBorrower(), await loans.newBorrower()]
      const lender = await loans.newLender()
      const { seen } = (await preview(into, from)).body
      const body = { renter_id: lender.owner.id, item_id: LADDER, text: 'May I?' }
      const [merged, asked] = await Promise.all([
        mergeSeen(into, from, seen),
        test.call(requestsApi.create, { as: from.token, body }),
      ])
      const [row] = await orm()
        .select()
        .from(transactions)
        .where(eq(transactions.lender_id, lender.owner.id))
      expect(merged.status === 200 ? [401, 404] : [201]).toContain(asked.status)
      expect(row?.borrower_id ?? null).toBe(merged.status === 200 ? null : from.id)
    }
  })

  it('in both directions succeeds in one direction only', async () => {
    const [one, two] = [await createUser(orm()), await createUser(orm())]
    const [there, back] = [(await preview(one, two)).body, (await preview(two, one)).body]
    const answers = await Promise.all([
      mergeSeen(one, two, there.seen),
      mergeSeen(two, one, back.seen),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const left = await orm()
      .select()
      .from(users)
      .where(inArray(users.id, [one.id, two.id]))
    expect(left).toHaveLength(1)
  })
})

/** Columns that reference accounts: what moves them, or why they end with the deleted account. */
const POINTING: Record<string, string> = {
  'access_tokens.user_id': 'stops working',
  'announcement_views.user_id': 'moves',
  'ask_tries.user_id': 'is empty but for a minute',
  'blocks.blocked_id': 'moves',
  'blocks.blocker_id': 'moves',
  'calendar_feeds.user_id': 'moves',
  'cases.user_id': 'moves',
  'decisions.user_id': 'moves',
  'former_emails.user_id': 'gives an address back to the account that goes',
  'former_passwords.user_id': 'logs in no more',
  'held_replies.user_id': 'moves',
  'household_invitations.invited_by': 'moves',
  'household_members.user_id': 'moves',
  'letterboxes.user_id': 'moves',
  'membership_reminders.user_id': 'moves',
  'message_quotations.author_id': 'moves',
  'messages.author_id': 'moves',
  'messages.from_id': 'moves',
  'messages.to_id': 'moves',
  'notices.user_id': 'moves',
  'order_events.user_id': 'moves',
  'orders.user_id': 'moves',
  'security_events.user_id': 'moves',
  'terms_consents.user_id': 'moves',
  'transaction_events.by_id': 'moves',
  'transaction_thanks.by_id': 'moves',
  'transaction_thanks.to_id': 'moves',
  'transaction_views.user_id': 'moves',
  'transactions.borrower_id': 'moves',
  'transactions.renter_id': 'moves',
  'waits.user_id': 'moves',
  'wishes.user_id': 'moves',
  'mail_choices.user_id': 'the account that stays has chosen its own',
  'mailing_recipients.user_id': 'the account that stays is told by itself',
  'answerable_mails.user_id': 'went to the address that goes',
  'linked_accounts.user_id': 'logs in',
  'provider_logins.user_id': 'logs in',
  'passkey_challenges.user_id': 'logs in',
  'passkeys.user_id': 'logs in',
  'push_subscriptions.user_id': 'belongs to a session',
  'second_factor_codes.user_id': 'logs in',
  'second_factors.user_id': 'logs in',
  'tours_seen.user_id': 'the account that stays has seen its own',
  'tokens.user_id': 'logs in, or a link of a mail to the address that goes',
  'upkeep_tokens.user_id': 'a link of a mail to the address that goes',
}
const OF_STAFF =
  /\.(settled_by|recorded_by|created_by|decided_by|published_by|assignee_id|saved_by|handled_by|send_planned_by)$/

it('each column that references accounts is handled by POINTING', async () => {
  const { rows } = (await orm().execute(sql`
    SELECT c.conrelid::regclass::text || '.' || a.attname AS name
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`)) as { rows: { name: string }[] }
  const unknown = rows.map(({ name }) => name).filter((name) => !OF_STAFF.test(name))
  const staff = ['staff_answers.author_id', 'refunds.user_id']
  expect(unknown.filter((name) => !POINTING[name] && !staff.includes(name))).toEqual([])
})
