import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { local_mails, reports, transactions, users, wishes } from '../../db/schema.ts'
import type { MailDeps } from '../../mail/mail.messages.ts'
import type { MailQueue } from '../../mail/mail.queue.ts'
import type { OwnAccount } from '../letterboxes/letterboxes.ownership.ts'
import { findUserByEmail } from './accounts.queries.ts'

/** What waits for an address, and what the local mailbox holds of it. */
async function forgetMails(db: Db, mails: MailQueue, address: string): Promise<void> {
  await mails.drop(db, address)
  await db.delete(local_mails).where(sql`lower(${local_mails.recipient}) = lower(${address})`)
}

/**
 * Deletes an account. Its letterbox unless it was `handedOver`, tokens and everything else that points to it go by cascade;
 * transactions and messages lose the name and stay with the other side, unless that has left as
 * well. What waits to be mailed to the address is dropped, but for a goodbye.
 */
export async function deleteUser(
  db: Db,
  { mails, config }: MailDeps,
  account: OwnAccount,
  handedOver = false,
): Promise<void> {
  await db.delete(users).where(eq(users.id, account.id))
  await db
    .delete(transactions)
    .where(and(isNull(transactions.borrower_id), isNull(transactions.renter_id)))
  for (const address of [account.email, account.new_email]) {
    // A new address that was never confirmed may by now, or always, be somebody else's.
    if (address && !(await findUserByEmail(db, address))) await forgetMails(db, mails, address)
  }
  if (!account.email || !account.email_confirmed_at) return
  await db.delete(wishes).where(sql`lower(${wishes.email}) = lower(${account.email})`)
  await db.delete(reports).where(sql`lower(${reports.email}) = lower(${account.email})`)
  await mails.enqueue(db, {
    to: account.email,
    lang: account.lang,
    content: {
      template: 'accountDeleted',
      firstname: account.firstname,
      handedOver,
      url: config.publicUrl,
    },
  })
}
