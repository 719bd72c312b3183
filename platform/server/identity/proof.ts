import { and, eq, gt } from 'drizzle-orm'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Db } from '../db/client.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { type AttemptLimit, forgetAttempts, limitAttempts } from './attempts.queries.ts'
import { refuseWhenCrowded, verifyPassword } from './passwords.ts'
import type { Viewer } from './sessions.queries.ts'
import type { UserRow } from './tables.ts'
import { tokens } from './tables.ts'

/** Wrong passwords of somebody logged in: a session alone must not be enough to guess them. */
const WRONG_PASSWORDS: AttemptLimit = { max: 10, windowMs: 15 * 60_000 }
/** A login that is no older than this still proves who somebody is. */
const FRESH_MS = 10 * 60_000

/** The session that a mail's link opened for one conversation proves nothing: mails are forwarded. */
async function isFresh(db: Db, { session_id }: Viewer, now: Date): Promise<boolean> {
  const [fresh] = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(
      and(
        eq(tokens.id, session_id),
        eq(tokens.kind, 'session'),
        gt(tokens.created_at, new Date(now.getTime() - FRESH_MS)),
      ),
    )
  return fresh !== undefined
}

/** Throws a field error unless `password` is that of the account, and `rate_limited`. */
export async function checkPassword(
  db: Db,
  user: UserRow,
  password: string | undefined,
  now: Date,
): Promise<void> {
  if (password === undefined) throw fieldError('current_password', VALIDATION.currentPassword)
  refuseWhenCrowded()
  await limitAttempts(db, ['account', user.id], WRONG_PASSWORDS, now)
  if (!(await verifyPassword(user.password_hash, password))) {
    throw new AppError('validation', {
      errors: { current_password: [VALIDATION.incorrectPassword] },
      errorMsg: 'incorrectPassword',
    })
  }
  await forgetAttempts(db, ['account', user.id])
}

/**
 * Before something that outlives the session: the password, or having logged in just now. Throws
 * `login_too_old` for an account that has no password to ask for.
 */
export async function proveIdentity(
  db: Db,
  claim: { user: UserRow; viewer: Viewer; password: string | undefined; now: Date },
): Promise<void> {
  const { user, viewer, password, now } = claim
  if (await isFresh(db, viewer, now)) return
  if (user.password_hash === null) throw new AppError('login_too_old')
  await checkPassword(db, user, password, now)
}
