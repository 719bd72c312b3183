import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { linked_accounts } from '#features/people/sign-in/identity-providers/tables.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { accountsApi } from '../contract.ts'

const PASSWORD = 'Kirschbaum am Gartenzaun'
const STRANGERS = 'Holunderstrauch hinterm Haus'
const ADDRESS = { address: 'Langstrasse 12', postcode: '8004', city: 'Zürich', country: 'CH' }

let test: TestApp
let passwordHash: string
beforeAll(async () => {
  test = await createTestApp()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let networks = 0
const ip = () => `10.5.${++networks >> 8}.${networks & 255}`
const createOwner = () => createUser(orm(), { password_hash: passwordHash })

const update = (user: TestUser, change: object) =>
  test.call(profileApi.updateAccountInfo, {
    as: user.token,
    ip: ip(),
    body: { firstname: 'Ada', lastname: 'Muster', email: user.email, ...ADDRESS, ...change },
  })

const lastMailTo = async (email: string) =>
  (await test.mails()).filter(({ recipient }) => recipient === email).at(-1)
const secretIn = (html: string | undefined, parameter = 'token') =>
  new RegExp(`${parameter}=([\\w-]{43})`).exec(html ?? '')?.[1] ?? ''

const logIn = async (email: string, password: string) =>
  (await test.call(accountsApi.login, { body: { email, password }, ip: ip() })).status

let strangers = 0
/**
 * Changes the address, as a stranger who knows the password.
 * @returns the new address, and the link in the mail to the old one
 */
async function takeOver(user: TestUser, password: string) {
  const email = `stranger-${++strangers}@example.org`
  expect((await update(user, { email, current_password: password })).status).toBe(200)
  const token = secretIn((await lastMailTo(email))?.html, 'email_confirmation_token')
  const body = { email_confirmation_token: token }
  const confirmed = await test.call(accountsApi.emailConfirmation, { body, ip: ip() })
  expect(confirmed.status).toBe(200)
  const session = confirmed.body.api_token
  return { email, session, token: secretIn((await lastMailTo(user.email))?.html) }
}

const linkTo = ({ id }: TestUser, subject: string) =>
  orm().insert(linked_accounts).values({
    user_id: id,
    provider: 'verein',
    issuer: 'https://verein.example',
    subject,
    label: subject,
  })
const linkedOf = ({ id }: TestUser) =>
  orm().select().from(linked_accounts).where(eq(linked_accounts.user_id, id))

const restore = (token: string, former_password: string, app = test) =>
  app.call(accountsApi.restoreEmail, { body: { token, former_password }, ip: ip() })

describe('an address change by a stranger', () => {
  it('is stopped by the button in the mail to the old address', async () => {
    const user = await createOwner()
    await update(user, { email: 'not-yet@example.org', current_password: PASSWORD })
    const mail = await lastMailTo(user.email)
    expect(mail?.subject).toBe('Your e-mail address is about to change')
    const token = secretIn(mail?.html)
    expect((await test.call(accountsApi.notMe, { body: { token } })).status).toBe(204)
    const link = secretIn(
      (await lastMailTo('not-yet@example.org'))?.html,
      'email_confirmation_token',
    )
    const body = { email_confirmation_token: link }
    const confirmed = await test.call(accountsApi.emailConfirmation, { body, ip: ip() })
    expect(confirmed.error.code).toBe('invalid_token')
    expect(await logIn(user.email, PASSWORD)).toBe(401)
    expect((await lastMailTo(user.email))?.subject).toBe('Your new password')
  })
})

describe('POST /auth/restoreEmail', () => {
  it('restores the address with the former password and ends the stranger’s sessions and links', async () => {
    const user = await createOwner()
    await update(user, { current_password: PASSWORD, new_password: STRANGERS })
    const stranger = await takeOver(user, STRANGERS)
    expect((await lastMailTo(user.email))?.text).toContain('former=email')
    await linkTo(user, 'stranger-elsewhere')
    // The account now has the stranger's password, which proves nothing.
    expect((await restore(stranger.token, STRANGERS)).error.errors).toEqual({
      former_password: ['errors.validation.incorrectPassword'],
    })
    expect((await restore(stranger.token, PASSWORD)).status).toBe(204)
    const account = await findUser(orm(), user.id)
    expect([account?.email, account?.password_hash]).toEqual([user.email, null])
    const info = await test.call(profileApi.userinfo, { as: stranger.session })
    expect(info.status).toBe(401)
    expect(await logIn(user.email, STRANGERS)).toBe(401)
    expect(await linkedOf(user)).toEqual([])
    expect((await lastMailTo(stranger.email))?.subject).toContain('belongs to no account any more')
    const recovery = await lastMailTo(user.email)
    expect(recovery?.subject).toBe('Your new password')
    const body = { token: secretIn(recovery?.html), password: 'Apfelbaum vor der Scheune' }
    expect((await test.call(accountsApi.resetPassword, { body, ip: ip() })).status).toBe(200)
    // The link works once.
    expect((await restore(stranger.token, PASSWORD)).error.code).toBe('invalid_token')
  })

  it('undoes two changes with the link of the first one', async () => {
    const user = await createOwner()
    const first = await takeOver(user, PASSWORD)
    const second = await takeOver({ ...user, token: first.session }, PASSWORD)
    expect((await restore(first.token, PASSWORD)).status).toBe(204)
    expect((await findUser(orm(), user.id))?.email).toBe(user.email)
    expect((await restore(second.token, PASSWORD)).error.code).toBe('invalid_token')
  })

  it('allows five attempts an hour and needs more than access to the old mailbox', async () => {
    const user = await createOwner()
    const { token } = await takeOver(user, PASSWORD)
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await restore(token, 'guessed')).status).toBe(422)
    expect((await restore(token, PASSWORD)).error.code).toBe('rate_limited')
    expect((await findUser(orm(), user.id))?.email).not.toBe(user.email)
  })

  it('works for seven days', async () => {
    const later = await createTestApp({ sharing: test })
    const [one, other] = [await createOwner(), await createOwner()]
    const [taken, kept] = [await takeOver(one, PASSWORD), await takeOver(other, PASSWORD)]
    later.advance(7 * DAY_MS - MINUTE_MS)
    expect((await restore(taken.token, PASSWORD, later)).status).toBe(204)
    later.advance(2 * MINUTE_MS)
    expect((await restore(kept.token, PASSWORD, later)).error.code).toBe('invalid_token')
    await later.close()
  })

  it('is refused if another account has the address by now', async () => {
    const user = await createOwner()
    const { token } = await takeOver(user, PASSWORD)
    await createUser(orm(), { email: user.email })
    expect((await restore(token, PASSWORD)).error.code).toBe('conflict')
    expect((await restore('x'.repeat(43), PASSWORD)).error.code).toBe('invalid_token')
    const body = { token, former_password: '' }
    expect((await test.call(accountsApi.restoreEmail, { body })).status).toBe(422)
  })

  it('is not offered if the account had no password to prove ownership with', async () => {
    const user = await createUser(orm())
    const { token } = await takeOver(user, PASSWORD)
    expect(token).toBe('')
    expect((await lastMailTo(user.email))?.text).toContain('reply to this e-mail')
  })
})

describe('an account without a password', () => {
  const openedAgo = async (minutes: number) => {
    const user = await createUser(orm())
    const opened = new Date(Date.now() - minutes * MINUTE_MS)
    return { ...user, token: await createSession(orm(), { userId: user.id }, opened) }
  }
  const setPassword = ({ token }: TestUser) =>
    test.call(accountsApi.setPassword, { as: token, body: { password: PASSWORD } })

  it('can set its first password or another address only after a fresh login', async () => {
    const [fresh, old] = [await openedAgo(9), await openedAgo(11)]
    expect((await setPassword(old)).error.code).toBe('fresh_proof_needed')
    const email = 'elsewhere@example.org'
    expect((await update(old, { email })).error.code).toBe('fresh_proof_needed')
    expect((await update(old, { firstname: 'Bea' })).status).toBe(200)
    expect((await update(fresh, { email })).status).toBe(200)
    expect((await setPassword(fresh)).status).toBe(204)
  })
})

it('a download sends its owner a mail with a button, up to three times a day', async () => {
  const user = await createOwner()
  for (let download = 0; download < 5; download++)
    await test.call(accountsApi.exportData, { as: user.token, ip: ip() })
  const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array(3).fill('Your data has been downloaded'),
  )
  const token = secretIn(mails[0]?.html)
  expect((await test.call(accountsApi.notMe, { body: { token } })).status).toBe(204)
  expect((await test.call(profileApi.userinfo, { as: user.token })).status).toBe(401)
})
