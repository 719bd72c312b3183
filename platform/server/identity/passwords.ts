import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Counter } from 'prom-client'
import { isWholeDate } from '#platform/shared/input/guessable-password.ts'
import { AppError } from '../http/errors.ts'
import { isBreached } from './breached-passwords.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import {
  decoyOf,
  isImportedHash,
  ARGON2_OPTIONS as OPTIONS,
  schemeOf,
  verifyImported,
} from './imported-passwords.ts'

/** The same characters from another keyboard are the same password. */
const normalise = (password: string) => password.normalize('NFKC')

/**
 * Passwords hashed in parallel. The pool's four threads also read files and compress, so map requests do not wait for
 * logins.
 */
const HASHING = 2
/** Maximum queue length, about one second of work. Clients further back would give up first. */
const MAX_WAITING = 64
const RETRY_AFTER_SECONDS = 5
const queue = pLimit(HASHING)

export const refusedHashes = new Counter({
  name: 'password_hashes_refused_total',
  help: 'Passwords that were not hashed or compared because too many were waiting',
  registers: [],
})

/**
 * Throws `unavailable` while too many passwords wait to be hashed. Call it before counting an attempt: one that is not
 * checked does not count.
 */
export function refuseWhenCrowded(): void {
  if (queue.pendingCount < MAX_WAITING) return
  refusedHashes.inc()
  throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  refuseWhenCrowded()
  return queue(work)
}

/** @returns the encoded hash, with its salt and parameters. Throws `unavailable`. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalise(password), OPTIONS))
}

/**
 * Hash of a short text that is looked up by its hash. Throws `unavailable`.
 * @param salt 16 random bytes, shared by all values that are searched
 */
export function hashLookedUp(text: string, salt: Buffer): Promise<string> {
  return inTurn(() => hash(text, { ...OPTIONS, salt }))
}

const isOwnHash = (encoded: string): boolean => /^\$argon2(id|i|d)\$/.test(encoded)

/** Whether a password can be compared with the hash: ours, or one of a site that was moved in. */
export const isUsableHash = (encoded: string): boolean =>
  isOwnHash(encoded) || isImportedHash(encoded)

/** Whether a hash is of another site or has outdated parameters. @param encoded a usable hash */
export function isOutdated(encoded: string): boolean {
  if (isImportedHash(encoded)) return true
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(encoded)
  return (
    algorithm !== OPTIONS.algorithm ||
    memoryCost !== OPTIONS.memoryCost ||
    timeCost !== OPTIONS.timeCost ||
    parallelism !== OPTIONS.parallelism
  )
}

/** `summer2026!` is as easy to guess as `summer`: this many added characters are ignored. */
const MAX_DECORATION = 5
const MIN_DIFFERENT = 4
/** Maximum length of a word, such as a place or an item; longer texts are sentences. */
const LONGEST_WORD = 40
const DAY_WITHOUT_MONTH = /^\D*\d{1,2}\D*(?:19|20)\d{2}\D*$/

/** Whether the text added to "Zürich" or "November" is a day or date, which attackers try early. */
const isDayOrDate = (text: string) => DAY_WITHOUT_MONTH.test(text) || isWholeDate(text)

let decoy: Promise<string> | undefined

/**
 * Whether the password is correct. Without a usable hash (unknown account, no password, or another program's hash) it
 * does the same work, so that timing reveals nothing. Throws `unavailable`.
 * @param schemes those of all imported hashes, if the account may be unknown: each is computed, whatever the account has
 */
export async function verifyPassword(
  encoded: string | null,
  password: string,
  schemes: readonly string[] = [],
): Promise<boolean> {
  // Bypasses the queue: it is computed only once.
  decoy ??= hash('no password is this one', OPTIONS)
  // Awaited in both cases; otherwise timing would reveal an unknown account on a process's first attempt.
  const none = await decoy
  const own = encoded !== null && isOwnHash(encoded) ? encoded : null
  const imported = encoded !== null && isImportedHash(encoded) ? encoded : null
  const scheme = imported === null ? '' : schemeOf(imported)
  return inTurn(async () => {
    const fitsOwn = await verify(own ?? none, normalise(password))
    const fitsImported = imported !== null && (await verifyImported(imported, password))
    for (const other of schemes) {
      if (other !== scheme) await verifyImported(decoyOf(other), password)
    }
    return (own !== null && fitsOwn) || fitsImported
  })
}

/** The most common passwords of public lists, loaded on first use. */
async function listedPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

let listed: Promise<ReadonlySet<string>> | undefined

/** The lists contain `zürich` and `genève` as `zurich` and `geneve`. */
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Words of the account that are not secret. */
interface OwnWords {
  email: string | null
  firstname: string
  lastname: string
}

/**
 * Whether attackers would try this password early: leaked and common ones, our own words, and the account's names and
 * address, also with capitals, digits, punctuation or a date added.
 * @param isKnownWord whether a word belongs to the product, such as a place or an item
 */
export async function isGuessable(
  password: string,
  own: OwnWords,
  isKnownWord: (word: string) => Promise<boolean>,
): Promise<boolean> {
  listed ??= listedPasswords()
  const common = await listed
  const plain = normalise(password).toLowerCase()
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const email = own.email?.toLowerCase() ?? ''
  const names = [own.firstname, own.lastname].map((name) => normalise(name).toLowerCase())
  const words = new Set(
    [
      email,
      email.split('@')[0] ?? '',
      ...names,
      names.join(''),
      names.join(' '),
      names.join('.'),
    ].filter((word) => word.length > 0),
  )
  const isListed = (text: string) => common.has(text) || COMMON_PASSWORDS.has(text)
  const isGuessable = (text: string) =>
    words.has(text) || isListed(text) || isListed(withoutAccents(text))
  if (isGuessable(plain) || new Set(plain).size < MIN_DIFFERENT) return true
  if ((await isBreached(plain)) || (await isBreached(withoutAccents(plain)))) return true
  const isShort = plain.length - core.length <= MAX_DECORATION
  if (!isShort && !isDayOrDate(plain.replace(core, ''))) return false
  if (isGuessable(core) || (await isBreached(core))) return true
  return core.length <= LONGEST_WORD && (await isKnownWord(core))
}
