import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { secretsOf } from './masking.ts'

const ONE = {
  OIDC_PROVIDERS: 'verein',
  OIDC_VEREIN_NAME: 'Verein',
  OIDC_VEREIN_ISSUER: 'https://login.verein.example/realms/verein',
  OIDC_VEREIN_CLIENT_ID: 'letterlend',
}
const read = (more: Record<string, string> = {}) =>
  readConfig({ ...ONE, ...more }).identityProviders

describe('OIDC_PROVIDERS', () => {
  it('is empty by default', () => {
    expect(readConfig({}).identityProviders).toEqual([])
  })

  it('lists one or several providers, in order', () => {
    expect(read()).toEqual([
      {
        key: 'verein',
        name: 'Verein',
        issuer: 'https://login.verein.example/realms/verein',
        clientId: 'letterlend',
        clientSecret: undefined,
        scopes: 'openid email profile',
        trustEmail: true,
        roles: undefined,
      },
    ])
    const two = read({
      OIDC_PROVIDERS: 'stadt, verein',
      OIDC_STADT_NAME: 'Stadt',
      OIDC_STADT_ISSUER: 'http://localhost:8080',
      OIDC_STADT_CLIENT_ID: 'l',
      OIDC_STADT_CLIENT_SECRET: 'nobody knows',
      OIDC_STADT_TRUST_EMAIL: 'off',
      OIDC_STADT_SCOPES: ' openid  email ',
    })
    expect(two.map(({ key }) => key)).toEqual(['stadt', 'verein'])
    expect(two[0]).toMatchObject({ trustEmail: false, scopes: 'openid email' })
  })

  it('maps the roles of a provider to tasks', () => {
    const [provider] = read({
      OIDC_VEREIN_ROLES_CLAIM: 'groups',
      OIDC_VEREIN_ROLES: 'Group::A=treasury ; /b c = map, moderation;b=shipping;b=texts',
    })
    expect(provider?.roles?.claim).toBe('groups')
    expect([...(provider?.roles?.tasksByValue ?? [])]).toEqual([
      ['Group::A', ['treasury']],
      ['/b c', ['map', 'moderation']],
      ['b', ['shipping', 'texts']],
    ])
  })

  it.each([
    [{ OIDC_PROVIDERS: 'Mein Verein' }, /OIDC_PROVIDERS .*small letters/],
    [{ OIDC_PROVIDERS: 'verein,verein' }, /OIDC_PROVIDERS .*twice/],
    [{ OIDC_PROVIDERS: 'verein,stadt' }, /OIDC_STADT_NAME is missing/],
    [{ OIDC_PROVIDERS: '' }, /OIDC_VEREIN_NAME belongs to no provider/],
    [{ OIDC_VEREIN_CLIENT_SECRT: 'x' }, /OIDC_VEREIN_CLIENT_SECRT is not a setting/],
    [{ OIDC_VEREIN_ISSUER: '' }, /OIDC_VEREIN_ISSUER is missing/],
    [{ OIDC_VEREIN_ISSUER: 'verein' }, /OIDC_VEREIN_ISSUER .*URL/],
    [{ OIDC_VEREIN_ISSUER: 'http://login.verein.example' }, /OIDC_VEREIN_ISSUER .*https/],
    [{ OIDC_VEREIN_ISSUER: 'https://a.example/?x=1' }, /OIDC_VEREIN_ISSUER .*no user/],
    [
      { OIDC_VEREIN_ISSUER: 'https://a.example/.well-known/openid-configuration' },
      /OIDC_VEREIN_ISSUER .*well-known/,
    ],
    [{ OIDC_VEREIN_NAME: 'x'.repeat(41) }, /OIDC_VEREIN_NAME .*40/],
    [{ OIDC_VEREIN_SCOPES: 'email' }, /OIDC_VEREIN_SCOPES .*openid/],
    [{ OIDC_VEREIN_TRUST_EMAIL: 'yes' }, /OIDC_VEREIN_TRUST_EMAIL .*"on" or "off"/],
    [{ OIDC_VEREIN_ROLES: 'a=map' }, /OIDC_VEREIN_ROLES_CLAIM and OIDC_VEREIN_ROLES/],
    [
      { OIDC_VEREIN_ROLES_CLAIM: 'groups', OIDC_VEREIN_ROLES: 'a=administration' },
      /OIDC_VEREIN_ROLES .*never a provider/,
    ],
    [
      { OIDC_VEREIN_ROLES_CLAIM: 'groups', OIDC_VEREIN_ROLES: 'a=admin' },
      /OIDC_VEREIN_ROLES .*"admin" is not one of the tasks/,
    ],
    [
      { OIDC_VEREIN_ROLES_CLAIM: 'groups', OIDC_VEREIN_ROLES: 'map' },
      /OIDC_VEREIN_ROLES .*"map" must be/,
    ],
    [
      {
        OIDC_PROVIDERS: 'verein,stadt',
        OIDC_STADT_NAME: 'S',
        OIDC_STADT_CLIENT_ID: 's',
        OIDC_STADT_ISSUER: ONE.OIDC_VEREIN_ISSUER,
      },
      /OIDC_VEREIN_ISSUER .*"stadt" has the same one/,
    ],
  ] as [Record<string, string>, RegExp][])(
    'rejects %j and names the wrong setting',
    (more, sentence) => {
      expect(() => read(more)).toThrow(sentence)
    },
  )

  it('has secrets that are masked in messages', () => {
    expect(secretsOf({ OIDC_VEREIN_CLIENT_SECRET: 'nobody knows' })).toEqual(['nobody knows'])
  })
})
