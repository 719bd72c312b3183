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
/** Each correction mails an address that the staff has typed. */
const CORRECTIONS: AttemptLimit = { max: 5, windowMs: HOUR_MS }

type CorrectionDeps = Pick<Deps, 'mails' | 'config' | 'clock' | 'features'>

/** Throws `rate_limited`. Outside of the transaction: what is refused counts as well. */
export async function limitCorrections(
  db: Db,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await limitAttempts(db, ['email-by-staff', userId], CORRECTIONS, now)
  await limitAttempts(db, ['new-email', 'to', mailboxOf(email)], CORRECTIONS, now)
}

/** The account has the new address at once, which is not confirmed: the old one was of no use. */
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
  // What waits for the old address, and the note that nothing reaches it.
  if (user.email) await deps.mails.drop(tx, user.email)
  const mailed = await createMailedSecret(tx, 'email_confirmation', { ...user, email }, now)
  await enqueueConfirmationMail(tx, deps, { user: { ...user, email }, ...mailed })
  // An address that nobody confirmed may be a stranger's.
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
 * Corrects the address of a locked account for its owner. A confirmed address stays until the new one is
 * confirmed, and is told how to object. One that nobody has confirmed, or that takes no mails, goes at once;
 * only the staff itself keeps it for so long, whose roles take a confirmed address.
 * Throws a field's error where the address is the account's own, or another account's.
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
