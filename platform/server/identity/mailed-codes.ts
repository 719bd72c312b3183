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
 * Of 31^8 codes a network may try so few, while one lives. There is no limit for all networks together: a stranger who
 * knows an address could use it up, and the owner's code would be refused.
 */
const TRIES: AttemptLimit = { max: 5, windowMs: CODE_MS }

/** What a mail carries: a link, and a code for whoever reads the mail on another device. */
export interface MailedSecret {
  secret: string
  /** As it is written: `K7MP-3XQR`. */
  code: string
}

/** Alone it is short enough to be guessed: it opens nothing but what its account asked for. */
const secretOf = (userId: string, code: string) => `${userId} ${code}`

/**
 * A new link and a new code, of which the newest alone is valid; either uses up the other.
 * @param lifetimeMs how long both work, where that is not the same for all of their kind
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
  /** Counts the tries of a network, where it is a code; to be forgotten once it was the right one. */
  tries: AttemptKey | null
}

/**
 * What somebody sends who opened the link of a mail or typed its code. Takes the same steps whether there is such an
 * account or not. Throws `rate_limited`.
 * @param whose the account that a code is of: by its address, or who is logged in; and from where it was sent
 * @returns null for a code of nobody
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
