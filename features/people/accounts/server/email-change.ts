import { and, eq, sql } from 'drizzle-orm'
import {
  type EventOrigin,
  recordSecurityEvent,
} from '#features/people/accounts/security-events/server/door.ts'
import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { mailboxOf } from '#platform/server/identity/mailbox.ts'
import { createMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { revokeTokens, SESSION_LINKS } from '#platform/server/identity/tokens.queries.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { FORMER_DAYS, keepFormerEmail } from './former-logins.ts'
import { enqueueMailedLink } from './mailed-links.ts'
import { emailChange, emailChangeAsked, emailChanged, emailCorrected } from './mails.ts'

type ChangeDeps = Pick<Deps, 'mails' | 'config' | 'clock'>

/**
 * Each change mails an address of the caller's choice, so both the caller and the mailbox are
 * limited.
 */
const NEW_EMAILS: AttemptLimit = { max: 5, windowMs: HOUR_MS }

/**
 * Call before requesting a new address and outside a transaction, so that refused attempts count as
 * well.
 * @throws `rate_limited`
 */
export async function limitNewEmails(
  db: Db,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await limitAttempts(db, ['new-email', userId], NEW_EMAILS, now)
  await limitAttempts(db, ['new-email', 'to', mailboxOf(email)], NEW_EMAILS, now)
}

/**
 * Mails the new address a request to confirm it. If another account has that address, its owner
 * gets a login link instead; the caller sees no difference.
 */
export async function enqueueEmailChange(
  db: Db,
  deps: ChangeDeps,
  user: UserRow,
  newEmail: string,
  now: Date,
): Promise<void> {
  if (await findUserByEmail(db, newEmail)) {
    await enqueueMailedLink(db, deps, { request: 'loginLink', email: newEmail })
    return
  }
  const whose = { id: user.id, email: newEmail }
  const { secret, code } = await createMailedSecret(db, 'email_confirmation', whose, now)
  await deps.mails.enqueue(db, {
    to: newEmail,
    // An unconfirmed address may belong to a stranger, so the outcome of the mail is not stored.
    untraced: true,
    lang: user.lang,
    content: emailChange({
      firstname: user.firstname,
      url: deps.config.publicUrl + paths.confirmEmail({ email_confirmation_token: secret }),
      code,
    }),
  })
}

/**
 * Keeps a new address until it is confirmed, and notifies the old address.
 * @param by the session of the caller, or 'staff' if the staff corrects the address for its owner
 */
export async function askForNewEmail(
  db: Db,
  deps: ChangeDeps,
  user: UserRow,
  newEmail: string,
  now: Date,
  by: { session_id: string } | 'staff',
): Promise<void> {
  const byStaff = by === 'staff'
  await recordSecurityEvent(
    db,
    user.id,
    { kind: 'email_change_asked', by: byStaff ? 'staff' : 'self', origin: byStaff ? null : by },
    now,
  )
  await db.update(users).set({ new_email: newEmail }).where(eq(users.id, user.id))
  await revokeTokens(db, 'email_confirmation', user.id)
  await enqueueEmailChange(db, deps, user, newEmail, now)
  // An unconfirmed address may belong to a stranger.
  if (!user.email || !user.email_confirmed_at) return
  if (byStaff) {
    await deps.mails.enqueue(db, {
      to: user.email,
      lang: user.lang,
      content: emailCorrected({
        firstname: user.firstname,
        newEmail,
        atOnce: false,
        url: deps.config.publicUrl + paths.updateAccount(),
      }),
    })
    return
  }
  await deps.mails.enqueue(db, {
    to: user.email,
    lang: user.lang,
    content: emailChangeAsked({
      firstname: user.firstname,
      newEmail,
      notMeUrl: await notMeUrl(db, deps, user),
    }),
  })
}

/**
 * Gives a locked account the address of its identity provider, at the owner's request. This happens
 * at once if the provider has verified the address and no other account has it; otherwise after the
 * usual mail.
 * @returns whether the account has the address now
 */
export async function takeOverEmail(
  tx: Db,
  deps: Deps,
  user: UserRow,
  { email, isProved, viewer }: { email: string; isProved: boolean; viewer: Viewer },
): Promise<boolean> {
  const now = deps.clock()
  if (!isProved || (await findUserByEmail(tx, email))) {
    await askForNewEmail(tx, deps, user, email, now, viewer)
    return false
  }
  await tx.update(users).set({ new_email: email }).where(eq(users.id, user.id))
  await revokeTokens(tx, 'email_confirmation', user.id)
  return confirmNewEmail(tx, deps, { ...user, new_email: email }, viewer, now)
}

/** Revokes links that were mailed to the old address. */
export async function revokeLinksOfAddress(db: Db, userId: string): Promise<void> {
  await revokeTokens(db, SESSION_LINKS, userId)
  await revokeTokens(db, 'password_reset', userId)
  await revokeTokens(db, 'unsubscribe', userId)
  await revokeTokens(db, 'unsubscribe_requests', userId)
  await revokeTokens(db, 'unsubscribe_membership', userId)
}

/**
 * Replaces the old address by the new one, and notifies the old one. Returns false if the new
 * address was dropped meanwhile. Rejects if another account has it by now.
 */
export async function confirmNewEmail(
  db: Db,
  { mails, config }: MailDeps,
  user: UserRow,
  origin: EventOrigin,
  now: Date,
): Promise<boolean> {
  const newEmail = user.new_email
  if (newEmail === null) return false
  const changed = await db
    .update(users)
    .set({ email: newEmail, new_email: null, email_confirmed_at: now })
    .where(and(eq(users.id, user.id), sql`${users.new_email} = ${newEmail}`))
    .returning({ id: users.id })
  if (changed.length === 0) return false
  await recordSecurityEvent(db, user.id, { kind: 'email_changed', origin }, now)
  await revokeLinksOfAddress(db, user.id)
  if (user.email) await mails.giveUpAddress(db, user.email)
  if (user.email && user.email_confirmed_at) {
    const token = await keepFormerEmail(db, user, now)
    await mails.enqueue(db, {
      to: user.email,
      untraced: true,
      lang: user.lang,
      content: emailChanged({
        firstname: user.firstname,
        newEmail,
        days: FORMER_DAYS,
        restoreUrl: token && config.publicUrl + paths.notMe({ token, former: 'email' }),
      }),
    })
  }
  return true
}
