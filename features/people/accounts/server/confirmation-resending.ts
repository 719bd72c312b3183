import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { mailboxOf } from '#platform/server/identity/mailbox.ts'
import { createMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { retireTokens } from '#platform/server/identity/tokens.queries.ts'
import { findRefused } from '#platform/server/mail/refused-addresses.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { enqueueConfirmationMail } from './confirmation-mail.ts'
import { enqueueEmailChange } from './email-change.ts'

const RESENDS: AttemptLimit = { max: 5, windowMs: HOUR_MS }
/** Maximum number of mails to one mailbox for all its other spellings together. */
const TO_SPELLINGS: AttemptLimit = { max: 5, windowMs: HOUR_MS }

/**
 * Limits confirmation mails to invented spellings of an address (`victim+7@`). Mails to the plain
 * address are not counted here: it has one account, and strangers must not be able to keep its
 * owner from registering.
 * @throws `rate_limited`
 */
export async function limitSpellings(db: Db, email: string, now: Date): Promise<void> {
  const mailbox = mailboxOf(email)
  if (mailbox !== email.toLowerCase()) {
    await limitAttempts(db, ['confirmation', mailbox], TO_SPELLINGS, now)
  }
}

/**
 * Resends the mail that confirms the address of an account, or its new address. Anybody may request
 * it. Throws `already_confirmed` and `rate_limited`.
 * @param note is part of the transaction that queues the mail
 */
export async function resendConfirmation(
  deps: Deps,
  user: UserRow,
  note: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  const { database, clock } = deps
  const { orm } = database
  const now = clock()
  const { id, email, new_email } = user
  const isToConfirm =
    !user.email_confirmed_at || new_email !== null || (email && (await findRefused(orm, email)))
  if (!email || !isToConfirm) throw new AppError('already_confirmed')
  // Outside the transaction, so that refused attempts count as well.
  await limitAttempts(orm, ['resend', id], RESENDS, now)
  await limitSpellings(orm, new_email ?? email, now)
  await orm.transaction(async (tx) => {
    await note(tx)
    await retireTokens(tx, 'email_confirmation', id, now)
    if (new_email) return enqueueEmailChange(tx, deps, user, new_email, now)
    const mailed = await createMailedSecret(tx, 'email_confirmation', user, now)
    await enqueueConfirmationMail(tx, deps, { user: { ...user, email }, ...mailed })
  })
}
