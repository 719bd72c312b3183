import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Counter } from 'prom-client'
import { isWholeDate } from '#platform/shared/input/guessable-password.ts'
import { AppError } from '../http/errors.ts'
import { isBreached } from './breached-passwords.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** The enum's argon2id; it is a const enum that cannot be imported from an isolated module. */
const ARGON2ID = 2 as Algorithm
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same characters typed on another keyboard are the same password. */
const normalise = (password: string) => password.normalize('NFKC')

/**
 * How many passwords are hashed at a time, of the four threads that also read files and compress: requests
 * for the map do not wait behind logins.
 */
const HASHING = 2
/** How many may wait, about a second's worth: later ones would have given up before it is their turn. */
const MAX_WAITING = 64
const RETRY_AFTER_SECONDS = 5
const queue = pLimit(HASHING)

export const refusedHashes = new Counter({
  name: 'password_hashes_refused_total',
  help: 'Passwords that were neither hashed nor compared: too many waited for that',
  registers: [],
})

/**
 * Throws `unavailable` while too many passwords wait to be hashed. To be asked before anything is
 * counted: a try that is not looked at is none.
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
 * What stands in the place of something short that is looked up by its hash. Throws `unavailable`.
 * @param salt 16 random bytes, the same for all among which is looked
 */
export function hashLookedUp(text: string, salt: Buffer): Promise<string> {
  return inTurn(() => hash(text, { ...OPTIONS, salt }))
}

/** Whether a hash is one of ours, and not of another program whose accounts somebody has brought along. */
export const isOwnHash = (encoded: string): boolean => /^\$argon2(id|i|d)\$/.test(encoded)

/** Whether a hash was made by other parameters than new ones are. @param encoded as {@link hashPassword} gave it once */
export function isOutdated(encoded: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(encoded)
  return (
    algorithm !== OPTIONS.algorithm ||
    memoryCost !== OPTIONS.memoryCost ||
    timeCost !== OPTIONS.timeCost ||
    parallelism !== OPTIONS.parallelism
  )
}

/** `summer2026!` is as easy to guess as `summer`. */
const MAX_DECORATION = 5
const MIN_DIFFERENT = 4
/** Letters of a place or an item; whatever is longer is a sentence. */
const LONGEST_WORD = 40
const DAY_WITHOUT_MONTH = /^\D*\d{1,2}\D*(?:19|20)\d{2}\D*$/

/** What is added to "Zürich" or to "November" and is soon tried: a day. */
const isDayOrDate = (text: string) => DAY_WITHOUT_MONTH.test(text) || isWholeDate(text)

let decoy: Promise<string> | undefined

/**
 * Whether the password fits. Without a hash (unknown account, one without a password, or with a hash of another program)
 * the same work is done, so that the time tells nothing. Throws `unavailable`.
 */
export async function verifyPassword(encoded: string | null, password: string): Promise<boolean> {
  // Past the queue: it is needed once, and for good.
  decoy ??= hash('no password is this one', OPTIONS)
  // Waited for in both cases: the first try of a process would tell a known from an unknown one.
  const none = await decoy
  const own = encoded !== null && isOwnHash(encoded) ? encoded : null
  const fits = await inTurn(() => verify(own ?? none, normalise(password)))
  return own !== null && fits
}

/** The lists' most common ones, loaded when the first password is chosen. */
async function listedPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

let listed: Promise<ReadonlySet<string>> | undefined

/** `zürich` and `genève` stand in the lists as `zurich` and `geneve`. */
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Words of the account itself that are no secret. */
interface OwnWords {
  email: string | null
  firstname: string
  lastname: string
}

/**
 * Whether a password is among those that are tried first: leaked and common ones, our own words, the names
 * and the address of the account, also with capitals, digits, signs or a date added at the ends.
 * @param isKnownWord whether it is a word of the product, such as a place or an item
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
