import { z } from 'zod'
import { SINGLE_TASKS, type SingleTask } from '#platform/shared/tasks.ts'

/** An external OpenID Connect provider that people log in with. */
export interface IdentityProviderConfig {
  /** Its name in `OIDC_PROVIDERS`, which is part of the redirect URL. */
  key: string
  /** Label of the button: "Log in with …". */
  name: string
  issuer: string
  clientId: string
  /** Undefined for a client without a secret; PKCE is used in any case. */
  clientSecret: string | undefined
  /** Separated by spaces. */
  scopes: string
  /** Off: the provider's e-mail address is not trusted and has to be confirmed by mail. */
  trustEmail: boolean
  /** Undefined: this provider grants no tasks. */
  roles: RolesMapping | undefined
}

/** Maps claims of a provider to tasks. */
export interface RolesMapping {
  /** Name of the claim, or a path to it, separated by dots. */
  claim: string
  tasksByValue: ReadonlyMap<string, readonly SingleTask[]>
}

type Settings = Record<string, string | undefined>

/** The settings of each provider, without the prefix `OIDC_` and its name. The checks below name the whole variable. */
export const providerEnvironment = {
  NAME: z.string().meta({
    description: 'What people read on the button, at most 40 characters. Required.',
    example: 'Verein',
    unset: 'the start fails',
  }),
  ISSUER: z.string().meta({
    description:
      "The provider's address, without `/.well-known/`. It begins with `https://`. Required.",
    example: 'https://login.verein.example/realms/verein',
    unset: 'the start fails',
  }),
  CLIENT_ID: z.string().meta({
    description: 'The name by which the provider knows this community. Required.',
    example: 'letterlend',
    unset: 'the start fails',
  }),
  CLIENT_SECRET: z.string().meta({
    description: 'The secret that belongs to it.',
    example: 'a-secret',
    unset: 'for a client without a secret',
  }),
  SCOPES: z.string().meta({
    description: 'What is requested of the provider; `openid` must be among it.',
    example: 'openid email profile groups',
    unset: '`openid email profile`',
  }),
  TRUST_EMAIL: z.enum(['on', 'off']).meta({
    description:
      '`off`: addresses that the provider reports are confirmed by a mail before they are used.',
    example: 'off',
    unset: '`on`',
  }),
  ROLES_CLAIM: z.string().meta({
    description:
      'The claim that has roles or groups, or the path to it with points between ([tasks by roles](login-providers.md)).',
    example: 'realm_access.roles',
    unset: 'no one gets tasks from this provider',
  }),
  ROLES: z.string().meta({
    description: 'Which tasks each value of that claim gives. Needs `ROLES_CLAIM`.',
    example: 'Vorstand=moderation,map; Kasse=treasury',
    unset: 'no one gets tasks from this provider',
  }),
}

const FIELDS = Object.keys(providerEnvironment)

/** Maximum length of the name, which is shown on a button. */
const MAX_NAME = 40

const fail = (name: string, sentence: string): never => {
  throw new Error(`${name} cannot be used: ${sentence}.`)
}

/** Requires https and no parts that an issuer cannot have. http is allowed on this machine only, for tests. */
function checkIssuer(name: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : fail(name, 'it must be a URL')
  const { protocol, hostname, search, hash, username, password } = url
  const isLocal = protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !isLocal) fail(name, 'it must begin with https://')
  if (search || hash || username || password) fail(name, 'an issuer has no user, no ? and no #')
  if (text.includes('/.well-known/'))
    fail(name, 'it must be the issuer itself, without /.well-known/ and the rest')
}

/** `Vorstand=moderation,map; Kasse=treasury` */
function readTasks(name: string, text: string): RolesMapping['tasksByValue'] {
  const mapping = new Map<string, readonly SingleTask[]>()
  for (const pair of text.split(';').map((each) => each.trim())) {
    if (pair === '') continue
    const at = pair.lastIndexOf('=')
    const value = pair.slice(0, at).trim()
    const words = pair.slice(at + 1).split(',')
    if (at < 0 || value === '')
      fail(name, `"${pair}" must be a value, = and tasks, such as Vorstand=moderation,map`)
    const tasks = words.map((word) => {
      const wanted = word.trim()
      if (wanted === 'administration')
        fail(name, 'only an administrator can give administration, never a provider')
      const task = SINGLE_TASKS.find((each) => each === wanted)
      return task ?? fail(name, `"${wanted}" is not one of the tasks ${SINGLE_TASKS.join(', ')}`)
    })
    mapping.set(value, [...new Set([...(mapping.get(value) ?? []), ...tasks])])
  }
  if (mapping.size === 0) fail(name, 'it names no value and no task')
  return mapping
}

function readRoles(prefix: string, settings: Settings): RolesMapping | undefined {
  const claim = settings[`${prefix}ROLES_CLAIM`]
  const roles = settings[`${prefix}ROLES`]
  if (!claim && !roles) return undefined
  if (!claim || !roles)
    throw new Error(`Tasks need ${prefix}ROLES_CLAIM and ${prefix}ROLES: set both, or neither.`)
  return { claim, tasksByValue: readTasks(`${prefix}ROLES`, roles) }
}

function readTrust(name: string, text = 'on'): boolean {
  return text === 'on' || text === 'off' ? text === 'on' : fail(name, 'it must be "on" or "off"')
}

function readProvider(key: string, settings: Settings): IdentityProviderConfig {
  const prefix = `OIDC_${key.toUpperCase()}_`
  const needed = (field: 'NAME' | 'ISSUER' | 'CLIENT_ID') => {
    const value = settings[`${prefix}${field}`]?.trim()
    if (value) return value
    throw new Error(`${prefix}${field} is missing: OIDC_PROVIDERS names "${key}".`)
  }
  const name = needed('NAME')
  if ([...name].length > MAX_NAME)
    fail(`${prefix}NAME`, `it is shown on a button and may have at most ${MAX_NAME} characters`)
  const issuer = needed('ISSUER')
  checkIssuer(`${prefix}ISSUER`, issuer)
  const scopes = (settings[`${prefix}SCOPES`] ?? 'openid email profile').trim().split(/\s+/)
  if (!scopes.includes('openid')) fail(`${prefix}SCOPES`, 'openid must be among the scopes')
  return {
    key,
    name,
    issuer,
    clientId: needed('CLIENT_ID'),
    clientSecret: settings[`${prefix}CLIENT_SECRET`],
    scopes: scopes.join(' '),
    trustEmail: readTrust(`${prefix}TRUST_EMAIL`, settings[`${prefix}TRUST_EMAIL`]),
    roles: readRoles(prefix, settings),
  }
}

/** Rejects settings of an unknown provider: a typo would go unnoticed otherwise. */
function refuseUnknown(keys: readonly string[], settings: Settings): void {
  for (const name of Object.keys(settings)) {
    if (!name.startsWith('OIDC_') || name === 'OIDC_PROVIDERS') continue
    const [, key = '', field = ''] = /^OIDC_([A-Z\d]+)_(\w+)$/.exec(name) ?? []
    if (!keys.includes(key.toLowerCase()))
      throw new Error(`${name} belongs to no provider that OIDC_PROVIDERS names.`)
    if (!FIELDS.some((each) => each === field))
      throw new Error(
        `${name} is not a setting; those of a provider end with ${FIELDS.join(', ')}.`,
      )
  }
}

const keysOf = (settings: Settings) =>
  (settings.OIDC_PROVIDERS ?? '').split(',').flatMap((each) => each.trim() || [])

/** The names of all settings for the providers in `OIDC_PROVIDERS`. */
export const oidcSettingNames = (settings: Settings): string[] =>
  keysOf(settings).flatMap((key) => FIELDS.map((field) => `OIDC_${key.toUpperCase()}_${field}`))

/**
 * The providers in `OIDC_PROVIDERS`, in that order.
 * @param settings the non-empty environment variables Throws an error whose message names the wrong setting and never
 * reveals a secret.
 */
export function identityProvidersOf(settings: Settings): IdentityProviderConfig[] {
  const keys = keysOf(settings)
  for (const key of keys) {
    if (!/^[a-z][a-z\d]{0,29}$/.test(key))
      fail(
        'OIDC_PROVIDERS',
        `"${key}" must be small letters and digits, as in OIDC_PROVIDERS=verein`,
      )
    if (keys.indexOf(key) !== keys.lastIndexOf(key))
      fail('OIDC_PROVIDERS', `it names "${key}" twice`)
  }
  refuseUnknown(keys, settings)
  const providers = keys.map((key) => readProvider(key, settings))
  for (const { key, issuer } of providers) {
    const other = providers.find((each) => each.key !== key && each.issuer === issuer)
    // An issuer's user is one account here, so two buttons cannot share an issuer.
    if (other) fail(`OIDC_${key.toUpperCase()}_ISSUER`, `"${other.key}" has the same one`)
  }
  return providers
}
