import { z } from 'zod'
import type {
  IdentityProviderConfig,
  RolesMapping,
} from '#platform/server/identity-providers.config.ts'
import type { SingleTask } from '#platform/shared/tasks.ts'

/** What a provider says of somebody: of the ID token and of its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>

/** What is used of it. */
export interface Identity {
  provider: string
  issuer: string
  subject: string
  /** What its owner knows the account elsewhere by. */
  label: string
  /** Null where the provider tells none, or nothing that is one. */
  email: string | null
  email_verified: boolean
  firstname: string
  lastname: string
  /** What the roles there stand for here; empty where nothing is mapped. */
  tasks: SingleTask[]
}

/** As much as our own forms take. */
const MAX_NAME = 100

/** A claim as one line of text; empty for what is none. */
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

/** First and last name; of a provider that has one name alone its last word is the last name. */
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
 * What stands at a path such as `realm_access.roles` or `roles.role_class`; of a list, what each of its parts has there.
 * A name with points in it is looked for as it is first.
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

/** Which tasks somebody has by the mapping of the settings. */
export function tasksOfClaims({ claim, tasksByValue }: RolesMapping, claims: Claims): SingleTask[] {
  const values = valuesAt(claims, claim)
  return [...new Set(values.flatMap((value) => tasksByValue.get(value) ?? []))]
}

/** What is used of the claims of an issuer, none of which is trusted to be of any shape. */
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
 * What is offered of an address after a login: one that the provider has changed and the account does not have. Undefined
 * leaves an earlier offer as it is; an address that the owner has declined comes again only once it has changed again.
 * @param before as the provider said it at the last login: the label of the linked account, if that was an address
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
 * Which single tasks an account has after a login, and which of them its account elsewhere has brought. Taken is what
 * the mapping governs, the account elsewhere has brought, and is not said any more; what somebody gave by hand stays.
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
