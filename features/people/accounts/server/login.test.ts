import { hash } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveCaptcha } from '#app/server/testing/captcha-solver.ts'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { sessionsApi } from '#features/people/accounts/sessions/contract.ts'
import { countAttempt } from '#platform/server/identity/attempts.queries.ts'
import { importPasswordHash } from '#platform/server/identity/imported-passwords.ts'
import { readNetworkLimits } from '#platform/server/identity/network-limits.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { accountsApi } from '../contract.ts'
import { listImportedSchemes } from './accounts.queries.ts'

const PASSWORD = 'Kirschbaum am Gartenzaun'
const networkLimits = readNetworkLimits('wrong_passwords=3')

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm

describe('POST /auth/login', () => {
  it('returns the same response for an unknown address, a wrong password and an account without a password', async () => {
    const user = await createUser(orm())
    const withPassword = await createUser(orm())
    await test.call(accountsApi.setPassword, {
      as: withPassword.token,
      body: { password: PASSWORD },
    })
    const answers = await Promise.all(
      ['nobody@example.org', user.email, withPassword.email].map((email) =>
        test.call(accountsApi.login, {
          body: { email, password: 'wrong password' },
          ip: '10.1.1.1',
        }),
      ),
    )
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual({
        statusCode: 401,
        error: 'Unauthorized',
        message: 'Not authorized',
        code: 'invalid_credentials',
      })
      expect(Object.keys(headers).sort()).toEqual(Object.keys(answers[0]?.headers ?? {}).sort())
    }
  })

  it('requires both fields', async () => {
    const { status, error } = await test.call(accountsApi.login, {
      body: { email: '', password: '' },
    })
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['email', 'password']])
  })

  it('limits guesses from one network without locking the owner out elsewhere', async () => {
    const few = await createTestApp({ sharing: test, config: { captcha: false, networkLimits } })
    const user = await createUser(orm())
    await test.call(accountsApi.setPassword, { as: user.token, body: { password: PASSWORD } })
    const login = (password: string, ip: string, captcha?: string) =>
      few.call(accountsApi.login, {
        body: { email: user.email, password, captcha },
        ip,
        headers: { 'x-forwarded-for': '1.2.3.4' },
      })
    for (let count = 0; count < 3; count++)
      expect((await login('guess guess', '10.2.2.2')).status).toBe(401)
    for (const password of ['guess guess', PASSWORD]) {
      const { status, error } = await login(password, '10.2.2.2')
      expect([status, error.code]).toEqual([400, 'captcha_required'])
    }
    expect((await login(PASSWORD, '10.3.3.3')).status).toBe(200)
    const wrong = await login('guess guess', '10.2.2.2', await solveCaptcha(few))
    expect(wrong.status).toBe(401)
    expect((await login(PASSWORD, '10.2.2.2', await solveCaptcha(few))).status).toBe(200)
    await few.close()
  })

  it('counts a whole IPv6 network as one visitor', async () => {
    const few = await createTestApp({ sharing: test, config: { networkLimits } })
    const guess = (host: number) =>
      few.call(accountsApi.login, {
        body: { email: 'v6@example.org', password: 'guess guess' },
        ip: `2001:db8:0:7:${host}::1`,
      })
    for (let host = 0; host < 3; host++) expect((await guess(host)).status).toBe(401)
    expect((await guess(3)).error.code).toBe('captcha_required')
    const elsewhere = await few.call(accountsApi.login, {
      body: { email: 'v6@example.org', password: 'guess guess' },
      ip: '2001:db8:0:8::1',
    })
    expect(elsewhere.status).toBe(401)
    await few.close()
  })

  it('requires a captcha after guesses from many networks and never locks the owner out', async () => {
    const guarded = await createTestApp({ sharing: test, config: { captcha: true } })
    const user = await createUser(orm())
    await test.call(accountsApi.setPassword, { as: user.token, body: { password: PASSWORD } })
    for (const [email, account] of [
      [user.email, user.id],
      ['nobody-at-all@example.org', 'nobody-at-all@example.org'],
    ] as const) {
      const hourly = { max: 100, windowMs: HOUR_MS }
      for (let count = 0; count < 98; count++)
        await countAttempt(orm(), ['login', account], hourly, new Date())
      const guess = (place: number) =>
        guarded.call(accountsApi.login, {
          body: { email, password: 'guess guess' },
          ip: `10.4.4.${place}`,
        })
      for (let place = 0; place < 2; place++) expect((await guess(place)).status).toBe(401)
      const { status, error } = await guess(2)
      expect([status, error.code]).toEqual([400, 'captcha_required'])
    }
    const owner = await guarded.call(accountsApi.login, {
      body: { email: user.email, password: PASSWORD, captcha: await solveCaptcha(guarded) },
      ip: '10.5.5.5',
    })
    expect(owner.status).toBe(200)
    await guarded.close()
  })

  it('does not let one network use up the attempts of all others', async () => {
    const few = await createTestApp({ sharing: test, config: { networkLimits } })
    const user = await createUser(orm())
    await test.call(accountsApi.setPassword, { as: user.token, body: { password: PASSWORD } })
    const login = (password: string, ip: string) =>
      few.call(accountsApi.login, { body: { email: user.email, password }, ip })
    for (let count = 0; count < 101; count++) await login('guess guess', '10.6.6.7')
    expect((await login(PASSWORD, '10.6.6.8')).status).toBe(200)
    await few.close()
  })

  it('mails a link for a new password if the stored hash cannot be used', async () => {
    const bcrypt = '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'
    const user = await createUser(orm(), { password_hash: bcrypt })
    const { status, error } = await test.call(accountsApi.login, {
      body: { email: user.email, password: PASSWORD },
    })
    expect([status, error.code]).toEqual([401, 'invalid_credentials'])
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    expect(mails.map(({ text }) => /token=[\w-]{43}/.test(text))).toEqual([true])
  })

  it('resets the failed attempts of a network after the right password', async () => {
    const user = await createUser(orm())
    await test.call(accountsApi.setPassword, { as: user.token, body: { password: PASSWORD } })
    const few = await createTestApp({ sharing: test, config: { networkLimits } })
    const login = (password: string) =>
      few.call(accountsApi.login, { body: { email: user.email, password }, ip: '10.6.6.6' })
    for (let count = 0; count < 2; count++) await login('guess guess')
    expect((await login(PASSWORD)).status).toBe(200)
    expect((await login('guess guess')).status).toBe(401)
    expect((await login(PASSWORD)).status).toBe(200)
    await few.close()
  })
})

describe('an account that came with another site', () => {
  const storedHash = async (id: string) => {
    const [row] = await orm().select().from(users).where(eq(users.id, id))
    return row?.password_hash
  }

  it.each([
    '$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a',
    '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq',
  ])(
    'logs in with its password, which is then stored as a plain argon2id hash: %s',
    async (old) => {
      const password_hash = await importPasswordHash(old)
      const user = await createUser(orm(), { password_hash })
      const logIn = (password: string) =>
        test.call(accountsApi.login, { body: { email: user.email, password } })
      expect((await logIn('rasmuslerdorf2')).status).toBe(401)
      expect(await storedHash(user.id)).toBe(password_hash)
      expect((await logIn('rasmuslerdorf')).status).toBe(200)
      expect(await storedHash(user.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect((await logIn('rasmuslerdorf')).status).toBe(200)
    },
  )

  it('makes logins of all other accounts, and of unknown addresses, take as much work', async () => {
    const schemes = () => listImportedSchemes(orm())
    expect(await schemes()).toEqual([])
    const user = await createUser(orm(), {
      password_hash: await importPasswordHash(
        '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq',
      ),
    })
    await createUser(orm(), {
      password_hash:
        '$imported$argon2i$v=19$m=65536,t=3,p=1$OEVjWWs2Z3YvWlNZQ0ZmNw$JKin7ahjmh8JYvMyFcXri0Ss/Uvd3uYpD7MG6C/5Cy0',
    })
    expect((await schemes()).sort()).toEqual([
      '$imported$argon2i$v=19$m=65536,t=3,p=1',
      '$imported$bcrypt$07',
    ])
    const body = { email: user.email, password: 'rasmuslerdorf' }
    expect((await test.call(accountsApi.login, { body })).status).toBe(200)
    expect(await schemes()).toEqual(['$imported$argon2i$v=19$m=65536,t=3,p=1'])
  })
})

it('a login rehashes the password if the hashing parameters have changed', async () => {
  const old = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 })
  const user = await createUser(orm(), { password_hash: old })
  const hashOf = async () => {
    const [row] = await orm().select().from(users).where(eq(users.id, user.id))
    return row?.password_hash
  }
  const logIn = (password: string) =>
    test.call(accountsApi.login, { body: { email: user.email, password } })
  expect((await logIn('wrong password')).status).toBe(401)
  expect(await hashOf()).toBe(old)
  expect((await logIn(PASSWORD)).status).toBe(200)
  const anew = await hashOf()
  expect(anew).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await logIn(PASSWORD)).status).toBe(200)
  expect(await hashOf()).toBe(anew)
})

describe('POST /auth/loginWithToken', () => {
  it('redeems a link once out of twenty attempts at the same time', async () => {
    const user = await createUser(orm())
    const token = await createToken(orm(), 'login', user, new Date())
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => test.call(accountsApi.loginWithToken, { body: { token } })),
    )
    const [won, ...others] = tries.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(won?.headers['cache-control']).toBe('no-store')
    const stored = await orm().select().from(tokens).where(eq(tokens.user_id, user.id))
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('refuses a link mailed to a former address', async () => {
    const user = await createUser(orm())
    const token = await createToken(orm(), 'login', user, new Date())
    await orm().update(users).set({ email: 'moved@example.org' }).where(eq(users.id, user.id))
    const { status, error } = await test.call(accountsApi.loginWithToken, { body: { token } })
    expect([status, error.code]).toEqual([422, 'invalid_token'])
  })

  it('refuses an expired link', async () => {
    const user = await createUser(orm())
    const weekAgo = new Date(Date.now() - 8 * DAY_MS)
    const token = await createToken(orm(), 'login', user, weekAgo)
    expect((await test.call(accountsApi.loginWithToken, { body: { token } })).error.code).toBe(
      'invalid_token',
    )
  })

  it('is limited per visitor, whatever headers they send and however many addresses they have', async () => {
    const tryOne = (ip: string, forwarded: string) =>
      test.call(accountsApi.loginWithToken, {
        body: { token: 'x'.repeat(43) },
        ip,
        headers: { 'x-forwarded-for': forwarded },
      })
    const { max } = test.deps.config.networkLimits.logins
    for (let count = 0; count < max; count++) {
      expect((await tryOne(`2001:db8:7:7::${count}`, `1.2.3.${count % 200}`)).status).toBe(422)
    }
    const limited = await tryOne('2001:db8:7:7:ffff::1', '1.2.3.200')
    expect([limited.status, limited.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect((await tryOne('2001:db8:7:8::1', '1.2.3.4')).status).toBe(422)
  })

  it('refuses a token of another kind', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const token = await createToken(orm(), 'email_confirmation', user, new Date())
    expect((await test.call(accountsApi.loginWithToken, { body: { token } })).error.code).toBe(
      'invalid_token',
    )
    expect(
      (await test.call(accountsApi.loginWithToken, { body: { token: user.token } })).error.code,
    ).toBe('invalid_token')
  })
})

describe('sessions', () => {
  it('end one at a time with logout', async () => {
    const user = await createUser(orm())
    const link = await createToken(orm(), 'login', user, new Date())
    const other = (await test.call(accountsApi.loginWithToken, { body: { token: link } })).body
      .api_token
    expect((await test.call(accountsApi.logout, { as: user.token })).status).toBe(204)
    const { status, error } = await test.call(profileApi.userinfo, { as: user.token })
    expect([status, error.code]).toEqual([401, 'unauthorized'])
    expect((await test.call(profileApi.userinfo, { as: other })).status).toBe(200)
    expect((await test.call(accountsApi.logout)).status).toBe(401)
  })

  it('end after 90 days without use and continue while they are used', async () => {
    const later = await createTestApp({ sharing: test })
    const user = await createUser(orm())
    later.advance(80 * DAY_MS)
    expect((await later.call(profileApi.userinfo, { as: user.token })).status).toBe(200)
    later.advance(80 * DAY_MS)
    expect((await later.call(profileApi.userinfo, { as: user.token })).status).toBe(200)
    later.advance(91 * DAY_MS)
    expect((await later.call(profileApi.userinfo, { as: user.token })).status).toBe(401)
    await later.close()
  })

  it('end after a year even if they are used', async () => {
    const later = await createTestApp({ sharing: test })
    const user = await createUser(orm())
    const status = async () => (await later.call(profileApi.userinfo, { as: user.token })).status
    for (let days = 60; days <= 360; days += 60) {
      later.advance(60 * DAY_MS)
      expect(await status()).toBe(200)
    }
    later.advance(6 * DAY_MS)
    expect(await status()).toBe(401)
    const left = () => orm().select().from(tokens).where(eq(tokens.user_id, user.id))
    expect(await left()).toHaveLength(1)
    await later.deps.jobs.drain('cleaning')
    expect(await left()).toHaveLength(0)
    await later.close()
  })

  const PHONE = 'Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0'
  async function logInElsewhere(user: TestUser, userAgent: string): Promise<string> {
    const { body } = await test.call(accountsApi.loginWithToken, {
      body: { token: await createToken(orm(), 'login', user, new Date()) },
      headers: { 'user-agent': userAgent },
    })
    return body.api_token
  }
  const list = async (token: string) => (await test.call(sessionsApi.list, { as: token })).body

  it('are listed with where they were opened but without their tokens', async () => {
    const user = await createUser(orm())
    const phone = await logInElsewhere(user, PHONE)
    await logInElsewhere(user, '<b>Bank of Evil</b>/1.0 (please call)')
    await createUser(orm())
    const { status, body, headers } = await test.call(sessionsApi.list, { as: phone })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body.map(({ current, browser, system }) => [current, browser, system])).toEqual(
      expect.arrayContaining([
        [true, 'Firefox', 'Android'],
        [false, null, null],
        [false, null, null],
      ]),
    )
    expect(body).toHaveLength(3)
    expect(Object.keys(body[0] ?? {}).sort()).toEqual(
      ['browser', 'conversation', 'created_at', 'current', 'id', 'last_seen_at', 'system'].sort(),
    )
    expect(Math.abs(Date.parse(body[0]?.last_seen_at ?? '') - Date.now())).toBeLessThan(60_000)
  })

  it('can be ended one by one, only by their owner', async () => {
    const user = await createUser(orm())
    const stranger = await createUser(orm())
    const phone = await logInElsewhere(user, PHONE)
    const id = (await list(user.token)).find(({ current }) => !current)?.id ?? ''
    const end = (as: string) => test.call(sessionsApi.end, { as, body: { id } })
    expect((await end(stranger.token)).status).toBe(404)
    expect((await test.call(profileApi.userinfo, { as: phone })).status).toBe(200)
    expect((await end(user.token)).status).toBe(204)
    expect((await test.call(profileApi.userinfo, { as: phone })).status).toBe(401)
    expect((await end(user.token)).status).toBe(404)
  })

  it('cannot be confused with other tokens when they are ended by id', async () => {
    const user = await createUser(orm())
    await createToken(orm(), 'password_reset', user, new Date())
    const [reset] = await orm()
      .select()
      .from(tokens)
      .where(and(eq(tokens.user_id, user.id), eq(tokens.kind, 'password_reset')))
    const body = { id: reset?.id ?? '' }
    expect((await test.call(sessionsApi.end, { as: user.token, body })).status).toBe(404)
  })

  it('can be ended on all other devices, or everywhere together with the links that log in', async () => {
    const user = await createUser(orm())
    const stranger = await createUser(orm())
    const phone = await logInElsewhere(user, PHONE)
    expect((await test.call(sessionsApi.endOthers, { as: user.token })).status).toBe(204)
    expect((await test.call(profileApi.userinfo, { as: phone })).status).toBe(401)
    expect(await list(user.token)).toHaveLength(1)
    const token = await createToken(orm(), 'login', user, new Date())
    expect((await test.call(sessionsApi.endAll, { as: user.token })).status).toBe(204)
    expect((await test.call(profileApi.userinfo, { as: user.token })).status).toBe(401)
    expect((await test.call(accountsApi.loginWithToken, { body: { token } })).status).toBe(422)
    expect((await test.call(profileApi.userinfo, { as: stranger.token })).status).toBe(200)
  })
})
