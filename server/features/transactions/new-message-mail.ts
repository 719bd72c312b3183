import { paths } from '@letterlend/contract/paths.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { items, users } from '../../db/schema.ts'
import type { MailDeps } from '../../deps.ts'
import { createToken } from '../../identity/tokens.queries.ts'
import { unsubscribeUrl } from '../../mail/unsubscribe.routes.ts'
import { newMessage } from './mails/new-message.ts'

export interface NewMessageMail {
  toUserId: string
  fromFirstname: string
  itemId: number
  transactionId: string
  text: string
  firstInTransaction: boolean
}

/**
 * Tells a user of a message, in the transaction `db` that stored it. The first one of a transaction
 * goes to everyone who can be reached, since a request nobody hears of is never answered; later
 * ones only to those who switched notifications on.
 */
export async function enqueueNewMessageMail(
  db: Db,
  { mails, config }: MailDeps,
  mail: NewMessageMail,
  now: Date,
): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.id, mail.toUserId))
  if (!user?.email || !user.email_confirmed_at) return
  if (!mail.firstInTransaction && !user.enable_notifications) return
  const [item] = await db.select().from(items).where(eq(items.id, mail.itemId))
  const secret = await createToken(db, 'login', user, now)
  await mails.enqueue(db, {
    to: user.email,
    lang: user.lang,
    content: newMessage({
      firstname: user.firstname,
      fromFirstname: mail.fromFirstname,
      item: item?.[`name_${user.lang}`] ?? '',
      text: mail.text,
      firstInTransaction: mail.firstInTransaction,
      url: config.publicUrl + paths.inbox({ transaction_id: mail.transactionId, lt: secret }),
    }),
    // The first request is what the owner switched messaging on for; the rest can be unsubscribed from.
    ...(!mail.firstInTransaction && {
      unsubscribeUrl: await unsubscribeUrl(db, config, user, now),
    }),
  })
}
