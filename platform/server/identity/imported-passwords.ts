import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2'
import bcrypt from 'bcrypt'
import { IMPORTED_SCHEME } from './imported-scheme.ts'

// Password hashes of a site that was moved in. They are stored as
//
//   $imported$bcrypt$10$<salt>$argon2id$v=19$m=19456,t=2,p=1$...   argon2id of the digest of bcrypt
//   $imported$argon2id$v=19$m=65536,t=4,p=1$...                    as it was
//
// until the first login replaces them. The old site hashed the bytes that were typed, without a Unicode normalization.

/** The enum's argon2id; a const enum cannot be imported from an isolated module. */
const ARGON2ID = 2 as Algorithm
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
export const ARGON2_OPTIONS = {
  algorithm: ARGON2ID,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

const IMPORTED = '$imported'
/** bcrypt reads only these bytes of a password. */
const BCRYPT_BYTES = 72
const BCRYPT = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/
/** From 16 rounds, a few microseconds, to a second. */
const BCRYPT_COST = { least: 4, most: 14 }
const WRAPPED = /^\$imported\$bcrypt\$(\d\d)\$([./A-Za-z0-9]{22})(\$argon2id\$.+)$/
/** Limits for argon2 of another site: 256 MiB, and about a second of work. */
const ARGON2_MOST = { memoryCost: 262_144, work: 1_048_576, parallelism: 8 }

async function bcryptDigest(password: string, cost: string, salt: string): Promise<string> {
  const bytes = Buffer.from(password).subarray(0, BCRYPT_BYTES)
  return (await bcrypt.hash(bytes, `$2b$${cost}$${salt}`)).slice(-31)
}

function isAffordable(encoded: string): boolean {
  try {
    const { memoryCost, timeCost, parallelism } = parseOptions(encoded)
    const { memoryCost: most, work, parallelism: lanes } = ARGON2_MOST
    return memoryCost <= most && memoryCost * timeCost <= work && parallelism <= lanes
  } catch {
    return false
  }
}

/**
 * Whether a hash of another site can be used here.
 * @param encoded bcrypt (`$2y$`, `$2a$`, `$2b$`), argon2i or argon2id
 */
export function isImportableHash(encoded: string): boolean {
  const [, cost] = BCRYPT.exec(encoded) ?? []
  if (cost) return Number(cost) >= BCRYPT_COST.least && Number(cost) <= BCRYPT_COST.most
  return /^\$argon2(i|id)\$/.test(encoded) && isAffordable(encoded)
}

/** How an importable hash is stored. */
export async function importPasswordHash(encoded: string): Promise<string> {
  const [, cost, salt, digest] = BCRYPT.exec(encoded) ?? []
  if (!cost || !salt || !digest) return IMPORTED + encoded
  return `${IMPORTED}$bcrypt$${cost}$${salt}${await hash(digest, ARGON2_OPTIONS)}`
}

/**
 * What a hash says besides its secret part: kind, parameters and salt. It is the same before and after the import, and
 * changes with every new password.
 */
export function publicPartOf(encoded: string): string {
  const [, cost, salt] = BCRYPT.exec(encoded) ?? WRAPPED.exec(encoded) ?? []
  if (salt) return `bcrypt$${cost}$${salt}`
  const own = isImportedHash(encoded) ? encoded.slice(IMPORTED.length) : encoded
  return own.slice(0, own.lastIndexOf('$'))
}

export const isImportedHash = (encoded: string): boolean => encoded.startsWith(`${IMPORTED}$`)

const SCHEME = new RegExp(IMPORTED_SCHEME)
export const schemeOf = (encoded: string): string => SCHEME.exec(encoded)?.[0] ?? ''

const NO_SALT = 'A'.repeat(22)
const NO_DIGEST = 'A'.repeat(43)

/** A hash with the same parameters that no password fits. */
export function decoyOf(scheme: string): string {
  const { memoryCost, timeCost, parallelism } = ARGON2_OPTIONS
  const own = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}`
  const inner = scheme.includes('$bcrypt$') ? `$${NO_SALT}${own}` : ''
  return `${scheme}${inner}$${NO_SALT}$${NO_DIGEST}`
}

/** Whether a password is that of an imported hash. */
async function fits(encoded: string, password: string): Promise<boolean> {
  const [, cost = '', salt = '', outer = ''] = WRAPPED.exec(encoded) ?? []
  if (outer === '') return verify(encoded.slice(IMPORTED.length), password)
  return verify(outer, await bcryptDigest(password, cost, salt))
}

/**
 * Compares a password as it was sent, then in the normal form of today, then with accents as signs of their own: the
 * API joins them, and the old site hashed what a keyboard typed.
 */
export async function verifyImported(encoded: string, password: string): Promise<boolean> {
  const forms = new Set([password, password.normalize('NFKC'), password.normalize('NFD')])
  for (const form of forms) if (await fits(encoded, form)) return true
  return false
}
