import { eq } from 'drizzle-orm'
import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { sqlState } from '#platform/server/db/database-errors.ts'
import type { Deps } from '#platform/server/deps.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { mailboxOf } from '#platform/server/identity/mailbox.ts'
import { createMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { revokeTokens } from '#platform/server/identity/tokens.queries.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { findRefused } from '#platform/server/mail/refused-addresses.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import { enqueueConfirmationMail } from './confirmation-mail.ts'
import { askForNewEmail, revokeLinksOfAddress } from './email-change.ts'
import { emailCorrected } from './mails.ts'

const UNIQUE_VIOLATION = '23505'
/** Each correction mails an address typed by the staff. */
const CORRECTIONS: AttemptLimit = { max: 5, windowMs: HOUR_MS }

type CorrectionDeps = Pick<Deps, 'mails' | 'config' | 'clock' | 'features'>

/** Throws `rate_limited`. Call it outside the transaction, so that refused attempts count as well. */
export async function limitCorrections(
  db: Db,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await limitAttempts(db, ['email-by-staff', userId], CORRECTIONS, now)
  await limitAttempts(db, ['new-email', 'to', mailboxOf(email)], CORRECTIONS, now)
}

/** Replaces the address at once and unconfirmed, because the old one was of no use. */
async function replaceEmail(
  tx: Db,
  deps: CorrectionDeps,
  user: UserRow,
  email: string,
  now: Date,
): Promise<void> {
  const replacing = tx
    .update(users)
    .set({ email, new_email: null, email_confirmed_at: null })
    .where(eq(users.id, user.id))
  await replacing.catch((error: unknown) => {
    throw sqlState(error) === UNIQUE_VIOLATION ? fieldError('email', VALIDATION.emailTaken) : error
  })
  await recordSecurityEvent(tx, user.id, { kind: 'email_changed', by: 'staff', origin: null }, now)
  await revokeTokens(tx, 'email_confirmation', user.id)
  await revokeLinksOfAddress(tx, user.id)
  // Drops mails that wait for the old address, and the note that it is unreachable.
  if (user.email) await deps.mails.drop(tx, user.email)
  const mailed = await createMailedSecret(tx, 'email_confirmation', { ...user, email }, now)
  await enqueueConfirmationMail(tx, deps, { user: { ...user, email }, ...mailed })
  // An unconfirmed address may belong to a stranger.
  if (!user.email || !user.email_confirmed_at) return
  await deps.mails.enqueue(tx, {
    to: user.email,
    untraced: true,
    lang: user.lang,
    content: emailCorrected({
      firstname: user.firstname,
      newEmail: email,
      atOnce: true,
      url: deps.config.publicUrl + paths.login(),
    }),
  })
}

/**
 * Corrects the address of a locked account for its owner. A confirmed address stays until the new
 * one is confirmed, and gets a mail on how to object. An unconfirmed or unreachable address is
 * replaced at once, except for staff accounts, whose roles require a confirmed address. Throws a
 * field error if the account itself or another account has the address.
 */
export async function correctEmail(
  tx: Db,
  deps: CorrectionDeps,
  user: UserRow,
  email: string,
  now: Date,
): Promise<void> {
  const holder = await findUserByEmail(tx, email)
  if (holder) {
    throw fieldError('email', holder.id === user.id ? VALIDATION.invalid : VALIDATION.emailTaken)
  }
  const reachable = user.email_confirmed_at && !(user.email && (await findRefused(tx, user.email)))
  if (reachable || tasksOf(user).length > 0)
    return askForNewEmail(tx, deps, user, email, now, 'staff')
  await replaceEmail(tx, deps, user, email, now)
}
