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

/** Wrong passwords per session: a session alone must not suffice to guess the password. */
const WRONG_PASSWORDS: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS }
/** How long a proof of identity counts as fresh. */
const FRESH_MS = 10 * MINUTE_MS

/**
 * Whether the caller has just proved their identity with all factors of the account. A conversation session proves
 * nothing, since mails are forwarded.
 */
function isFresh(viewer: Viewer, now: Date): boolean {
  const { conversation, proved_at, strong, second_factor } = viewer
  const isRecent = proved_at.getTime() > now.getTime() - FRESH_MS
  return conversation === null && isRecent && (strong || !second_factor)
}

/** Guards calls for which a stolen or unattended session must not be enough. Throws `fresh_proof_needed`. */
export function requireFreshProof(viewer: Viewer, now: Date): void {
  if (!isFresh(viewer, now)) throw new AppError('fresh_proof_needed')
}

/**
 * Whether the password alone is not enough to change the ways in: the account has a second factor or, for members with
 * tasks, a passkey.
 */
export function needsStrongProof(user: UserRow, passkeys: number): boolean {
  return user.second_factor_since !== null || (tasksOf(user).length > 0 && passkeys > 0)
}

/** Until when a member with tasks may work without a second factor; null: without limit. */
export function graceEndOf(
  { staffSecondFactor: { required, graceDays } }: Pick<Config, 'staffSecondFactor'>,
  staffSince: Date | null,
): Date | null {
  return required && staffSince ? new Date(staffSince.getTime() + graceDays * DAY_MS) : null
}

/** Whether a member with tasks has let the grace period pass without setting up a second factor. */
export function lacksSecondFactor(
  config: Pick<Config, 'staffSecondFactor'>,
  { tasks, strong, staff_since }: Viewer,
  now: Date,
): boolean {
  const graceEnd = graceEndOf(config, staff_since)
  return tasks.length > 0 && !strong && graceEnd !== null && graceEnd <= now
}

/** Throws a field error unless `password` is the account's, and `rate_limited` after too many attempts. */
export async function checkPassword(
  db: Db,
  user: UserRow,
  { session_id }: Pick<Viewer, 'session_id'>,
  password: string | undefined,
  now: Date,
): Promise<void> {
  if (password === undefined) throw fieldError('current_password', VALIDATION.currentPassword)
  refuseWhenCrowded()
  // Counted per session: an attacker with a stolen session must not lock the owner out of another session.
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
 * Guards changes that outlive the session: requires the password or a fresh proof. Throws `login_too_old` for an
 * account without a password, and `fresh_proof_needed` if the password is not enough: with a second factor, and if
 * `strongly` is set.
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
