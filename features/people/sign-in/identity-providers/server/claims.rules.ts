import { z } from 'zod'
import type {
  IdentityProviderConfig,
  RolesMapping,
} from '#platform/server/identity-provider-settings.ts'
import type { SingleTask } from '#platform/shared/tasks.ts'

/** Claims of a provider about a person, from the ID token and the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>

/** The claims that are used. */
export interface Identity {
  provider: string
  issuer: string
  subject: string
  /** Name by which the owner recognises the linked account. */
  label: string
  /** Null if the provider sends no valid address. */
  email: string | null
  email_verified: boolean
  firstname: string
  lastname: string
  /** Tasks that the provider's roles map to; empty without a mapping. */
  tasks: SingleTask[]
}

/** The limit of our own forms. */
const MAX_NAME = 100

/** A claim as one line of text; empty if it is not text. */
function textOf(claims: Claims, ...names: string[]): string {
  for (const name of names) {
    const value = claims[name]
    if (typeof value !== 'string') continue
    const line = value.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
    if (line !== '') return line
  }
  return ''
}

const shortened = (text: string) => [...text].slice(0, MAX_NAME).join('').trim()

/** First and last name. If the provider has a single name, its last word is the last name. */
function namesOf(claims: Claims): { firstname: string; lastname: string } {
  const firstname = textOf(claims, 'given_name', 'first_name')
  const lastname = textOf(claims, 'family_name', 'last_name')
  if (firstname !== '' || lastname !== '') {
    return { firstname: shortened(firstname), lastname: shortened(lastname) }
  }
  const words = textOf(claims, 'name').split(' ')
  const last = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstname: shortened(words.join(' ')), lastname: shortened(last) }
}

/**
 * The values at a path such as `realm_access.roles` or `roles.role_class`. For a list, the values
 * of all its items. A name that contains dots is tried as a whole first.
 */
function valuesAt(value: unknown, path: string): string[] {
  if (path === '') {
    if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, ''))
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  }
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path))
  if (typeof value !== 'object' || value === null) return []
  const fields: Claims = { ...value }
  if (Object.hasOwn(fields, path)) return valuesAt(fields[path], '')
  const [first = '', ...others] = path.split('.')
  if (others.length === 0 || !Object.hasOwn(fields, first)) return []
  return valuesAt(fields[first], others.join('.'))
}

/** The tasks of a person by the mapping in the settings. */
export function tasksOfClaims({ claim, tasksByValue }: RolesMapping, claims: Claims): SingleTask[] {
  const values = valuesAt(claims, claim)
  return [...new Set(values.flatMap((value) => tasksByValue.get(value) ?? []))]
}

/** Extracts the identity from the claims of an issuer, whose types are never trusted. */
export function identityOf(
  provider: Pick<IdentityProviderConfig, 'key' | 'trustEmail' | 'roles'>,
  issuer: string,
  subject: string,
  claims: Claims,
): Identity {
  const address = textOf(claims, 'email')
  const email = z.email().max(254).safeParse(address).success ? address : null
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const label = textOf(claims, 'email', 'preferred_username', 'nickname', 'name') || subject
  return {
    provider: provider.key,
    issuer,
    subject,
    label: label.slice(0, 254),
    email,
    email_verified: email !== null && isVerified && provider.trustEmail,
    ...namesOf(claims),
    tasks: provider.roles ? tasksOfClaims(provider.roles, claims) : [],
  }
}

const same = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()

/**
 * The offer of a new address after a login, if the provider's address has changed and the account
 * has another one. Undefined keeps an earlier offer. A declined address is offered again only after
 * it has changed again.
 * @param before the provider's address at the last login: the label of the linked account, if it is
 * an address
 */
export function offerOf(
  identity: Pick<Identity, 'email' | 'email_verified'>,
  before: string,
  own: string | null,
): { new_email: string | null; new_email_verified: boolean } | undefined {
  const { email, email_verified } = identity
  if (email === null) return undefined
  if (same(own, email)) return { new_email: null, new_email_verified: false }
  const hasChanged = before.includes('@') && !same(before, email)
  return hasChanged ? { new_email: email, new_email_verified: email_verified } : undefined
}

/**
 * The individual tasks of an account after a login, and those its linked account has brought.
 * Removes tasks that the mapping governs and the linked account has brought, if the provider no
 * longer reports them. Tasks given by hand stay.
 */
export function tasksAfterLogin(
  before: readonly SingleTask[],
  brought: readonly SingleTask[],
  { said, governed }: { said: readonly SingleTask[]; governed: readonly SingleTask[] },
): { tasks: SingleTask[]; brought: SingleTask[] } {
  const ends = (task: SingleTask) =>
    brought.includes(task) && governed.includes(task) && !said.includes(task)
  const given = said.filter((task) => !before.includes(task))
  return {
    tasks: [...before.filter((task) => !ends(task)), ...given],
    brought: [...brought.filter((task) => !ends(task) && !given.includes(task)), ...given],
  }
}
