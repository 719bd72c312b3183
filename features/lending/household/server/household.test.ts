import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromNow } from '#app/server/testing/days.ts'
import { openEventStream } from '#app/server/testing/event-stream.ts'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { upkeepApi } from '#features/lending/upkeep/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { householdApi as api } from '../contract.ts'

const LADDER = 1
const DRILL = 2

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  await createItem(test.deps.database.orm, DRILL)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const newLetterbox = (fields: Parameters<typeof createUser>[1] = {}) =>
  createLetterbox(orm(), {
    items: [LADDER],
    ownerFields: { enable_messaging: true, firstname: 'Ben', ...fields },
  })
const newPerson = (fields: Parameters<typeof createUser>[1] = {}) => createUser(orm(), fields)

let addresses = 0
const newAddress = () => `guest${addresses++}@example.org`

async function mailsTo(email: string) {
  return (await test.mails()).filter(({ recipient }) => recipient === email)
}

const invite = ({ owner }: TestLetterbox, email: string) =>
  test.call(api.invite, { as: owner.token, body: { email } })

/** Invites and answers with the token of the newest mail. */
async function invited(box: TestLetterbox, email = newAddress()): Promise<string> {
  expect((await invite(box, email)).status).toBe(204)
  const text = (await mailsTo(email)).at(-1)?.text ?? ''
  const link = /https:\/\/lend\.example\/household\/join\?token=([\w-]{43})/.exec(text)
  return link?.[1] ?? ''
}

let networks = 0
/** Each call comes from another network, so that no limit is reached. */
const join = (user: TestUser, token: string, give_up_letterbox?: boolean) =>
  test.call(api.join, {
    as: user.token,
    body: { token, give_up_letterbox },
    ip: `10.7.${networks++}.1`,
  })

async function household(fields: Parameters<typeof createUser>[1] = {}) {
  const box = await newLetterbox(fields)
  const member = await newPerson({ firstname: 'Mia' })
  expect((await join(member, await invited(box))).status).toBe(204)
  return { box, owner: box.owner, member }
}

const membersOf = (box: TestLetterbox) =>
  orm().select().from(household_members).where(eq(household_members.letterbox_id, box.id))
const opened = async (token: string, as?: TestUser) =>
  test.call(api.invitation, { body: { token }, as: as?.token })

describe('inviting', () => {
  it('adds an open invitation that only the owner sees', async () => {
    const { box, owner, member } = await household()
    const email = newAddress()
    await invite(box, email)
    const { body } = await test.call(api.get, { as: owner.token })
    expect(body).toMatchObject({
      role: 'owner',
      people: [
        { id: owner.id, firstname: 'Ben', role: 'owner' },
        { id: member.id, firstname: 'Mia', role: 'member' },
      ],
      invitations: [{ email }],
    })
    const householdAnswer = await test.call(api.get, { as: member.token })
    expect(householdAnswer.body).toEqual({ ...body, role: 'member', invitations: [] })
    const nobody = await test.call(api.get, { as: (await newPerson()).token })
    expect(nobody.body).toEqual({ role: null, people: [], invitations: [] })
  })

  it('answers alike for known and unknown addresses and keeps line breaks out of mail headers', async () => {
    const box = await newLetterbox({ firstname: 'Ben\r\nBcc: eve@example.org', lang: 'de' })
    const person = await newPerson()
    const answers = await Promise.all([invite(box, person.email), invite(box, newAddress())])
    const [a, b] = answers.map(({ status, body }) => ({ status, body }))
    expect(a).toEqual(b)
    const [mail] = await mailsTo(person.email)
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.text).not.toContain('Langstrasse')
    const smuggled = await invite(box, 'a@example.org\r\nBcc: b@example.org')
    expect(smuggled.status).toBe(422)
  })

  it('requires a confirmed owner of a letterbox, and another address than the owner’s', async () => {
    const { box, owner, member } = await household()
    const ask = (user: TestUser) =>
      test.call(api.invite, { as: user.token, body: { email: newAddress() } })
    expect((await ask(member)).status).toBe(403)
    expect((await ask(await newPerson())).status).toBe(409)
    const fresh = await newLetterbox({ email_confirmed_at: null })
    expect((await ask(fresh.owner)).error.code).toBe('email_not_confirmed')
    expect((await invite(box, owner.email.toUpperCase())).error.errors).toEqual({
      email: ['errors.validation.ownEmail'],
    })
  })

  it('is limited by open invitations, mails per address and invitations per account', async () => {
    const box = await newLetterbox()
    const email = newAddress()
    for (let n = 0; n < 5; n++) expect((await invite(box, email)).status).toBe(204)
    expect((await invite(box, email)).error.code).toBe('rate_limited')
    expect(await mailsTo(email)).toHaveLength(5)
    for (let n = 0; n < 9; n++) expect((await invite(box, newAddress())).status).toBe(204)
    expect((await invite(box, newAddress())).error.code).toBe('too_many_invitations')
    for (let n = 0; n < 4; n++) await invite(box, newAddress())
    expect((await invite(box, newAddress())).status).toBe(429)
  })

  it('invalidates an earlier link to the same address', async () => {
    const box = await newLetterbox()
    const email = newAddress()
    const first = await invited(box, email)
    const second = await invited(box, email.toUpperCase())
    expect((await opened(first)).status).toBe(422)
    expect((await opened(second)).status).toBe(200)
  })
})

describe('an invitation', () => {
  it('names the place only if the reader may see the letterbox', async () => {
    const shown = await opened(await invited(await newLetterbox()))
    expect(shown.body).toMatchObject({
      inviter: 'Ben',
      place: { address: 'Langstrasse 12', city: 'Zürich' },
      situation: 'visitor',
    })
    const hidden = await newLetterbox({ show_on_map: false })
    const token = await invited(hidden)
    expect((await opened(token)).body.place).toBeNull()
    expect((await opened(token, await newPerson())).body).toMatchObject({
      place: null,
      situation: 'open',
    })
    expect((await opened(token, hidden.owner)).body).toMatchObject({
      place: { city: 'Zürich' },
      situation: 'own',
    })
  })

  it('gets the same error when it is used, withdrawn, expired or unknown', async () => {
    const { box, owner } = await household()
    const used = await invited(box)
    await join(await newPerson(), used)
    const withdrawn = await invited(box)
    const { body } = await test.call(api.get, { as: owner.token })
    const [{ id } = { id: '' }] = body.invitations
    const stranger = await newLetterbox()
    const foreign = await test.call(api.withdraw, { as: stranger.owner.token, body: { id } })
    expect(foreign.status).toBe(404)
    expect((await test.call(api.withdraw, { as: owner.token, body: { id } })).status).toBe(204)
    const expired = await invited(box)
    test.advance(7 * DAY_MS + 1000)
    const visitor = await newPerson()
    for (const token of [used, withdrawn, expired, 'unknown']) {
      expect((await opened(token, visitor)).error.code).toBe('invalid_token')
      expect((await join(visitor, token)).error.code).toBe('invalid_token')
      const person = { firstname: 'Eve', lastname: 'Muster', email: newAddress() }
      const refused = await test.call(api.register, { body: { ...person, token } })
      expect(refused.error.code).toBe('invalid_token')
    }
    expect(await membersOf(box)).toHaveLength(2)
    // Deleting an account without a password needs a fresh login.
    test.advance(-(7 * DAY_MS + 1000))
  })

  it('can be redeemed once when twenty people try at the same moment', async () => {
    const box = await newLetterbox()
    const token = await invited(box)
    const people = await Promise.all(Array.from({ length: 20 }, () => newPerson()))
    const answers = await Promise.all(people.map((person) => join(person, token)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, ...Array(19).fill(422)])
    expect(await membersOf(box)).toHaveLength(1)
  })

  it('fills a household up to eight members when more try at the same moment', async () => {
    const box = await newLetterbox()
    const tokens: string[] = []
    for (let n = 0; n < 9; n++) tokens.push(await invited(box))
    const people = await Promise.all(tokens.map(() => newPerson()))
    const answers = await Promise.all(
      people.map((person, index) => join(person, tokens[index] ?? '')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(204), 409])
    expect((await invite(box, newAddress())).error.code).toBe('household_full')
  })

  it('registers its recipient as a confirmed member at once', async () => {
    const box = await newLetterbox()
    const email = newAddress()
    const token = await invited(box, email)
    const person = { firstname: 'Mia', lastname: 'Muster', token }
    const register = (to: string) =>
      test.call(api.register, { body: { ...person, email: to, lang: 'fr' } })
    expect((await opened(token)).body).toMatchObject({ situation: 'visitor', email })
    expect((await opened(token, box.owner)).body.email).toBeNull()
    const { status, body } = await register(email.toUpperCase())
    expect([status, body.joined]).toEqual([201, true])
    const info = await test.call(profileApi.userinfo, { as: body.api_token })
    expect(info.body).toMatchObject({
      email_confirmed: true,
      letterbox: { id: box.id },
      has_password: false,
      privacy: { enable_messaging: true, enable_notifications: true },
    })
    expect((await register(email)).error.code).toBe('invalid_token')
  })

  it('creates no account if the household is full', async () => {
    const box = await newLetterbox()
    const email = newAddress()
    const token = await invited(box, email)
    for (let n = 0; n < 8; n++) {
      const { id } = await newPerson()
      await orm().insert(household_members).values({ user_id: id, letterbox_id: box.id })
    }
    const person = { firstname: 'Mia', lastname: 'Muster', email, token }
    expect((await test.call(api.register, { body: person })).error.code).toBe('household_full')
    expect(await orm().select().from(users).where(eq(users.email, email))).toEqual([])
  })

  it('does not confirm another address than the one it was mailed to', async () => {
    const token = await invited(await newLetterbox())
    const email = newAddress()
    const person = { firstname: 'Mia', lastname: 'Muster', email, token }
    const { body } = await test.call(api.register, { body: person })
    expect(body.joined).toBe(false)
    const other = { id: '', email, token: body.api_token }
    expect((await opened(token, other)).body.situation).toBe('unconfirmed')
    expect((await join(other, token)).error.code).toBe('email_not_confirmed')
    expect((await mailsTo(email)).at(-1)?.text).toContain('/auth/confirmEmail')
  })

  it('can be redeemed only without a letterbox, or by giving up the own one', async () => {
    const box = await newLetterbox()
    const token = await invited(box)
    expect((await join(box.owner, token)).error.code).toBe('own_letterbox')
    const other = await newLetterbox()
    expect((await opened(token, other.owner)).body.situation).toBe('has_letterbox')
    expect((await join(other.owner, token)).error.code).toBe('has_letterbox')
    const elsewhere = await household()
    expect((await join(elsewhere.member, token)).error.code).toBe('other_household')
    expect((await opened(token, elsewhere.owner)).body.situation).toBe('has_household')
    expect((await join(elsewhere.owner, token, true)).status).toBe(409)
    expect((await join(other.owner, token, true)).status).toBe(204)
    const rows = await orm().select().from(letterboxes).where(eq(letterboxes.id, other.id))
    expect(rows).toEqual([])
    const info = await test.call(profileApi.userinfo, { as: other.owner.token })
    expect(info.body.letterbox?.id).toBe(box.id)
  })
})

describe('a member', () => {
  const ADDRESS = { address: 'Weg 1', postcode: '8004', city: 'Zürich', country: 'CH' }

  it('sees and changes the letterbox, but can neither unhide it nor see the owner’s e-mail address', async () => {
    const { box, owner, member } = await household({ show_on_map: false, lastname: 'Frei' })
    const as = member.token
    const { body } = await test.call(profileApi.userinfo, { as })
    expect(body).toMatchObject({ firstname: 'Mia', address: 'Langstrasse 12' })
    expect(body.letterbox).toMatchObject({ id: box.id, user_id: owner.id, email: null })
    const query = { letterbox_id: box.id }
    expect((await test.call(letterboxesApi.byId, { as, query })).status).toBe(200)
    const stickers = { selected_items_id: [LADDER, DRILL] }
    const items = await test.call(letterboxesApi.updateItems, { as, body: stickers })
    expect(items.body.items.map(({ id }) => id)).toEqual([LADDER, DRILL])
    const spot = { latitude: 47.3, longitude: 8.5, show_on_map: true }
    const moved = await test.call(letterboxesApi.updateLocation, { as, body: spot })
    expect(moved.body).toMatchObject({ latitude: 47.3, show_on_map: false })
    const names = { firstname: 'Mia', lastname: 'Muster' }
    const address = { ...names, ...ADDRESS }
    await test.call(letterboxesApi.updateAddress, { as, body: address })
    const holiday = await test.call(upkeepApi.updateHoliday, {
      as,
      body: { holiday_until: dayFromNow(test.deps, 1) },
    })
    expect(holiday.status).toBe(200)
    expect((await test.call(upkeepApi.confirmItems, { as })).status).toBe(200)
    const userinfo = await test.call(profileApi.userinfo, { as: owner.token })
    expect(userinfo.body).toMatchObject({ firstname: 'Ben', lastname: 'Frei', address: 'Weg 1' })
    expect(userinfo.body.privacy.show_on_map).toBe(false)
    const rows = await orm().select().from(letterboxes).where(eq(letterboxes.user_id, member.id))
    expect(rows).toEqual([])
  })

  it('loses access at once after leaving or being removed', async () => {
    const { box, owner, member } = await household({ show_on_map: false })
    const second = await newPerson()
    await join(second, await invited(box))
    const remove = (as: TestUser, id: string) =>
      test.call(api.remove, { as: as.token, body: { member_id: id } })
    expect((await remove(member, second.id)).status).toBe(404)
    expect((await remove((await newLetterbox()).owner, member.id)).status).toBe(404)
    expect((await test.call(api.leave, { as: owner.token })).status).toBe(403)
    expect((await remove(owner, member.id)).status).toBe(204)
    expect((await test.call(api.leave, { as: second.token })).status).toBe(204)
    for (const former of [member, second]) {
      const as = former.token
      const query = { letterbox_id: box.id }
      expect((await test.call(letterboxesApi.byId, { as, query })).status).toBe(404)
      const body = { selected_items_id: [] }
      expect((await test.call(letterboxesApi.updateItems, { as, body })).status).toBe(409)
      expect((await test.call(profileApi.userinfo, { as })).body.letterbox).toBeNull()
    }
    expect((await test.call(api.leave, { as: second.token })).status).toBe(404)
  })

  it('who leaves or is removed gets a mail, and so do the others who stay', async () => {
    const { box, owner, member } = await household()
    const [second, third] = [await newPerson({ firstname: 'Cora' }), await newPerson()]
    await join(second, await invited(box))
    await join(third, await invited(box))
    const subjects = async ({ email }: TestUser) =>
      (await mailsTo(email)).flatMap(({ subject }) => (/household/.test(subject) ? [subject] : []))
    await test.call(api.remove, { as: owner.token, body: { member_id: second.id } })
    expect(await subjects(second)).toEqual(['You are no longer part of this household'])
    const coraGone = 'Cora is no longer part of the household'
    expect(await subjects(member)).toEqual([coraGone])
    expect(await subjects(third)).toEqual([coraGone])
    // The owner caused it and gets no mail.
    expect(await subjects(owner)).toEqual([])
    await test.call(api.leave, { as: third.token })
    expect(await subjects(third)).toEqual([coraGone, 'You have left the household'])
    expect(await subjects(owner)).toHaveLength(1)
    expect(await subjects(member)).toHaveLength(2)
  })

  it('cannot see the owner’s notification settings', async () => {
    const { owner, member } = await household()
    const privacyOf = async ({ token }: TestUser) =>
      (await test.call(profileApi.userinfo, { as: token })).body.letterbox?.privacy
    expect(await privacyOf(owner)).toHaveProperty('enable_notifications')
    expect(await privacyOf(member)).toMatchObject({ show_on_map: true })
    expect(await privacyOf(member)).not.toHaveProperty('enable_notifications')
  })

  it('gets the membership in the data export, and the owner gets the invitations', async () => {
    const { box, owner, member } = await household()
    const email = newAddress()
    await invite(box, email)
    const own = await test.call(accountsApi.exportData, { as: member.token })
    expect(own.body.data.household_members).toMatchObject([{ letterbox_id: box.id }])
    expect(own.body.data.letterboxes).toEqual([])
    const { body } = await test.call(accountsApi.exportData, { as: owner.token })
    expect(body.data.household_invitations).toMatchObject([{ email }])
    expect(JSON.stringify(body)).not.toContain('token_hash')
  })
})

const list = async (user: TestUser) => (await test.call(listsApi.list, { as: user.token })).body
const count = async (user: TestUser) =>
  (await test.call(listsApi.getNumberOfNewTransactions, { as: user.token })).body.count
const ask = (borrower: TestUser, owner: TestUser) =>
  test.call(requestsApi.create, {
    as: borrower.token,
    body: { renter_id: owner.id, item_id: LADDER, text: 'May I?' },
  })
const send = (user: TestUser, transaction_id: string, text: string) =>
  test.call(messagesApi.sendMessage, { as: user.token, body: { transaction_id, text } })
const newBorrower = () => newPerson({ enable_messaging: true, firstname: 'Ada' })

describe('a request to the letterbox of a household', () => {
  it('reaches all who manage it, and any of them can answer in the owner’s name', async () => {
    const { owner, member } = await household()
    const silent = await newPerson()
    await orm()
      .insert(household_members)
      .values({
        user_id: silent.id,
        letterbox_id:
          (await test.call(profileApi.userinfo, { as: owner.token })).body.letterbox?.id ?? '',
      })
    const borrower = await newBorrower()
    const live = await openEventStream(test, member.token)
    await live.next('count')
    const { body: transaction } = await ask(borrower, owner)
    expect((await live.next('message')).message.text).toBe('May I?')
    expect(await live.next('count')).toEqual({ type: 'count', count: 1 })
    for (const [user, waiting] of [
      [owner, 1],
      [member, 1],
      [silent, 0],
    ] as const) {
      expect(await count(user)).toBe(waiting)
      expect(await list(user)).toMatchObject([{ id: transaction.id, has_new_message: true }])
    }
    const mailsOf = (user: TestUser) => mailsTo(user.email)
    expect(await mailsOf(owner)).toHaveLength(1)
    expect((await mailsOf(member)).at(-1)?.text).toContain('May I?')
    expect(await mailsOf(silent)).toEqual([])

    const answer = await send(member, transaction.id, 'Yes')
    expect(answer.body).toMatchObject({
      from_id: owner.id,
      to_id: borrower.id,
      author_id: member.id,
    })
    expect((await live.next('message')).message.author_id).toBe(member.id)
    const authors = async (user: TestUser) =>
      (await list(user))[0]?.messages.map(({ author_id }) => author_id)
    expect(await authors(owner)).toEqual([borrower.id, member.id])
    expect(await authors(borrower)).toEqual([borrower.id, null])
    const [listed] = await list(borrower)
    expect(listed).toMatchObject({ renter_id: owner.id, has_new_message: true })
    expect(JSON.stringify(listed)).not.toContain(member.id)
    expect(JSON.stringify(listed)).not.toContain('Mia')

    const body = { transaction_id: transaction.id }
    await test.call(messagesApi.markMessagesSeen, { as: member.token, body })
    expect(await live.next('seen')).toMatchObject({ seen_by: owner.id })
    expect(await live.next('count')).toEqual({ type: 'count', count: 0 })
    expect(await count(owner)).toBe(0)
    live.close()
  })

  it('is not shown to former members, and the owner’s own requests are not shown to members', async () => {
    const { owner, member } = await household()
    const lender = await newLetterbox()
    await ask(owner, lender.owner)
    expect(await list(member)).toEqual([])
    const { body: transaction } = await ask(await newBorrower(), owner)
    expect(await list(member)).toHaveLength(1)
    await test.call(api.leave, { as: member.token })
    expect(await list(member)).toEqual([])
    expect(await count(member)).toBe(0)
    expect((await send(member, transaction.id, 'Yes')).status).toBe(404)
    const body = { transaction_id: transaction.id }
    const marking = await test.call(messagesApi.markMessagesSeen, { as: member.token, body })
    expect(marking.status).toBe(404)
  })

  it('from before a member joined stays with the people it was written to', async () => {
    const box = await newLetterbox()
    const borrower = await newBorrower()
    const { body: earlier } = await ask(borrower, box.owner)
    const member = await newPerson()
    const token = await invited(box)
    test.advance(1_000)
    await join(member, token)
    const live = await openEventStream(test, member.token)
    await live.next('count')
    const mailsBefore = (await mailsTo(member.email)).length
    await send(borrower, earlier.id, 'Are you there?')
    const { body: later } = await ask(await newBorrower(), box.owner)
    // The next event is about the later request, which proves that the message caused none.
    expect((await live.next('message')).transaction_id).toBe(later.id)
    live.close()
    expect((await list(member)).map(({ id }) => id)).toEqual([later.id])
    expect(await count(member)).toBe(1)
    expect(await mailsTo(member.email)).toHaveLength(mailsBefore + 1)
    expect((await send(member, earlier.id, 'Yes')).status).toBe(404)
    const body = { transaction_id: earlier.id }
    const marking = await test.call(messagesApi.markMessagesSeen, { as: member.token, body })
    expect(marking.status).toBe(404)

    await test.call(accountsApi.remove, { as: box.owner.token })
    expect((await list(member)).map(({ id }) => id)).toEqual([later.id])
    const left = (await list(borrower)).find(({ id }) => id === earlier.id)
    expect(left?.renter_id).toBeNull()
  })

  it('is mailed to a member who joined before the letterbox took messages', async () => {
    const { owner, member } = await household({ enable_messaging: false })
    await orm().update(users).set({ enable_messaging: true }).where(eq(users.id, owner.id))
    const borrower = await newBorrower()
    const { body: asked } = await ask(borrower, owner)
    expect(await mailsTo(member.email)).toHaveLength(1)
    const body = { transaction_id: asked.id }
    await test.call(messagesApi.markMessagesSeen, { as: member.token, body })
    test.advance(61_000)
    await send(borrower, asked.id, 'Hello?')
    expect(await mailsTo(member.email)).toHaveLength(2)
  })

  it('is refused from its own members', async () => {
    const { owner, member } = await household()
    expect((await ask(member, owner)).error.code).toBe('own_letterbox')
  })
})

describe('deleting the owner’s account', () => {
  it('passes letterbox and conversations to the first member, with the same visibility', async () => {
    const { box, owner, member } = await household({ show_name: true, show_email: true })
    const second = await newPerson()
    await join(second, await invited(box))
    const borrower = await newBorrower()
    const { body: transaction } = await ask(borrower, owner)
    await send(owner, transaction.id, 'Yes')
    expect((await test.call(accountsApi.remove, { as: owner.token })).status).toBe(204)

    const { body } = await test.call(profileApi.userinfo, { as: member.token })
    expect(body.letterbox).toMatchObject({
      id: box.id,
      user_id: member.id,
      items: [{ id: LADDER }],
      privacy: { show_on_map: true, show_name: false, show_email: false, enable_messaging: true },
    })
    const subjects = (await mailsTo(member.email)).map(({ subject }) => subject)
    expect(subjects).toContain('The letterbox is yours now')
    const texts = (await mailsTo(owner.email)).map(({ text }) => text)
    expect(texts.join()).toContain('another person')
    const [listed] = await list(borrower)
    expect(listed).toMatchObject({ id: transaction.id, renter_id: member.id })
    expect(listed?.messages.map(({ from_id }) => from_id)).toEqual([borrower.id, member.id])
    expect((await send(second, transaction.id, 'Come at six')).status).toBe(201)
    const left = await orm().select().from(users).where(eq(users.id, owner.id))
    expect(left).toEqual([])
  })

  it('does not put a hidden letterbox on the map', async () => {
    const { box, owner, member } = await household({ show_on_map: false })
    await test.call(accountsApi.remove, { as: owner.token })
    const query = { letterbox_id: box.id }
    expect((await test.call(letterboxesApi.byId, { query })).status).toBe(404)
    const { status } = await test.call(letterboxesApi.byId, { query, as: member.token })
    expect(status).toBe(200)
  })

  it('waits for a member’s answer at the same moment', async () => {
    const { owner, member } = await household()
    const { body: transaction } = await ask(await newBorrower(), owner)
    const answers = await Promise.all([
      test.call(accountsApi.remove, { as: owner.token }),
      send(member, transaction.id, 'Yes'),
      test.call(letterboxesApi.updateItems, {
        as: member.token,
        body: { selected_items_id: [DRILL] },
      }),
    ])
    expect(answers.map(({ status }) => status)).not.toContain(500)
    const { body } = await test.call(profileApi.userinfo, { as: member.token })
    expect(body.letterbox?.user_id).toBe(member.id)
  })
})
