import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createUser,
  keepProved,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { push_subscriptions } from '#features/people/notifications/tables.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { findRefused } from '#platform/server/mail/refused-addresses.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { adminUsersApi as api } from '../contract.admin.ts'

const PASSWORD = 'Fliederbusch am Brunnen'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await keepProved(orm(), await createUser(orm(), { role_id: 3 }))
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const mailsTo = async (email: string) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
const lastSecret = async (email: string) => {
  const mail = (await mailsTo(email)).at(-1)
  return /token=([\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? ''
}
const verbs = async (id: string) => {
  const noted = await orm().select().from(audit_log).where(eq(audit_log.subject_id, id))
  return noted.map(({ verb, actor_id, after }) => ({ verb, actor_id, after }))
}
const isLoggedIn = async (token: string) =>
  (await test.call(profileApi.userinfo, { as: token })).status === 200

describe('a link that the staff sends', () => {
  const sendLink = (id: string, link: 'login' | 'password', as = admin.token) =>
    test.call(api.sendLink, { body: { id, link }, as })
  const logIn = (token: string) => test.call(accountsApi.loginWithToken, { body: { token } })

  it('leads to a page with a button, and logs in once', async () => {
    const user = await createUser(orm())
    expect((await sendLink(user.id, 'login')).status).toBe(200)
    const [mail] = await mailsTo(user.email)
    expect(mail?.text).toContain('/auth/loginLink?token=')
    const token = await lastSecret(user.email)
    // What a mail scanner does: it opens the link with GET.
    expect((await test.app.inject(`/auth/loginLink?token=${token}`)).statusCode).toBe(200)
    const { status, body } = await logIn(token)
    expect([status, await isLoggedIn(body.api_token)]).toEqual([200, true])
    expect((await logIn(token)).error.code).toBe('invalid_token')
    expect(await verbs(user.id)).toEqual([
      { verb: 'send_link', actor_id: admin.id, after: { link: 'login' } },
    ])
  })

  it('also has a code, which can be typed on another device for as long', async () => {
    const user = await createUser(orm())
    await sendLink(user.id, 'login')
    const [mail] = await mailsTo(user.email)
    const code = /\b[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(mail?.text).toMatch(/\/auth\/loginLink(?!\?)/)
    test.advance(29 * MINUTE_MS)
    const byCode = () =>
      test.call(accountsApi.loginWithToken, { body: { token: code, email: user.email } })
    expect((await byCode()).status).toBe(200)
    expect((await byCode()).error.code).toBe('invalid_token')
    expect((await logIn(await lastSecret(user.email))).error.code).toBe('invalid_token')
  })

  it('works for half an hour', async () => {
    const user = await createUser(orm())
    await sendLink(user.id, 'login')
    const first = await lastSecret(user.email)
    test.advance(29 * MINUTE_MS)
    expect((await logIn(first)).status).toBe(200)
    await sendLink(user.id, 'login')
    const second = await lastSecret(user.email)
    test.advance(31 * MINUTE_MS)
    expect((await logIn(second)).error.code).toBe('invalid_token')
  })

  it('sets a new password, like the link for a forgotten one', async () => {
    const user = await createUser(orm())
    await sendLink(user.id, 'password')
    const [mail] = await mailsTo(user.email)
    expect(mail?.text).toContain('because you could not log in')
    const body = { token: await lastSecret(user.email), password: PASSWORD }
    expect((await test.call(accountsApi.resetPassword, { body })).status).toBe(200)
  })

  it('is not sent to unreachable or suspended users, and is rate-limited', async () => {
    const unconfirmed = await createUser(orm(), { email_confirmed_at: null })
    const refused = await createUser(orm())
    const row = { address: refused.email.toLowerCase(), code: '550', refused_at: new Date() }
    await orm().insert(refused_addresses).values(row)
    for (const { id } of [unconfirmed, refused])
      expect((await sendLink(id, 'login')).error.code).toBe('email_not_confirmed')
    const user = await createUser(orm())
    for (let sent = 0; sent < 5; sent++) await sendLink(user.id, 'password')
    expect((await sendLink(user.id, 'login')).error.code).toBe('rate_limited')
    await orm().update(users).set({ suspended_at: new Date() }).where(eq(users.id, user.id))
    expect((await sendLink(user.id, 'login')).error.code).toBe('account_suspended')
    expect(await verbs(refused.id)).toEqual([])
  })

  it('is sent only by administrators', async () => {
    const user = await createUser(orm())
    const moderator = await createUser(orm(), { role_id: 2 })
    expect((await sendLink(user.id, 'login', user.token)).status).toBe(404)
    expect((await sendLink(user.id, 'login', moderator.token)).status).toBe(403)
    expect((await sendLink(user.id, 'other' as 'login')).status).toBe(422)
  })
})

describe('a mistyped address', () => {
  const correct = async (id: string, email: string, as = admin.token) => {
    const version = (await findUser(orm(), id))?.staff_version ?? 0
    return test.call(api.correctEmail, { body: { id, version, email }, as })
  }
  const confirm = (token: string) =>
    test.call(accountsApi.emailConfirmation, { body: { email_confirmation_token: token } })
  let count = 0
  const newEmail = () => `corrected-${count++}@example.org`

  it('stays until the new one is confirmed; both addresses are notified', async () => {
    const user = await createUser(orm())
    const email = newEmail()
    const { body } = await correct(user.id, email)
    expect(body).toMatchObject({ email: user.email, new_email: email, email_confirmed: true })
    const [toOld] = await mailsTo(user.email)
    expect(toOld?.text).toContain(email)
    expect(toOld?.text).toContain('answer this e-mail')
    expect((await confirm(await lastSecret(email))).status).toBe(200)
    expect(await findUser(orm(), user.id)).toMatchObject({ email, new_email: null })
    const noted = await verbs(user.id)
    expect(noted).toEqual([{ verb: 'correct_email', actor_id: admin.id, after: { email: '…' } }])
  })

  it('that was never confirmed is replaced at once, with its links and without a mail', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const row = { id: user.id, email: user.email }
    const old = await createToken(orm(), 'email_confirmation', row, new Date())
    const email = newEmail()
    const { body } = await correct(user.id, email)
    expect(body).toMatchObject({ email, new_email: null, email_confirmed: false })
    expect((await confirm(old)).error.code).toBe('invalid_token')
    expect((await confirm(await lastSecret(email))).status).toBe(200)
    expect(await mailsTo(user.email)).toEqual([])
  })

  it('that refuses mails is replaced at once, and its refusal is cleared', async () => {
    const user = await createUser(orm())
    const refused = { address: user.email.toLowerCase(), code: '550', refused_at: new Date() }
    await orm().insert(refused_addresses).values(refused)
    const email = newEmail()
    const { body } = await correct(user.id, email)
    expect(body).toMatchObject({ email, email_confirmed: false, email_refused: null })
    expect(await findRefused(orm(), user.email)).toBeNull()
    expect((await mailsTo(user.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('takes its place at once'),
    ])
  })

  it('of a moderator always stays until the new one is confirmed', async () => {
    const user = await createUser(orm(), { role_id: 2 })
    const refused = { address: user.email.toLowerCase(), code: '550', refused_at: new Date() }
    await orm().insert(refused_addresses).values(refused)
    const email = newEmail()
    const { body } = await correct(user.id, email)
    expect(body).toMatchObject({
      email: user.email,
      new_email: email,
      tasks: ['moderation', 'map'],
    })
  })

  it('is not replaced by that of another account, nor for administrators or the caller', async () => {
    const [user, other] = [await createUser(orm()), await createUser(orm())]
    const taken = await correct(user.id, other.email.toUpperCase())
    expect([taken.status, Object.keys(taken.error.errors ?? {})]).toEqual([422, ['email']])
    expect((await correct(user.id, user.email)).status).toBe(422)
    const boss = await keepProved(orm(), await createUser(orm(), { role_id: 3 }))
    expect((await correct(boss.id, newEmail())).error.code).toBe('is_admin')
    expect((await correct(admin.id, newEmail())).error.code).toBe('own_account')
    expect((await correct(user.id, newEmail(), other.token)).status).toBe(404)
    expect((await correct(user.id, 'no address')).status).toBe(422)
  })
})

describe('the data export of a user by the staff', () => {
  const exportData = (id: string, as = admin.token) =>
    test.call(api.exportData, { body: { id }, as })

  it('equals their own export without messages between people, and notifies them', async () => {
    const { owner: user } = await createLetterbox(orm())
    const { status, body, headers } = await exportData(user.id)
    const own = await test.call(accountsApi.exportData, { as: user.token })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('letterlend-data.json')
    const left = Object.keys(own.body.data).filter((table) => !(table in body.data))
    expect(left.sort()).toEqual([
      'answerable_mails',
      'blocks',
      'held_replies',
      'message_quotations',
      'messages',
      'transaction_thanks',
    ])
    expect(body.data.letterboxes).toEqual(own.body.data.letterboxes)
    expect(body.data.users).toMatchObject([{ id: user.id, email: user.email }])
    expect(body.data.users?.[0]).not.toHaveProperty('password_hash')
    const subjects = (await mailsTo(user.email)).map(({ subject }) => subject)
    // One of the two mails is about the member's own download.
    expect(subjects).toHaveLength(2)
    expect(subjects.filter((subject) => subject !== 'Your data has been downloaded')).toEqual([
      expect.stringContaining('has been downloaded'),
    ])
    expect(await verbs(user.id)).toMatchObject([{ verb: 'export', actor_id: admin.id }])
  })

  it('is refused for unreachable users and callers who are not administrators, and is rate-limited', async () => {
    const unconfirmed = await createUser(orm(), { email_confirmed_at: null })
    expect((await exportData(unconfirmed.id)).error.code).toBe('email_not_confirmed')
    const user = await createUser(orm())
    const moderator = await createUser(orm(), { role_id: 2 })
    expect((await exportData(user.id, user.token)).status).toBe(404)
    expect((await exportData(user.id, moderator.token)).status).toBe(403)
    const busy = await keepProved(orm(), await createUser(orm(), { role_id: 3 }))
    for (let sent = 0; sent < 10; sent++) await exportData(user.id, busy.token)
    expect((await exportData(user.id, busy.token)).error.code).toBe('rate_limited')
    // Only the first exports of a day are mailed.
    const told = (await mailsTo(busy.email)).map(({ subject }) => subject)
    expect(told).toEqual(Array(3).fill('You have downloaded a file with other people’s data'))
  })
})

describe('all sessions of a user', () => {
  const endSessions = async (id: string, as = admin.token) => {
    const version = (await findUser(orm(), id))?.staff_version ?? 0
    return test.call(api.endSessions, { body: { id, version }, as })
  }

  it('end with login links and push subscriptions, and the account stays open', async () => {
    const user = await createUser(orm())
    const link = await createToken(orm(), 'login', user, new Date())
    const reset = await createToken(orm(), 'password_reset', user, new Date())
    const [session] = await orm().select().from(tokens).where(eq(tokens.user_id, user.id))
    const device = { user_id: user.id, session_id: session?.id ?? '', p256dh: 'p', auth: 'a' }
    await orm()
      .insert(push_subscriptions)
      .values({ ...device, endpoint: `https://push.example/${user.id}` })
    expect((await endSessions(user.id)).status).toBe(200)
    expect(await isLoggedIn(user.token)).toBe(false)
    const byLink = await test.call(accountsApi.loginWithToken, { body: { token: link } })
    expect(byLink.error.code).toBe('invalid_token')
    const body = { token: reset, password: PASSWORD }
    const byReset = await test.call(accountsApi.resetPassword, { body })
    expect(byReset.error.code).toBe('invalid_token')
    const pushed = eq(push_subscriptions.user_id, user.id)
    expect(await orm().select().from(push_subscriptions).where(pushed)).toEqual([])
    expect(await findUser(orm(), user.id)).toMatchObject({ suspended_at: null })
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('logged out'),
    ])
    expect(await verbs(user.id)).toMatchObject([{ verb: 'end_sessions' }])
  })

  it('are not ended for the own account, by other callers or with an outdated version', async () => {
    expect((await endSessions(admin.id)).error.code).toBe('own_account')
    const user = await createUser(orm())
    expect((await endSessions(user.id, user.token)).status).toBe(404)
    const body = { id: user.id, version: 7 }
    const late = await test.call(api.endSessions, { body, as: admin.token })
    expect(late.error.code).toBe('changed_meanwhile')
    expect(await isLoggedIn(user.token)).toBe(true)
  })
})
