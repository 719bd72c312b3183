import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { type AttemptLimit, forgetAttempts, limitAttempts } from './attempts.queries.ts'
import { refuseWhenCrowded, verifyPassword } from './passwords.ts'
import type { Viewer } from './sessions.queries.ts'
import type { UserRow } from './tables.ts'

/** Wrong passwords in one session: a session alone must not be enough to guess them. */
const WRONG_PASSWORDS: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS }
/** A proof that is no older than this still says who somebody is. */
const FRESH_MS = 10 * MINUTE_MS

/**
 * Whether somebody has just proved who they are, with all that their account asks for. The session that a mail's link
 * opened for one conversation proves nothing: mails are forwarded.
 */
function isFresh(viewer: Viewer, now: Date): boolean {
  const { conversation, proved_at, strong, second_factor } = viewer
  const isRecent = proved_at.getTime() > now.getTime() - FRESH_MS
  return conversation === null && isRecent && (strong || !second_factor)
}

/** Before what a session that was left open, or stolen, must not be enough for. Throws `fresh_proof_needed`. */
export function requireFreshProof(viewer: Viewer, now: Date): void {
  if (!isFresh(viewer, now)) throw new AppError('fresh_proof_needed')
}

/**
 * Whether the password of an account proves too little to change by what it logs in: it has a second factor, which
 * of those with tasks is a passkey as well.
 */
export function needsStrongProof(user: UserRow, passkeys: number): boolean {
  return user.second_factor_since !== null || (tasksOf(user).length > 0 && passkeys > 0)
}

/** Until when somebody with tasks may look after them without a second factor; null: without end. */
export function graceEndOf(
  { staffSecondFactor: { required, graceDays } }: Pick<Config, 'staffSecondFactor'>,
  staffSince: Date | null,
): Date | null {
  return required && staffSince ? new Date(staffSince.getTime() + graceDays * DAY_MS) : null
}

/** Whether somebody has tasks, and has had time enough to prove themselves twice before looking after them. */
export function lacksSecondFactor(
  config: Pick<Config, 'staffSecondFactor'>,
  { tasks, strong, staff_since }: Viewer,
  now: Date,
): boolean {
  const graceEnd = graceEndOf(config, staff_since)
  return tasks.length > 0 && !strong && graceEnd !== null && graceEnd <= now
}

/** Throws a field error unless `password` is that of the account, and `rate_limited`. */
export async function checkPassword(
  db: Db,
  user: UserRow,
  { session_id }: Pick<Viewer, 'session_id'>,
  password: string | undefined,
  now: Date,
): Promise<void> {
  if (password === undefined) throw fieldError('current_password', VALIDATION.currentPassword)
  refuseWhenCrowded()
  // By session: whoever guesses in a stolen one must not keep the owner, who is logged in elsewhere, from proving anything.
  const tries = ['account', user.id, session_id] as const
  await limitAttempts(db, tries, WRONG_PASSWORDS, now)
  if (!(await verifyPassword(user.password_hash, password))) {
    throw new AppError('validation', {
      errors: { current_password: [VALIDATION.incorrectPassword] },
      errorMsg: 'incorrectPassword',
    })
  }
  await forgetAttempts(db, tries)
}

/**
 * Before something that outlives the session: the password, or having proved who one is just now. Throws
 * `login_too_old` for an account that has no password to ask for, and `fresh_proof_needed` for one whose password is
 * not enough: with a second factor, and where `strongly` says so.
 */
export async function proveIdentity(
  db: Db,
  claim: {
    user: UserRow
    viewer: Viewer
    password: string | undefined
    now: Date
    strongly?: boolean
  },
): Promise<void> {
  const { user, viewer, password, now, strongly = false } = claim
  if (isFresh(viewer, now) && (viewer.strong || !strongly)) return
  if (strongly || viewer.second_factor) throw new AppError('fresh_proof_needed')
  if (user.password_hash === null) throw new AppError('login_too_old')
  await checkPassword(db, user, viewer, password, now)
}
