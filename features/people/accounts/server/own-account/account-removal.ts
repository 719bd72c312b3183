import { eq, sql } from 'drizzle-orm'
import { notingRefusal } from '#features/people/accounts/security-events/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { proveIdentity } from '#platform/server/identity/proof.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { findUser, findUserByEmail } from '#platform/server/identity/users.queries.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import { answerTo } from '#platform/server/questions.ts'
import { accountDeleted } from '../mails.ts'
import { LETTERBOX_OF_LEAVING } from '../questions.ts'

/** Drops queued mails to an address, and those for it in the local mailbox. */
async function forgetMails(db: Db, mails: MailQueue, address: string): Promise<void> {
  await mails.drop(db, address)
  await db.delete(local_mails).where(sql`lower(${local_mails.recipient}) = lower(${address})`)
}

/** Whether another user now manages the account's former letterbox. */
async function wasHandedOver(
  tx: Db,
  deps: Deps,
  { account, letterbox }: LeavingAccount,
): Promise<boolean> {
  if (letterbox?.user_id !== account.id) return false
  return answerTo(deps, LETTERBOX_OF_LEAVING).isThere(tx, letterbox.id)
}

/**
 * Deletes an account and, by cascade, all rows that refer to it; features clean up what cascades
 * cannot. Drops mails queued for its addresses. Sends no mail to the user.
 * @param admit checks the locked account first, and throws if it must stay
 * @returns what was deleted; null if there was no such account
 */
export async function removeAccountSilently(
  tx: Db,
  deps: Deps,
  userId: string,
  admit: (tx: Db, account: UserRow) => Promise<void>,
): Promise<LeavingAccount | null> {
  const { features, mails } = deps
  const userIdsToTell: string[] = []
  for (const { removal } of features)
    userIdsToTell.push(...((await removal?.tells?.(tx, userId)) ?? []))
  const leaving = await answerTo(deps, LETTERBOX_OF_LEAVING).lock(tx, userId, userIdsToTell)
  if (!leaving) return null
  const { account } = leaving
  await admit(tx, account)
  for (const { removal } of features) await removal?.before?.(tx, deps, leaving)
  await tx.delete(users).where(eq(users.id, account.id))
  for (const address of [account.email, account.new_email]) {
    // A new address that was never confirmed may belong to another user.
    if (address && !(await findUserByEmail(tx, address))) await forgetMails(tx, mails, address)
  }
  for (const { removal } of features) await removal?.after?.(tx, deps, leaving)
  return leaving
}

/** {@link removeAccountSilently}, with a farewell mail. */
export async function removeAccountWithin(
  ...[tx, deps, userId, admit]: Parameters<typeof removeAccountSilently>
): Promise<LeavingAccount | null> {
  const leaving = await removeAccountSilently(tx, deps, userId, admit)
  if (!leaving) return null
  const { email, email_confirmed_at, lang, firstname } = leaving.account
  if (!email || !email_confirmed_at) return leaving
  const handedOver = await wasHandedOver(tx, deps, leaving)
  const content = accountDeleted({ firstname, handedOver, url: deps.config.publicUrl })
  await deps.mails.enqueue(tx, { to: email, lang, content, untraced: true })
  return leaving
}

/**
 * Deletes an account in its own transaction.
 * @param sayGoodbye whether to mail the owner
 * @returns whether the account existed
 */
export async function removeAccount(
  deps: Deps,
  userId: string,
  admit: (tx: Db, account: UserRow) => Promise<void>,
  sayGoodbye = true,
): Promise<boolean> {
  const removeWithin = sayGoodbye ? removeAccountWithin : removeAccountSilently
  const left = await deps.database.orm.transaction((tx) => removeWithin(tx, deps, userId, admit))
  if (left?.letterbox) await deps.letterboxFeed.refresh([left.letterbox.id])
  return left !== null
}

/** Deletes the caller's account. An open session is not enough: throws as `proveIdentity` does. */
export async function removeOwnAccount(
  deps: Deps,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  const { database, clock } = deps
  const user = await findUser(database.orm, viewer.id)
  if (!user) throw new AppError('unauthorized')
  // An unconfirmed account without a password has nothing to prove with, and its address may be
  // mistyped.
  if (user.password_hash !== null || user.email_confirmed_at !== null) {
    const now = clock()
    const refused = { kind: 'proof_refused', way: 'password', origin: viewer } as const
    await notingRefusal(database.orm, user.id, refused, now, () =>
      proveIdentity(database.orm, { user, viewer, password, now }),
    )
  }
  const removed = await removeAccount(deps, viewer.id, async () => undefined)
  if (!removed) throw new AppError('unauthorized')
}
