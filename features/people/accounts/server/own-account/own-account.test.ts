import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { accountsApi } from '../../contract.ts'

const PASSWORD = 'Kirschbaum am Gartenzaun'
const NEW_PASSWORD = 'Holunderstrauch hinterm Haus'
const ADDRESS = {
  address: 'Langstrasse 12',
  address_addition: null,
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
}

let test: TestApp
let passwordHash: string
let places = 0
beforeAll(async () => {
  test = await createTestApp()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const createMember = (fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(orm(), { password_hash: passwordHash, ...fields })

const update = (user: TestUser, change: Record<string, unknown> = {}) =>
  test.call(profileApi.updateAccountInfo, {
    as: user.token,
    // Each call uses another network because of the limits.
    ip: `10.20.${places++}.1`,
    body: {
      firstname: 'Ada',
      lastname: 'Muster',
      email: user.email,
      ...ADDRESS,
      current_password: PASSWORD,
      ...change,
    },
  })

const mailsTo = async (recipient: string) =>
  (await test.mails()).filter((mail) => mail.recipient === recipient)
const secretIn = (html: string | undefined, parameter: string) =>
  new RegExp(`${parameter}=([\\w-]{43})`).exec(html ?? '')?.[1] ?? ''
const userinfo = (token: string) => test.call(profileApi.userinfo, { as: token })

describe('POST /auth/updateAccountInfo', () => {
  it('changes names and address, after which a moved letterbox has to be placed again', async () => {
    const { owner } = await createLetterbox(orm(), { owner: await createMember() })
    const answer = await update(owner, { firstname: 'Bea', address: 'Ankerstrasse 3' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      firstname: 'Bea',
      address: 'Ankerstrasse 3',
      letterbox: { location_verified: false, address: 'Ankerstrasse 3' },
    })
  })

  it('keeps a new address pending until it is confirmed and notifies the old one', async () => {
    const user = await createMember()
    const answer = await update(user, { email: 'new.address@example.org' })
    expect(answer.body).toMatchObject({ email: user.email, new_email: 'new.address@example.org' })
    expect((await mailsTo(user.email)).at(-1)?.text).toContain('new.address@example.org')

    const unsubscribe = await createToken(orm(), 'unsubscribe', user, new Date())
    const [mail] = await mailsTo('new.address@example.org')
    const confirmed = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: secretIn(mail?.html, 'email_confirmation_token') },
    })
    expect(confirmed.status).toBe(200)
    const info = await userinfo(confirmed.body.api_token)
    expect(info.body).toMatchObject({ email: 'new.address@example.org', new_email: null })
    expect((await mailsTo(user.email)).at(-1)?.subject).toContain('has been changed')
    const click = { method: 'POST', url: `/api/v1/mail/unsubscribe?token=${unsubscribe}` } as const
    expect((await test.app.inject(click)).json().code).toBe('invalid_token')
    // The change may be meant to lock out the holder of an earlier session.
    expect((await userinfo(user.token)).status).toBe(401)
  })

  it('never gives two accounts the same address', async () => {
    const [first, second] = [await createMember(), await createMember()]
    const refusal = await update(first, { email: second.email.toUpperCase() })
    expect([refusal.status, refusal.error.errorMsg]).toEqual([422, 'emailTaken'])
    expect(refusal.error.errors).toEqual({ email: ['errors.validation.emailTaken'] })

    await update(first, { email: 'wanted.by.two@example.org' })
    await createUser(orm(), { email: 'wanted.by.two@example.org' })
    const [mail] = await mailsTo('wanted.by.two@example.org')
    const late = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: secretIn(mail?.html, 'email_confirmation_token') },
    })
    expect([late.status, late.error.code]).toEqual([422, 'invalid_token'])
    expect((await userinfo(first.token)).body.email).toBe(first.email)
  })

  it('does not reveal without the password whether an address is taken', async () => {
    const [user, other] = [await createMember(), await createMember()]
    const answer = await update(user, { email: other.email, current_password: 'a wrong password' })
    expect([answer.status, answer.error.errorMsg]).toEqual([422, 'incorrectPassword'])
    expect(answer.error.errors).toEqual({
      current_password: ['errors.validation.incorrectPassword'],
    })
  })

  it('ends all other sessions after a new password and notifies the owner by mail', async () => {
    const user = await createMember()
    const elsewhere = await createSession(orm(), { userId: user.id }, new Date())
    const answer = await update(user, { new_password: NEW_PASSWORD })
    expect(answer.status).toBe(200)
    expect((await userinfo(elsewhere)).status).toBe(401)
    expect((await userinfo(user.token)).status).toBe(200)
    expect((await mailsTo(user.email)).at(-1)?.subject).toBe('Your password has been changed')
    const logIn = (password: string) =>
      test.call(accountsApi.login, { body: { email: user.email, password } })
    expect([(await logIn(PASSWORD)).status, (await logIn(NEW_PASSWORD)).status]).toEqual([401, 200])
  })

  it.each([
    ['no password', { current_password: '' }, 'current_password', 'currentPassword'],
    [
      'a short current one',
      { current_password: '1234567' },
      'current_password',
      'incorrectPassword',
    ],
    ['a short new one', { new_password: '1234567' }, 'new_password', 'shortPassword'],
    ['a common new one', { new_password: 'qwertzuiop' }, 'new_password', 'commonPassword'],
    ['the own name', { new_password: 'AdaMuster1!' }, 'new_password', 'commonPassword'],
    ['a broken address', { email: 'nobody' }, 'email', 'email'],
    ['no city', { city: ' ' }, 'city', 'city'],
  ])('refuses %s', async (_name, change, field, key) => {
    const answer = await update(await createMember(), change)
    expect([answer.status, answer.error.errors?.[field]]).toEqual([
      422,
      [`errors.validation.${key}`],
    ])
  })

  it('limits guesses with a stolen session but not the owner’s login elsewhere', async () => {
    const user = await createMember()
    for (let i = 0; i < 10; i++) await update(user, { current_password: `wrong guess ${i}` })
    expect((await update(user)).status).toBe(429)
    const login = await test.call(accountsApi.login, {
      body: { email: user.email, password: PASSWORD },
    })
    expect(login.status).toBe(200)
  })

  it('sends only a few mails an hour to new addresses', async () => {
    const user = await createMember()
    const ask = (i: number) => update(user, { email: `wish${i}@example.org` })
    for (let i = 0; i < 5; i++) expect((await ask(i)).status).toBe(200)
    expect((await ask(5)).status).toBe(429)
    expect((await update(user, { email: 'wish4@example.org', firstname: 'Bea' })).status).toBe(200)
  })

  it('requires a login', async () => {
    expect((await update({ id: '', email: 'a@example.org', token: 'x' })).status).toBe(401)
  })
})

describe('an account without a password', () => {
  const without = (user: TestUser, change: Record<string, unknown>) =>
    update(user, { current_password: undefined, ...change })

  it('can correct a mistyped address before it is confirmed', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    expect((await without(user, { email: 'well.typed@example.org' })).status).toBe(200)
    const [mail] = await mailsTo('well.typed@example.org')
    const confirmed = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: secretIn(mail?.html, 'email_confirmation_token') },
    })
    const info = await userinfo(confirmed.body.api_token)
    expect(info.body).toMatchObject({ email: 'well.typed@example.org', email_confirmed: true })
    // The mistyped address may belong to a stranger.
    expect(await mailsTo(user.email)).toEqual([])
  })

  it('cannot find out about other accounts, whose owners are mailed a login link', async () => {
    const other = await createMember()
    const user = await createUser(orm(), { email_confirmed_at: null })
    const answer = await without(user, { email: other.email })
    expect([answer.status, answer.body.new_email]).toEqual([200, other.email])
    await test.call(accountsApi.resendEmailConfirmationToken, { as: user.token })
    const mails = await mailsTo(other.email)
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set(['Your link to log in at Letterlend']),
    )
  })

  it('cannot set a password before its address is confirmed, and its pending address is dropped', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const early = await without(user, { new_password: NEW_PASSWORD })
    expect([early.status, early.error.code]).toEqual([403, 'email_not_confirmed'])

    await without(user, { email: 'squatter@example.org' })
    const secret = await createToken(orm(), 'email_confirmation', user, new Date())
    const owner = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: secret },
    })
    expect((await userinfo(owner.body.api_token)).body.new_email).toBeNull()
  })

  it('is the only account that can change without a password', async () => {
    const answer = await without(await createMember(), {})
    expect(answer.error.errors).toEqual({ current_password: ['errors.validation.currentPassword'] })
  })
})
