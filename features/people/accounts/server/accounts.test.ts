import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { accountsApi } from '../contract.ts'

const PASSWORD = 'Kirschbaum am Gartenzaun'
const REGISTRATION = {
  firstname: 'Mila',
  lastname: 'Keller',
  email: 'mila@example.org',
  address: 'Langstrasse 12',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  lang: 'de',
} as const

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm

async function linkSecret(recipient: string, parameter: string): Promise<string> {
  const mail = (await test.mails()).findLast((each) => each.recipient === recipient)
  return new RegExp(`${parameter}=([\\w-]{43})`).exec(mail?.html ?? '')?.[1] ?? ''
}

describe('from registration to a password', () => {
  it('works from the first call to the last', async () => {
    const registered = await test.call(registrationApi.register, { body: REGISTRATION })
    expect(registered.status).toBe(201)
    const before = await test.call(profileApi.userinfo, { as: registered.body.api_token })
    expect(before.body).toMatchObject({
      firstname: 'Mila',
      email: 'mila@example.org',
      email_confirmed: false,
      has_password: false,
      address: 'Langstrasse 12',
      role_id: 1,
      privacy: {
        show_on_map: true,
        show_name: false,
        show_email: false,
        enable_messaging: false,
        enable_notifications: false,
      },
      user_settings: { lang: 'de', tour_map_seen: false, tour_letterbox_seen: false },
      letterbox: { address: 'Langstrasse 12', latitude: null, location_verified: false, items: [] },
    })
    expect(before.headers['cache-control']).toBe('no-store')
    expect(JSON.stringify(before.body)).not.toMatch(/hash|token/)

    const early = await test.call(accountsApi.setPassword, {
      as: registered.body.api_token,
      body: { password: PASSWORD },
    })
    expect([early.status, early.error.code]).toEqual([403, 'email_not_confirmed'])

    const secret = await linkSecret(REGISTRATION.email, 'email_confirmation_token')
    const confirmed = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: secret },
    })
    expect(confirmed.status).toBe(200)
    const token = confirmed.body.api_token
    const set = await test.call(accountsApi.setPassword, {
      as: token,
      body: { password: PASSWORD },
    })
    expect(set.status).toBe(204)
    const again = await test.call(accountsApi.setPassword, {
      as: token,
      body: { password: PASSWORD },
    })
    expect([again.status, again.error.code]).toEqual([409, 'password_already_set'])

    const login = await test.call(accountsApi.login, {
      body: { email: 'MILA@example.org', password: PASSWORD },
    })
    expect(login.status).toBe(200)
    const after = await test.call(profileApi.userinfo, { as: login.body.api_token })
    expect(after.body).toMatchObject({ email_confirmed: true, has_password: true })
    const [row] = await orm().select().from(users).where(eq(users.email, REGISTRATION.email))
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('sends the mail in the visitor’s language, with a link to the configured address only', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/auth/register',
      payload: { ...REGISTRATION, email: 'host@example.org', lang: 'fr' },
      headers: { host: 'evil.local', 'x-forwarded-host': 'evil.example' },
    })
    expect(response.statusCode).toBe(201)
    const mail = (await test.mails()).findLast((each) => each.recipient === 'host@example.org')
    expect(mail?.subject).toBe('Veuillez confirmer votre adresse e-mail')
    expect(mail?.html).toContain(`${test.deps.config.publicUrl}/auth/confirmEmail?`)
    expect(mail?.text).toContain('/auth/confirmEmail?email_confirmation_token=')
    expect(`${mail?.html}${mail?.text}`).not.toMatch(/evil/)
  })
})

describe('POST /auth/register', () => {
  const register = (body: Partial<Record<keyof typeof REGISTRATION, string>>) =>
    test.call(registrationApi.register, { body: { ...REGISTRATION, ...body, lang: 'de' } })

  it('returns a message key for each invalid field', async () => {
    const { status, error } = await register({
      firstname: ' ',
      email: 'no',
      postcode: '',
      country: 'Atlantis',
    })
    expect(status).toBe(422)
    expect(error.errors).toEqual({
      firstname: ['errors.validation.firstName'],
      email: ['errors.validation.email'],
      postcode: ['errors.validation.postcode'],
      country: ['errors.validation.country'],
    })
  })

  it('refuses a taken address in any capitalisation and sends no mail', async () => {
    await register({ email: 'taken@example.org' })
    const mailsBefore = (await test.mails()).length
    const { status, error } = await register({ email: 'Taken@Example.org' })
    expect([status, error.errors]).toEqual([422, { email: ['errors.validation.emailTaken'] }])
    expect(await test.mails()).toHaveLength(mailsBefore)
  })

  it('creates one account when twenty requests at the same time use one address', async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => register({ email: 'race@example.org' })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)])
  })

  it('refuses fields that only the server may set', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/auth/register',
      payload: { ...REGISTRATION, email: 'rights@example.org', role_id: 3 },
    })
    expect([response.statusCode, response.json().code]).toEqual([400, 'forbidden_field'])
  })

  it('turns a name into one line and refuses an address that contains another header', async () => {
    const { body } = await register({ email: 'crlf@example.org', firstname: 'Eve\r\nBcc: a@b.ch' })
    const info = await test.call(profileApi.userinfo, { as: body.api_token })
    expect(info.body.firstname).toBe('Eve Bcc: a@b.ch')
    const { status, error } = await register({ email: 'eve@example.org\r\nBcc: a@b.ch' })
    expect([status, error.errors]).toEqual([422, { email: ['errors.validation.email'] }])
  })

  it.each([
    ['Dr. J. Müller', 'Hallo Dr. J. Müller'],
    ['Win at casino.example', 'Hallo'],
    ['https://evil', 'Hallo'],
  ])('greets %s in a mail without turning it into a link', async (firstname, greeting) => {
    const email = `name${firstname.length}@example.org`
    await register({ email, firstname })
    const mail = (await test.mails()).findLast((each) => each.recipient === email)
    expect(mail?.text).toContain(`\n${greeting}\n`)
  })

  it('shows markup in a name as text in the mail', async () => {
    await register({ email: 'markup@example.org', firstname: '<img src=x onerror=alert(1)>' })
    const mail = (await test.mails()).findLast((each) => each.recipient === 'markup@example.org')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&lt;img')
  })
})

describe('POST /auth/emailConfirmation', () => {
  it('redeems a token once out of twenty attempts at the same time', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const secret = await createToken(orm(), 'email_confirmation', user, new Date())
    const body = { email_confirmation_token: secret }
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => test.call(accountsApi.emailConfirmation, { body })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)])
    expect(tries.find(({ status }) => status === 422)?.error.code).toBe('invalid_token')
  })

  it('refuses a token that is expired, unknown, empty or for an earlier address', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const weekAgo = new Date(Date.now() - 8 * DAY_MS)
    const expired = await createToken(orm(), 'email_confirmation', user, weekAgo)
    const moved = await createToken(
      orm(),
      'email_confirmation',
      { ...user, email: 'old@example.org' },
      new Date(),
    )
    for (const secret of [expired, moved, 'x'.repeat(43)]) {
      const { status, error } = await test.call(accountsApi.emailConfirmation, {
        body: { email_confirmation_token: secret },
      })
      expect([status, error.code]).toEqual([422, 'invalid_token'])
    }
    const empty = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: '' },
    })
    expect(empty.error.errors).toEqual({
      email_confirmation_token: ['errors.validation.verificationCode'],
    })
  })

  it('ends the sessions opened before the owner confirmed the address', async () => {
    const squatter = await createUser(orm(), { email_confirmed_at: null })
    const secret = await createToken(orm(), 'email_confirmation', squatter, new Date())
    const { body } = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: secret },
    })
    expect((await test.call(profileApi.userinfo, { as: squatter.token })).status).toBe(401)
    const takeover = await test.call(accountsApi.setPassword, {
      as: squatter.token,
      body: { password: PASSWORD },
    })
    expect(takeover.status).toBe(401)
    expect((await test.call(profileApi.userinfo, { as: body.api_token })).status).toBe(200)
  })

  it('replaces the session of the browser in which the link was opened', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const secret = await createToken(orm(), 'email_confirmation', user, new Date())
    const { body } = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: secret },
      as: user.token,
    })
    expect((await test.call(profileApi.userinfo, { as: body.api_token })).status).toBe(200)
    expect((await test.call(profileApi.userinfo, { as: user.token })).status).toBe(401)
  })

  it('refuses a second link once the address is confirmed', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const [first, second] = [
      await createToken(orm(), 'email_confirmation', user, new Date()),
      await createToken(orm(), 'email_confirmation', user, new Date()),
    ]
    const confirm = (email_confirmation_token: string) =>
      test.call(accountsApi.emailConfirmation, { body: { email_confirmation_token } })
    expect((await confirm(first)).status).toBe(200)
    for (const spent of [first, second]) {
      const { status, error } = await confirm(spent)
      expect([status, error.code, error.errorMsg]).toEqual([
        422,
        'invalid_token',
        'alreadyConfirmed',
      ])
    }
  })

  it('reveals nothing about the address for a link that has been replaced', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const replaced = await createToken(orm(), 'email_confirmation', user, new Date())
    await test.call(accountsApi.resendEmailConfirmationToken, { as: user.token })
    const { error } = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: replaced },
    })
    expect([error.code, error.errorMsg]).toEqual(['invalid_token', undefined])
  })
})

describe('mails to one mailbox under many addresses', () => {
  it('are limited but never keep the plain address from registering', async () => {
    const register = (email: string) =>
      test.call(registrationApi.register, { body: { ...REGISTRATION, email } })
    const last = await Promise.all([1, 2, 3, 4, 5].map((n) => register(`victim+${n}@example.org`)))
    expect(last.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const limited = await register('Victim+other@example.org')
    expect([limited.status, limited.error.code]).toEqual([429, 'rate_limited'])
    const [first] = last
    const again = await test.call(accountsApi.resendEmailConfirmationToken, {
      as: first?.body.api_token ?? '',
    })
    expect(again.error.code).toBe('rate_limited')
    expect((await register('victim@example.org')).status).toBe(201)
    expect((await register('victim+1@elsewhere.example')).status).toBe(201)
  })

  it('count towards the limit for address changes as well', async () => {
    const wish = async (email: string) => {
      const { token } = await createUser(orm())
      const body = { ...REGISTRATION, email }
      return (await test.call(profileApi.updateAccountInfo, { as: token, body })).status
    }
    for (const n of [1, 2, 3, 4, 5]) expect(await wish(`wanted+${n}@example.org`)).toBe(200)
    expect(await wish('wanted@example.org')).toBe(429)
  })
})

describe('POST /auth/resendEmailConfirmationToken', () => {
  it('replaces the link with a new one, a few times an hour', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const older = await createToken(orm(), 'email_confirmation', user, new Date())
    for (let count = 0; count < 5; count++) {
      expect(
        (await test.call(accountsApi.resendEmailConfirmationToken, { as: user.token })).status,
      ).toBe(204)
      await test.mails()
    }
    const limited = await test.call(accountsApi.resendEmailConfirmationToken, { as: user.token })
    expect([limited.status, limited.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    const replaced = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: older },
    })
    expect(replaced.error.code).toBe('invalid_token')
    const secret = await linkSecret(user.email, 'email_confirmation_token')
    expect(
      (
        await test.call(accountsApi.emailConfirmation, {
          body: { email_confirmation_token: secret },
        })
      ).status,
    ).toBe(200)
  })

  it('is only for callers who are logged in and not confirmed', async () => {
    expect((await test.call(accountsApi.resendEmailConfirmationToken)).status).toBe(401)
    const user = await createUser(orm())
    const { status, error } = await test.call(accountsApi.resendEmailConfirmationToken, {
      as: user.token,
    })
    expect([status, error.code]).toEqual([409, 'already_confirmed'])
  })
})

describe('POST /auth/setPassword', () => {
  it.each([
    ['', 'errors.validation.password'],
    ['short', 'errors.validation.shortPassword'],
    ['passwort', 'errors.validation.commonPassword'],
    ['Sommer2026!', 'errors.validation.commonPassword'],
    ['aaaaaaaaaaaa', 'errors.validation.commonPassword'],
    ['x'.repeat(257), 'errors.validation.longPassword'],
  ])('refuses %s', async (password, key) => {
    const user = await createUser(orm())
    const { status, error } = await test.call(accountsApi.setPassword, {
      as: user.token,
      body: { password },
    })
    expect([status, error.errors?.password?.[0]]).toEqual([422, key])
  })

  it('accepts 64 characters of any script without cutting any off', async () => {
    const user = await createUser(orm())
    const password = `${'пароль密码🗝️'.repeat(6)}end-a`
    expect(
      (await test.call(accountsApi.setPassword, { as: user.token, body: { password } })).status,
    ).toBe(204)
    const login = (text: string) =>
      test.call(accountsApi.login, { body: { email: user.email, password: text } })
    expect((await login(password)).status).toBe(200)
    expect((await login(`${password.slice(0, -1)}b`)).status).toBe(401)
  })
})
