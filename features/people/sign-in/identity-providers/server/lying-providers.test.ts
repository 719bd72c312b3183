import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '#app/server/testing/factories.ts'
import { type LyingProvider, startLyingProvider } from '#app/server/testing/lying-provider.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { hashPassword } from '#platform/server/identity/passwords.ts'
import type { IdentityProviderConfig } from '#platform/server/identity-provider-settings.ts'
import { SECOND_MS } from '#platform/shared/durations.ts'
import { identityProvidersApi } from '../contract.ts'
import { IdentityProvider, newLoginSecrets } from './identity-provider.ts'

const ORIGIN = 'https://lend.example.org'

let liar: LyingProvider
let honest: LyingProvider
let test: TestApp
let log = ''
const configOf = (key: string, issuer: string): IdentityProviderConfig => ({
  key,
  name: key,
  issuer,
  clientId: 'letterlend',
  clientSecret: 'a secret & more',
  scopes: 'openid email profile',
  trustEmail: true,
  roles: undefined,
})
beforeAll(async () => {
  liar = await startLyingProvider('letterlend')
  honest = await startLyingProvider('letterlend')
  const identityProviders = [
    configOf('liar', liar.issuer),
    configOf('honest', honest.issuer),
    // Nothing listens there.
    configOf('gone', 'http://127.0.0.1:9'),
  ]
  const logger = pino(
    { level: 'warn' },
    new Writable({
      write(chunk, _encoding, done) {
        log += chunk
        done()
      },
    }),
  )
  test = await createTestApp({ config: { publicUrl: ORIGIN, identityProviders }, deps: { logger } })
})
afterAll(async () => {
  await test.close()
  await liar.close()
  await honest.close()
})
beforeEach(() => {
  liar.repent()
  honest.repent()
  log = ''
})

let networks = 0
const ip = () => `10.7.${++networks >> 8}.${networks & 255}`
const newBrowser = () => randomBytes(32).toString('base64url')

async function start(provider: string, browser: string) {
  const body = { provider, browser }
  const { body: begun } = await test.call(identityProvidersApi.start, { body, ip: ip() })
  return begun.url
}

const finish = (provider: string, browser: string, query: string) =>
  test.call(identityProvidersApi.finish, { body: { provider, browser, query }, ip: ip() })

/** A login at the lying provider, until it fails. */
async function logIn() {
  const browser = newBrowser()
  return finish('liar', browser, liar.callbackQueryFor(await start('liar', browser)))
}

const refusal = async () => {
  const { status, error } = await logIn()
  return `${status} ${error.code}`
}

it('an honest provider is believed', async () => {
  const { status, body } = await logIn()
  expect([status, body]).toMatchObject([200, { outcome: 'unknown' }])
  const grant = Object.fromEntries(liar.lastGrant)
  expect(grant).toMatchObject({
    grant_type: 'authorization_code',
    redirect_uri: `${ORIGIN}/auth/provider/liar`,
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  })
})

it('a clock that is ninety seconds off is accepted', async () => {
  const now = Math.floor(Date.now() / SECOND_MS)
  for (const claims of [
    { iat: now + 90, nbf: now + 90, exp: now + 390 },
    { iat: now - 390, exp: now - 90 },
  ]) {
    liar.lies.claims = claims
    const { status, body } = await logIn()
    expect([status, body]).toMatchObject([200, { outcome: 'unknown' }])
  }
})

describe('an ID token', () => {
  const now = Math.floor(Date.now() / SECOND_MS)
  it.each([
    ['of another issuer', { iss: 'https://other.example' }],
    ['for another client', { aud: 'another' }],
    ['for several clients, and meant for another', { aud: ['letterlend', 'b'], azp: 'b' }],
    ['of another login', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { iat: now - 900, exp: now - 600 }],
    ['that is not valid yet', { nbf: now + 600 }],
    ['from the future', { iat: now + 600, exp: now + 900 }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['with a subject that is too long', { sub: 's'.repeat(256) }],
  ])('%s is refused', async (_name, claims) => {
    liar.lies.claims = claims
    if ('sub' in claims && claims.sub) liar.lies.userinfo = { sub: claims.sub }
    expect(await refusal()).toBe('422 provider_refused')
  })

  it('without a signature is refused', async () => {
    liar.lies.alg = 'none'
    expect(await refusal()).toBe('422 provider_refused')
  })

  it('signed with another key is refused', async () => {
    liar.lies.otherKey = true
    expect(await refusal()).toBe('422 provider_refused')
  })

  it('that is missing makes the login fail', async () => {
    liar.lies.token = 'has no ID token'
    expect(await refusal()).toBe('422 provider_refused')
  })
})

describe('a response of a provider', () => {
  it('whose userinfo is about another subject is refused', async () => {
    liar.lies.userinfo = { sub: 'somebody else' }
    expect(await refusal()).toBe('422 provider_refused')
  })

  it('that names another issuer, as in a mix-up attack, is refused', async () => {
    liar.lies.back = { iss: honest.issuer }
    expect(await refusal()).toBe('422 provider_refused')
  })

  it('without a code, with a used code or with two states is refused', async () => {
    liar.lies.back = { code: null }
    expect(await refusal()).toBe('422 provider_refused')
    liar.lies.back = { code: 'used before' }
    expect(await refusal()).toBe('422 provider_refused')
    liar.repent()
    const browser = newBrowser()
    const query = liar.callbackQueryFor(await start('liar', browser))
    expect((await finish('liar', browser, `${query}&state=b`)).error.code).toBe('provider_refused')
  })

  it('whose state is missing or differs is refused', async () => {
    for (const state of [null, 'another']) {
      liar.lies.back = { state }
      expect(await refusal()).toBe('422 provider_login_expired')
    }
  })

  it('to the address of another provider than the login began at is refused', async () => {
    const browser = newBrowser()
    const query = liar.callbackQueryFor(await start('liar', browser))
    expect((await finish('honest', browser, query)).error.code).toBe('provider_login_expired')
  })

  it('that reports an error gets our own error code, without the provider’s text', async () => {
    for (const [error, code] of [
      ['access_denied', 'provider_denied'],
      ['temporarily_unavailable', 'provider_unavailable'],
      ['invalid_scope', 'provider_refused'],
    ]) {
      liar.lies.back = { code: null, error: error ?? '', error_description: '<b>Send money</b>' }
      const answer = await logIn()
      expect(answer.error.code).toBe(code)
      expect(JSON.stringify(answer.error)).not.toContain('money')
    }
  })

  it('is refused the second time, whatever became of the first', async () => {
    liar.lies.claims = { nonce: 'another' }
    const browser = newBrowser()
    const query = liar.callbackQueryFor(await start('liar', browser))
    expect((await finish('liar', browser, query)).error.code).toBe('provider_refused')
    liar.repent()
    expect((await finish('liar', browser, query)).error.code).toBe('provider_login_expired')
  })
})

describe('a provider that must name itself in its responses', () => {
  it('is refused if it does not', async () => {
    const strict = await startLyingProvider('letterlend')
    strict.lies.metadata = { authorization_response_iss_parameter_supported: true }
    const provider = providerOf(strict.issuer)
    const secrets = newLoginSecrets()
    const url = await provider.urlFor(secrets)
    await expect(provider.identify(strict.callbackQueryFor(url), secrets)).rejects.toMatchObject({
      code: 'provider_refused',
    })
    strict.lies.back = { iss: strict.issuer }
    expect(await provider.identify(strict.callbackQueryFor(url), secrets)).toMatchObject({
      subject: 'subject',
    })
    await strict.close()
  })
})

const providerOf = (issuer: string, more: Partial<IdentityProviderConfig> = {}, timeoutMs = 300) =>
  new IdentityProvider(
    { ...configOf('one', issuer), ...more },
    { publicUrl: ORIGIN, logger: test.deps.logger, timeoutMs },
  )

it.each([
  ['has none', undefined, null],
  ['has one', 'https://login.example/end', 'https://login.example/end?client_id=letterlend'],
  ['names what a browser would run', 'javascript:alert(1)', null],
  ['names no address', 'nowhere', null],
])('a logout page that a provider %s', async (_, end_session_endpoint, url) => {
  liar.lies.metadata = { end_session_endpoint }
  expect(await providerOf(liar.issuer).logoutUrl()).toBe(url)
})

describe('an unreachable provider', () => {
  it('is reported as such while all other ways in still work', async () => {
    const body = { provider: 'gone', browser: newBrowser() }
    const { status, error } = await test.call(identityProvidersApi.start, { body, ip: ip() })
    expect([status, error.code]).toEqual([503, 'provider_unavailable'])
    const password_hash = await hashPassword('Kirschbaum am Zaun')
    const { email } = await createUser(test.deps.database.orm, { password_hash })
    const credentials = { email, password: 'Kirschbaum am Zaun' }
    const login = await test.call(accountsApi.login, { body: credentials, ip: ip() })
    expect(login.status).toBe(200)
    const { provider } = body
    const left = await test.call(identityProvidersApi.leave, { body: { provider }, ip: ip() })
    expect(left.body).toEqual({ provider_name: 'gone', url: null })
  })

  it('in the middle of a login is reported if it hangs, breaks off or never ends', async () => {
    for (const token of ['hangs', 'is broken', 'is huge'] as const) {
      const provider = providerOf(liar.issuer)
      const secrets = newLoginSecrets()
      const url = await provider.urlFor(secrets)
      liar.lies.token = token
      const began = Date.now()
      await expect(provider.identify(liar.callbackQueryFor(url), secrets)).rejects.toMatchObject({
        code: 'provider_unavailable',
      })
      expect(Date.now() - began).toBeLessThan(5_000)
    }
  })

  it('is queried again by the next login, and once by several at the same time', async () => {
    const late = await startLyingProvider('letterlend')
    const provider = providerOf(late.issuer)
    late.lies.metadata = { issuer: 'https://another.example' }
    await expect(provider.urlFor(newLoginSecrets())).rejects.toMatchObject({
      code: 'provider_refused',
    })
    late.repent()
    const before = late.discoveries
    await Promise.all([1, 2, 3].map(() => provider.urlFor(newLoginSecrets())))
    expect(late.discoveries - before).toBe(1)
    await late.close()
  })

  it('writes a line without secrets to the operator’s log', async () => {
    liar.lies.claims = { iss: 'https://other.example' }
    await logIn()
    expect(log).toContain('"provider":"liar"')
    expect(log).not.toMatch(/a secret|code_verifier|access/)
  })
})

describe('tested shapes', () => {
  /** The identity from a login at a provider with these properties. */
  async function identify(
    { path, metadata = {}, inToken = {}, userinfo = {} }: Record<string, object> & { path: never },
    more: Partial<IdentityProviderConfig>,
  ) {
    const server = await startLyingProvider('letterlend', path)
    const { sub = 'subject' } = inToken as { sub?: string }
    Object.assign(server.lies, { metadata, inToken, userinfo: { sub, ...userinfo } })
    const provider = providerOf(server.issuer, more)
    const secrets = newLoginSecrets()
    const identity = await provider.identify(
      server.callbackQueryFor(await provider.urlFor(secrets)),
      secrets,
    )
    const { lastGrant, issuer } = server
    await server.close()
    return { identity, lastGrant, issuer }
  }
  const rolesOf = (claim: string, values: Record<string, 'shipping' | 'treasury'>) => ({
    roles: {
      claim,
      tasksByValue: new Map(Object.entries(values).map(([value, task]) => [value, [task]])),
    },
  })

  it.each([
    {
      name: 'Keycloak: the issuer is a realm, roles lie below realm_access',
      shape: {
        path: '/realms/verein',
        metadata: {
          token_endpoint_auth_methods_supported: [
            'private_key_jwt',
            'client_secret_basic',
            'client_secret_post',
          ],
          id_token_signing_alg_values_supported: ['PS384', 'RS256', 'ES256', 'HS256'],
          frontchannel_logout_supported: true,
        },
        inToken: { sub: 'f:1', typ: 'ID', azp: 'letterlend', sid: 's', acr: '1' },
        userinfo: {
          email: 'ada@verein.example',
          email_verified: true,
          given_name: 'Ada',
          family_name: 'Muster',
          name: 'Ada Muster',
          preferred_username: 'ada',
          realm_access: { roles: ['default-roles-verein', 'lager'] },
        },
      },
      more: rolesOf('realm_access.roles', { lager: 'shipping' }),
      expected: { email: 'ada@verein.example', email_verified: true, tasks: ['shipping'] },
    },
    {
      name: 'Nextcloud: the issuer is the address of the cloud, and one name holds all',
      shape: {
        path: '',
        metadata: {
          scopes_supported: ['openid', 'profile', 'email', 'roles', 'groups'],
          token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
          id_token_signing_alg_values_supported: ['RS256', 'HS256'],
        },
        inToken: { sub: 'ada', preferred_username: 'ada', name: 'Ada Maria Muster' },
        userinfo: { email: 'ada@verein.example', groups: ['Kasse', 'Chor'] },
      },
      more: { ...rolesOf('groups', { Kasse: 'treasury' }), scopes: 'openid email profile groups' },
      expected: {
        firstname: 'Ada Maria',
        lastname: 'Muster',
        email_verified: false,
        tasks: ['treasury'],
      },
    },
    {
      name: 'hitobito: all but the number comes from userinfo, roles are a list of objects',
      shape: {
        path: '',
        metadata: {
          token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
          scopes_supported: ['openid', 'email', 'name', 'with_roles'],
        },
        inToken: { sub: '42' },
        userinfo: {
          email: 'ada@verein.example',
          first_name: 'Ada',
          last_name: 'Muster',
          nickname: null,
          roles: [
            {
              group_id: 7,
              group_name: 'Vorstand',
              role: 'Group::Vorstand::Kassier',
              role_class: 'Group::Vorstand::Kassier',
              role_name: 'Kassier*in',
              permissions: ['finance'],
            },
          ],
        },
      },
      more: {
        ...rolesOf('roles.role_class', { 'Group::Vorstand::Kassier': 'treasury' }),
        scopes: 'openid email name with_roles',
      },
      expected: { subject: '42', firstname: 'Ada', email_verified: false, tasks: ['treasury'] },
    },
    {
      name: 'Authentik: the issuer is that of the application, and ends with a slash',
      shape: {
        path: '/application/o/letterlend/',
        metadata: {
          token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        },
        inToken: {
          sub: 'hash',
          email: 'ada@verein.example',
          email_verified: false,
          given_name: 'Ada Muster',
          name: 'Ada Muster',
          groups: ['Lager'],
        },
      },
      more: rolesOf('groups', { Lager: 'shipping' }),
      expected: {
        firstname: 'Ada Muster',
        lastname: '',
        email_verified: false,
        tasks: ['shipping'],
      },
    },
  ])('$name', async ({ shape, more, expected }) => {
    const { identity, lastGrant, issuer } = await identify(shape as never, more)
    expect(identity).toMatchObject({ issuer, ...expected })
    expect(lastGrant.get('client_secret')).toBe('a secret & more')
  })

  it('an issuer without its trailing slash is a different issuer', async () => {
    const server = await startLyingProvider('letterlend', '/application/o/letterlend/')
    const provider = providerOf(server.issuer.replace(/\/$/, ''))
    await expect(provider.urlFor(newLoginSecrets())).rejects.toMatchObject({
      code: 'provider_refused',
    })
    await server.close()
  })
})
