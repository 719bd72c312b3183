import { randomInt, randomUUID } from 'node:crypto'
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  readCode,
  writtenCode,
} from '#platform/shared/input/typed-code.ts'
import type { Db } from '../db/client.ts'
import { type AttemptKey, type AttemptLimit, limitNetwork } from './attempts.queries.ts'
import {
  CODE_MS,
  CODES,
  type CodedKind,
  createCode,
  createToken,
  type TokenKind,
} from './tokens.queries.ts'
import { findUserByEmail } from './users.queries.ts'

/**
 * Attempts per network while a code is valid, out of 31^8 codes. There is no limit across networks: a stranger who
 * knows an address could use it up and lock out the owner's code.
 */
const TRIES: AttemptLimit = { max: 5, windowMs: CODE_MS }

/** A mail contains a link, and a code for reading the mail on another device. */
export interface MailedSecret {
  secret: string
  /** Formatted: `K7MP-3XQR`. */
  code: string
}

/** The code alone could be guessed, so it is bound to the account that requested it. */
const secretOf = (userId: string, code: string) => `${userId} ${code}`

/**
 * Creates a link and a code. Only the newest pair is valid, and using one of the two uses up both.
 * @param lifetimeMs how long they are valid, if not the default of their kind
 */
export async function createMailedSecret(
  db: Db,
  kind: CodedKind,
  user: { id: string; email: string | null },
  now: Date,
  lifetimeMs?: number,
): Promise<MailedSecret> {
  const letters = Array.from({ length: CODE_LENGTH }, () =>
    CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)),
  )
  const code = letters.join('')
  const secret = await createToken(db, kind, user, now, null, lifetimeMs)
  await createCode(db, kind, user, secretOf(user.id, code), now, lifetimeMs)
  return { secret, code: writtenCode(code) }
}

interface TypedSecret {
  kind: TokenKind
  secret: string
  /** Key of the network's attempts, if a code was sent; delete it once the code was right. */
  tries: AttemptKey | null
}

/**
 * Reads the secret from a mail's link or a typed code. Takes the same steps whether the account exists or not. Throws
 * `rate_limited`.
 * @param whose the account of a code, by its address or because it is logged in, and the client's IP
 * @returns null for a code without an account
 */
export async function readMailedSecret(
  db: Db,
  kind: CodedKind,
  typed: string,
  whose: { email?: string | undefined; userId: string | null; ip: string },
  now: Date,
): Promise<TypedSecret | null> {
  const code = readCode(typed)
  if (code === null) return { kind, secret: typed, tries: null }
  const { email, userId, ip } = whose
  const account = email?.toLowerCase() ?? userId
  if (account === null) return null
  const tries = [CODES[kind], account] as const
  await limitNetwork(db, tries, ip, TRIES, now)
  const owner = email === undefined ? userId : (await findUserByEmail(db, email))?.id
  return { kind: CODES[kind], secret: secretOf(owner ?? randomUUID(), code), tries }
}
