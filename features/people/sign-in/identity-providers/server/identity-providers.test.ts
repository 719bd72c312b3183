import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import {
  CLIENT,
  type IdentityProviderServer,
  startIdentityProvider,
} from '#app/server/testing/identity-provider-server.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { providerRegistrationApi } from '#features/community/joining/registration/contract.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { security_events } from '#features/people/accounts/security-events/tables.ts'
import { sayNotMe } from '#features/people/accounts/server/not-me.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { secondFactorsApi } from '#features/people/sign-in/second-factors/contract.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import type { IdentityProviderConfig } from '#platform/server/identity-provider-settings.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { identityProvidersApi } from '../contract.ts'
import { linked_accounts, proved_identities, provider_logins } from '../tables.ts'

const ORIGIN = 'https://lend.example.org'
const callback = (key: string) => ORIGIN + paths.providerReturn(key)

let provider: IdentityProviderServer
let test: TestApp
let other: TestApp
beforeAll(async () => {
  provider = await startIdentityProvider({
    redirectUris: [callback('verein'), callback('trusting')],
    accounts: {},
  })
  const verein: IdentityProviderConfig = {
    key: 'verein',
    name: 'Verein',
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scopes: 'openid email profile groups',
    trustEmail: true,
    roles: {
      claim: 'groups',
      tasksByValue: new Map([
        ['Vorstand', ['moderation', 'map']],
        ['Lager', ['shipping']],
      ]),
    },
  }
  const config = { publicUrl: ORIGIN, identityProviders: [verein], adminEmail: 'admin@example.org' }
  test = await createTestApp({ config })
  other = await createTestApp({ config, sharing: test })
})
afterAll(async () => {
  await other.close()
  await test.close()
  await provider.close()
})

const orm = () => test.deps.database.orm
let networks = 0
/** Each call uses another network, so that no limit is reached. */
const ip = () => `10.8.${++networks >> 8}.${networks & 255}`
const newBrowser = () => randomBytes(32).toString('base64url')

/** Creates a person at the provider with these claims. */
function person(claims: Record<string, unknown> = {}): string {
  const sub = `sub-${randomBytes(6).toString('hex')}`
  provider.accounts[sub] = {
    email: `${sub}@example.org`,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Muster',
    ...claims,
  }
  provider.current = sub
  return sub
}

async function start(browser: string, return_path?: string): Promise<string> {
  const { status, body } = await test.call(identityProvidersApi.start, {
    body: { provider: 'verein', browser, return_path },
    ip: ip(),
  })
  expect(status).toBe(200)
  return body.url
}

const finish = (browser: string, query: string, as?: string, app = test) =>
  app.call(identityProvidersApi.finish, {
    body: { provider: 'verein', browser, query },
    ip: ip(),
    ...(as && { as }),
  })

/** The whole login, as a browser does it. */
async function comeBack(browser = newBrowser(), as?: string) {
  const { search } = await provider.visit(await start(browser))
  return finish(browser, search, as)
}

async function link(user: TestUser): Promise<void> {
  const browser = newBrowser()
  const body = { provider: 'verein', browser }
  const begun = await test.call(identityProvidersApi.startLinking, {
    as: user.token,
    body,
    ip: ip(),
  })
  const { search } = await provider.visit(begun.body.url)
  expect((await finish(browser, search, user.token)).body).toEqual({
    outcome: 'linked',
    provider_name: 'Verein',
  })
}

const linkedOf = ({ token }: { token: string }) =>
  test.call(identityProvidersApi.list, { as: token }).then(({ body }) => body)

const mailsTo = async (email: string) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)

const ADDRESS = {
  address: 'Langstrasse 12',
  address_addition: '',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  lang: 'en' as const,
}
const register = (browser: string, email: string, more = {}) =>
  test.call(providerRegistrationApi.register, {
    body: { firstname: 'Ada', lastname: 'Muster', email, ...ADDRESS, browser, ...more },
    ip: ip(),
  })

const reload = async (id: string) => {
  const [user] = await orm().select().from(users).where(eq(users.id, id))
  if (!user) throw new Error('Unexpected end of an account')
  return user
}

const userinfo = async (token: string) => (await test.call(profileApi.userinfo, { as: token })).body

describe('a login', () => {
  it('requests authorization with PKCE, state, nonce and a redirect address of its own', async () => {
    const { searchParams: query } = new URL(await start(newBrowser()))
    expect(Object.fromEntries(query)).toEqual({
      client_id: 'letterlend',
      redirect_uri: callback('verein'),
      response_type: 'code',
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    // The table contains neither the provider's state nor the browser's secret.
    const [row] = await orm().select().from(provider_logins)
    expect(JSON.stringify(row)).not.toContain(query.get('state'))
  })

  it('with a linked account opens a session, repeatedly and from any browser', async () => {
    const user = await createUser(orm())
    person()
    await link(user)
    for (let time = 0; time < 2; time++) {
      const browser = newBrowser()
      const url = await start(browser, '/profile/lent?month=3')
      const { status, body, headers } = await finish(browser, (await provider.visit(url)).search)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      if (body.outcome !== 'logged_in') throw new Error(`Unexpected outcome: ${body.outcome}`)
      expect(body.return_path).toBe('/profile/lent?month=3')
      expect((await userinfo(body.api_token)).id).toBe(user.id)
    }
    expect(await linkedOf(user)).toMatchObject([{ last_used_at: expect.any(String) }])
  })

  it('offers an address that has changed at the provider and never adopts it by itself', async () => {
    const user = await createUser(orm())
    const sub = person()
    await link(user)
    const says = (email: string, email_verified: boolean) => {
      provider.current = sub
      provider.accounts[sub] = { email, email_verified, given_name: 'Ada' }
    }
    const logInAnew = async () => {
      const { body } = await comeBack()
      if (body.outcome !== 'logged_in') throw new Error(`Unexpected outcome: ${body.outcome}`)
      return body
    }
    const answer = async (token: string, take: boolean) => {
      const [account] = await linkedOf({ token })
      const body = { id: account?.id ?? '', take }
      return test.call(identityProvidersApi.answerEmail, { as: token, body, ip: ip() })
    }
    // The addresses of account and provider differed from the beginning, so nothing has changed.
    expect((await logInAnew()).offers_email).toBe(false)
    const [first, second, third] = [1, 2, 3].map((each) => `${sub}-${each}@example.org`)
    says(first ?? '', true)
    const offered = await logInAnew()
    expect([offered.offers_email, (await reload(user.id)).email]).toEqual([true, user.email])
    expect(await linkedOf({ token: offered.api_token })).toMatchObject([{ new_email: first }])
    const taken = await answer(offered.api_token, true)
    expect([taken.status, taken.body.taken, taken.body.linked[0]?.new_email]).toEqual([
      200,
      true,
      null,
    ])
    expect((await reload(user.id)).email).toBe(first)
    expect(await mailsTo(user.email ?? '')).not.toEqual([])
    expect((await answer(offered.api_token, true)).status).toBe(404)
    // Not verified by the provider, so a mail must confirm it.
    says(second ?? '', false)
    const unproved = await logInAnew()
    expect((await answer(unproved.api_token, true)).body.taken).toBe(false)
    expect(await reload(user.id)).toMatchObject({ email: first, new_email: second })
    expect(await mailsTo(second ?? '')).toHaveLength(1)
    // A declined address is not offered again until it changes.
    says(third ?? '', true)
    const declined = await logInAnew()
    expect((await answer(declined.api_token, false)).body.taken).toBe(false)
    expect((await reload(user.id)).email).toBe(first)
    expect((await logInAnew()).offers_email).toBe(false)
  })

  it('does not adopt at once an address of another account or ADMIN_EMAIL, even if the provider verified it', async () => {
    const holder = await createUser(orm())
    for (const email of [holder.email ?? '', 'admin@example.org']) {
      const user = await createUser(orm())
      const sub = person()
      await link(user)
      provider.accounts[sub] = { email, email_verified: true, given_name: 'Ada' }
      const { body } = await comeBack()
      const token = body.outcome === 'logged_in' ? body.api_token : ''
      const [account] = await linkedOf({ token })
      const answered = await test.call(identityProvidersApi.answerEmail, {
        as: token,
        body: { id: account?.id ?? '', take: true },
        ip: ip(),
      })
      expect([answered.status, answered.body.taken]).toEqual([200, false])
      expect(await reload(user.id)).toMatchObject({ email: user.email, new_email: email })
    }
  })

  it('leads to the second step if the account has one', async () => {
    const user = await createUser(orm())
    person()
    await link(user)
    await orm().update(users).set({ second_factor_since: new Date() }).where(eq(users.id, user.id))
    const { body } = await comeBack()
    expect(body).toMatchObject({ outcome: 'logged_in', second_step: true })
    const half = body.outcome === 'logged_in' ? body.api_token : ''
    expect((await test.call(profileApi.userinfo, { as: half })).status).toBe(401)
    const code = { token: half, code: '000000' }
    expect((await test.call(secondFactorsApi.logIn, { body: code, ip: ip() })).status).toBe(422)
  })

  it('is refused to a suspended account with the reason, as after a password', async () => {
    const user = await createUser(orm())
    person()
    await link(user)
    const suspension = { suspended_at: new Date(), suspended_reason: 'Three broken drills' }
    await orm().update(users).set(suspension).where(eq(users.id, user.id))
    const { status, error } = await comeBack()
    expect([status, error.code, error.message]).toEqual([
      403,
      'account_suspended',
      'Three broken drills',
    ])
  })

  it('from an unknown device sends a mail', async () => {
    const user = await createUser(orm())
    person()
    await link(user)
    for (const agent of ['Firefox/140.0', 'Chrome/140.0 Safari/537.36 (Windows NT 10.0)']) {
      const browser = newBrowser()
      const { search } = await provider.visit(await start(browser))
      await test.call(identityProvidersApi.finish, {
        body: { provider: 'verein', browser, query: search },
        headers: { 'user-agent': `Mozilla/5.0 ${agent}` },
        ip: ip(),
      })
    }
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/logged in|login/i),
    )
  })

  it('works once: a repeated response is refused, also by another process and at the same time', async () => {
    const user = await createUser(orm())
    person()
    await link(user)
    const browser = newBrowser()
    const { search } = await provider.visit(await start(browser))
    const both = await Promise.all([
      finish(browser, search),
      finish(browser, search, undefined, other),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const again = await finish(browser, search, undefined, other)
    expect(again.error.code).toBe('provider_login_expired')
  })

  it('belongs to the browser that began it, so another person’s response logs no one in', async () => {
    const stranger = await createUser(orm())
    person()
    await link(stranger)
    const browser = newBrowser()
    const { search } = await provider.visit(await start(browser))
    const victim = newBrowser()
    expect((await finish(victim, search)).error.code).toBe('provider_login_expired')
    await start(victim)
    expect((await finish(victim, search)).error.code).toBe('provider_login_expired')
    // The attempt did not use it up.
    expect((await finish(browser, search)).status).toBe(200)
  })

  it('expires after ten minutes', async () => {
    person()
    const browser = newBrowser()
    const { search } = await provider.visit(await start(browser))
    const app = await createTestApp({ sharing: test, config: test.deps.config })
    app.advance(11 * MINUTE_MS)
    const late = await finish(browser, search, undefined, app)
    await app.close()
    expect(late.error.code).toBe('provider_login_expired')
  })

  it('that was cancelled at the provider says so', async () => {
    provider.current = null
    const { status, error } = await comeBack()
    expect([status, error.code]).toEqual([403, 'provider_denied'])
  })

  it('refuses an unknown provider and leads to no other site', async () => {
    const browser = newBrowser()
    const unknown = { provider: 'nobody', browser }
    const answer = await test.call(identityProvidersApi.start, { body: unknown, ip: ip() })
    expect(answer.status).toBe(404)
    for (const return_path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a\nb',
    ]) {
      const body = { provider: 'verein', browser, return_path }
      expect((await test.call(identityProvidersApi.start, { body, ip: ip() })).status).toBe(422)
    }
  })
})

it('a logout returns the provider’s logout page, and 404 for an unknown provider', async () => {
  const leave = (key: string) =>
    test.call(identityProvidersApi.leave, { body: { provider: key }, ip: ip() })
  const { body } = await leave('verein')
  expect(body).toEqual({
    provider_name: 'Verein',
    url: `${provider.issuer}/session/end?client_id=letterlend`,
  })
  // The provider's logout page, opened without a return address.
  expect((await fetch(body.url ?? '')).status).toBe(200)
  expect((await leave('stadt')).status).toBe(404)
})

describe('an identity without an account', () => {
  it('is never linked by its e-mail address: the owner of the account logs in first', async () => {
    const user = await createUser(orm())
    person({ email: user.email.toUpperCase() })
    const browser = newBrowser()
    const { body } = await comeBack(browser)
    expect(body).toMatchObject({ outcome: 'unknown', identity: { has_account: true } })
    expect(await linkedOf(user)).toEqual([])
    const waiting = await test.call(identityProvidersApi.waiting, { body: { browser }, ip: ip() })
    expect(waiting.body).toMatchObject({ provider_name: 'Verein', has_account: true })
    const linked = await test.call(identityProvidersApi.link, {
      as: user.token,
      body: { browser },
      ip: ip(),
    })
    expect(linked.body).toMatchObject([{ provider: 'verein', gone: false }])
    const again = await test.call(identityProvidersApi.link, {
      as: user.token,
      body: { browser },
      ip: ip(),
    })
    expect(again.error.code).toBe('provider_login_expired')
    expect((await comeBack()).body).toMatchObject({ outcome: 'logged_in' })
    const [mail] = await mailsTo(user.email)
    expect([mail?.subject, mail?.text]).toEqual([
      'Verein is linked with your account',
      expect.stringContaining(`${ORIGIN}/profile/security`),
    ])
  })

  it('is linked only with the account whose owner has just proved to own it', async () => {
    const user = await createUser(orm())
    const unconfirmed = await createUser(orm(), { email_confirmed_at: null })
    person()
    const browser = newBrowser()
    await comeBack(browser)
    const call = (as: string | undefined, secret = browser) =>
      test.call(identityProvidersApi.link, {
        ...(as && { as }),
        body: { browser: secret },
        ip: ip(),
      })
    expect((await call(undefined)).status).toBe(401)
    expect((await call(unconfirmed.token)).error.code).toBe('email_not_confirmed')
    expect((await call(user.token, newBrowser())).error.code).toBe('provider_login_expired')
    const proved_at = new Date(Date.now() - 11 * MINUTE_MS)
    await orm().update(tokens).set({ proved_at }).where(eq(tokens.user_id, user.id))
    expect((await call(user.token)).error.code).toBe('fresh_proof_needed')
    expect(await linkedOf(user)).toEqual([])
  })

  it('belongs to one account and is refused to another', async () => {
    const [first, second] = [await createUser(orm()), await createUser(orm())]
    person()
    await link(first)
    const browser = newBrowser()
    const body = { provider: 'verein', browser }
    const { body: begun } = await test.call(identityProvidersApi.startLinking, {
      as: second.token,
      body,
      ip: ip(),
    })
    const { search } = await provider.visit(begun.url)
    expect((await finish(browser, search, second.token)).error.code).toBe('linked_elsewhere')
    person()
    const twice = await test.call(identityProvidersApi.startLinking, {
      as: first.token,
      body,
      ip: ip(),
    })
    expect(twice.error.code).toBe('already_linked')
  })

  it('is not linked with another account that logged in meanwhile', async () => {
    const [first, second] = [await createUser(orm()), await createUser(orm())]
    person()
    const browser = newBrowser()
    const body = { provider: 'verein', browser }
    const { body: begun } = await test.call(identityProvidersApi.startLinking, {
      as: first.token,
      body,
      ip: ip(),
    })
    const { search } = await provider.visit(begun.url)
    expect((await finish(browser, search, second.token)).error.code).toBe('other_account')
    expect([await linkedOf(first), await linkedOf(second)]).toEqual([[], []])
  })
})

describe('a registration', () => {
  it('with an address that the provider has verified needs no confirmation', async () => {
    const sub = person()
    const browser = newBrowser()
    const { body } = await comeBack(browser)
    expect(body).toMatchObject({
      outcome: 'unknown',
      identity: {
        firstname: 'Ada',
        lastname: 'Muster',
        email: `${sub}@example.org`,
        email_verified: true,
        has_account: false,
      },
    })
    const registered = await register(browser, `${sub}@example.org`)
    expect(registered.status).toBe(201)
    expect(await userinfo(registered.body.api_token)).toMatchObject({ email_confirmed: true })
    expect(await mailsTo(`${sub}@example.org`)).toEqual([])
    expect((await comeBack()).body).toMatchObject({ outcome: 'logged_in' })
    // The identity was already redeemed.
    expect((await register(browser, 'other@example.org')).error.code).toBe('provider_login_expired')
  })

  it('gets the tasks of the mapping at once if it confirms the address', async () => {
    for (const [claims, tasks] of [
      [{}, ['shipping']],
      [{ email_verified: false }, []],
    ] as const) {
      const sub = person({ groups: ['Lager', 'admin'], ...claims })
      const browser = newBrowser()
      await comeBack(browser)
      const email = `${sub}@example.org`
      const { body } = await register(browser, email)
      expect((await userinfo(body.api_token)).tasks).toEqual(tasks)
      const subjects = (await mailsTo(email)).map(({ subject }) => subject)
      expect(subjects.includes('You were given tasks at Letterlend')).toBe(tasks.length > 0)
    }
  })

  it('with another or an unverified address is confirmed by mail', async () => {
    const addresses = []
    for (const [claims, address] of [
      [{}, 'another-than-the-provider-says@example.org'],
      [{ email_verified: false }, null],
      [{ email_verified: undefined }, null],
    ] as const) {
      const sub = person(claims)
      const browser = newBrowser()
      await comeBack(browser)
      const email = address ?? `${sub}@example.org`
      const { body } = await register(browser, email)
      expect(await userinfo(body.api_token)).toMatchObject({ email_confirmed: false })
      addresses.push(email)
    }
    for (const email of addresses) expect(await mailsTo(email)).toHaveLength(1)
  })

  it('never makes an administrator, even if the provider returns ADMIN_EMAIL', async () => {
    person({ email: 'admin@example.org', groups: ['admin', 'Vorstand'] })
    const browser = newBrowser()
    await comeBack(browser)
    const { body } = await register(browser, 'admin@example.org')
    const me = await userinfo(body.api_token)
    expect([me.email_confirmed, me.tasks]).toEqual([false, []])
    await comeBack()
    expect((await userinfo(body.api_token)).tasks).toEqual([])
  })

  it('passes the same gate as every other registration', async () => {
    const app = await createTestApp({ sharing: test, config: test.deps.config })
    const settings = app.deps.settings.current()
    const current = app.deps.settings.current.bind(app.deps.settings)
    app.deps.settings.current = () => ({
      ...current(),
      gate: { ...settings.gate, gate: 'waiting' },
    })
    const sub = person()
    const browser = newBrowser()
    await comeBack(browser)
    const call = {
      firstname: 'Ada',
      lastname: 'M',
      email: `${sub}@example.org`,
      ...ADDRESS,
      browser,
    }
    const { body } = await app.call(providerRegistrationApi.register, { body: call, ip: ip() })
    expect((await userinfo(body.api_token)).waiting_since).not.toBeNull()
    app.deps.settings.current = () => ({
      ...current(),
      gate: { ...settings.gate, gate: 'invited' },
    })
    person()
    await comeBack(browser)
    const refused = await app.call(providerRegistrationApi.register, {
      body: { ...call, email: 'nobody-invited@example.org' },
      ip: ip(),
    })
    await app.close()
    expect(refused.error.code).toBe('invitation_needed')
  })

  it('leaves no way in for an account that registered another person’s address', async () => {
    const sub = person({ email_verified: false })
    const browser = newBrowser()
    await comeBack(browser)
    await register(browser, `${sub}@example.org`)
    const [mail] = await mailsTo(`${sub}@example.org`)
    const [, token = ''] = /email_confirmation_token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    // In another browser than the registration.
    const confirmed = await test.call(accountsApi.emailConfirmation, {
      body: { email_confirmation_token: token },
      ip: ip(),
    })
    expect(confirmed.status).toBe(200)
    expect((await comeBack()).body).toMatchObject({
      outcome: 'unknown',
      identity: { has_account: false },
    })
  })

  it('stays linked if the mail is opened in the browser that registered', async () => {
    const sub = person({ email_verified: false })
    const browser = newBrowser()
    await comeBack(browser)
    const { body } = await register(browser, `${sub}@example.org`)
    const [mail] = await mailsTo(`${sub}@example.org`)
    const [, token = ''] = /email_confirmation_token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    await test.call(accountsApi.emailConfirmation, {
      as: body.api_token,
      body: { email_confirmation_token: token },
      ip: ip(),
    })
    expect((await comeBack()).body).toMatchObject({ outcome: 'logged_in' })
  })
})

describe('a linked account', () => {
  const unlink = async (user: TestUser, as = user.token) => {
    const [row] = await linkedOf(user)
    return test.call(identityProvidersApi.unlink, { as, body: { id: row?.id ?? '' }, ip: ip() })
  }

  it('is unlinked only by its owner, who is notified by mail, and then no longer logs in', async () => {
    const user = await createUser(orm(), { password_hash: 'any' })
    const stranger = await createUser(orm())
    person()
    await link(user)
    expect((await unlink(user, stranger.token)).status).toBe(404)
    expect((await unlink(user)).body).toEqual([])
    expect((await comeBack()).body).toMatchObject({ outcome: 'unknown' })
    expect((await mailsTo(user.email)).map(({ subject }) => subject).sort()).toEqual([
      'Verein is linked with your account',
      'Verein is no longer linked',
    ])
    const events = await orm()
      .select()
      .from(security_events)
      .where(eq(security_events.user_id, user.id))
    expect(events.map(({ kind }) => kind).sort()).toEqual(['account_linked', 'account_unlinked'])
  })

  it('is a way to log in for an account without a password', async () => {
    const user = await createUser(orm())
    expect((await userinfo(user.token)).can_log_in).toBe(false)
    person()
    await link(user)
    expect(await userinfo(user.token)).toMatchObject({ has_password: false, can_log_in: true })
  })

  it('cannot be unlinked if it is the only way to log in', async () => {
    const user = await createUser(orm())
    person()
    await link(user)
    expect((await unlink(user)).error.code).toBe('last_way_in')
    expect(await linkedOf(user)).toHaveLength(1)
  })

  it('requires a fresh proof', async () => {
    const user = await createUser(orm(), { password_hash: 'any' })
    person()
    await link(user)
    const proved_at = new Date(Date.now() - 11 * MINUTE_MS)
    await orm().update(tokens).set({ proved_at }).where(eq(tokens.user_id, user.id))
    expect((await unlink(user)).error.code).toBe('fresh_proof_needed')
    const body = { provider: 'verein', browser: newBrowser() }
    const begun = await test.call(identityProvidersApi.startLinking, { as: user.token, body })
    expect(begun.error.code).toBe('fresh_proof_needed')
  })

  it('is unlinked if it is recent and its owner says "it was not me"', async () => {
    const user = await createUser(orm())
    person({ groups: ['Lager'] })
    await link(user)
    expect((await userinfo(user.token)).tasks).toEqual(['shipping'])
    const secret = await createToken(orm(), 'not_me', user, new Date())
    await sayNotMe(test.deps, secret)
    expect((await comeBack()).body).toMatchObject({ outcome: 'unknown' })
    expect((await reload(user.id)).tasks).toEqual([])
  })

  it('is in the download of its owner and is deleted with the account', async () => {
    const user = await createUser(orm(), { password_hash: 'any' })
    const sub = person()
    await link(user)
    const { body } = await test.call(accountsApi.exportData, { as: user.token })
    expect(body.data.linked_accounts).toMatchObject([{ provider: 'verein', subject: sub }])
    await test.call(accountsApi.remove, { as: user.token })
    const left = await orm().select().from(linked_accounts).where(eq(linked_accounts.subject, sub))
    expect(left).toEqual([])
    expect((await comeBack()).body).toMatchObject({ outcome: 'unknown' })
  })
})

describe('roles at the provider', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await createUser(orm())
  })
  const says = (groups: unknown) => {
    const sub = provider.current ?? ''
    provider.accounts[sub] = { ...provider.accounts[sub], groups }
  }
  const tasksNow = async () => (await userinfo(user.token)).tasks

  it('give and take tasks at each login, with a mail and an entry in the audit log', async () => {
    person({ groups: ['Members', 'Vorstand'] })
    await link(user)
    expect(await tasksNow()).toEqual(['moderation', 'map'])
    says(['Lager'])
    await comeBack()
    const logins = and(eq(security_events.user_id, user.id), eq(security_events.kind, 'login'))
    expect(await orm().select().from(security_events).where(logins)).toMatchObject([
      { way: 'openid' },
    ])
    expect(await tasksNow()).toEqual(['shipping'])
    says(undefined)
    await comeBack()
    expect(await tasksNow()).toEqual([])
    const subjects = (await mailsTo(user.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /task/.test(subject)).sort()).toEqual([
      'You have no task at Letterlend any more',
      'You were given tasks at Letterlend',
      'Your tasks at Letterlend have changed',
    ])
    const acts = await orm().select().from(audit_log).where(eq(audit_log.subject_id, user.id))
    expect(acts.map(({ actor, verb }) => `${actor} ${verb}`).sort()).toEqual([
      'system grant',
      'system grant',
      'system revoke',
    ])
  })

  it('do not change tasks given by hand or tasks the mapping does not name', async () => {
    await orm()
      .update(users)
      .set({ tasks: ['shipping', 'treasury'] })
      .where(eq(users.id, user.id))
    person({ groups: ['Lager', 'Vorstand'] })
    await link(user)
    says([])
    await comeBack()
    expect(await tasksNow()).toEqual(['shipping', 'treasury'])
  })

  it('neither give nor take administration', async () => {
    person({ groups: ['administration', 'admin', 'Vorstand'] })
    await link(user)
    expect((await reload(user.id)).role_id).toBe(2)
    const admin = await createUser(orm(), { role_id: 3 })
    person({ groups: ['Lager'] })
    await link(admin)
    says([])
    await comeBack()
    expect((await reload(admin.id)).role_id).toBe(3)
  })

  it('end when the account is unlinked', async () => {
    await orm().update(users).set({ password_hash: 'any' }).where(eq(users.id, user.id))
    person({ groups: ['Lager'] })
    await link(user)
    const [row] = await linkedOf(user)
    const body = { id: row?.id ?? '' }
    await test.call(identityProvidersApi.unlink, { as: user.token, body, ip: ip() })
    expect(await tasksNow()).toEqual([])
  })
})

it('abandoned logins are deleted', async () => {
  person()
  const browser = newBrowser()
  await start(browser)
  await comeBack(browser)
  await cleanUp(test.deps, new Date(Date.now() + 61 * MINUTE_MS))
  expect(await orm().select().from(provider_logins)).toEqual([])
  expect(await orm().select().from(proved_identities)).toEqual([])
})
