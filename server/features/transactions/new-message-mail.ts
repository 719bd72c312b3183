import { paths } from '@letterlend/contract/paths.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { items, type UserRow, users } from '../../db/schema.ts'
import type { MailDeps } from '../../deps.ts'
import { createToken } from '../../identity/tokens.queries.ts'
import { mailsOffUrls } from '../../mail/unsubscribe.routes.ts'
import { newMessage } from './mails/new-message.ts'

export interface NewMessageMail {
  toUserId: string
  fromFirstname: string
  itemId: number
  transactionId: string
  /** By it the mail is looked at again when it is sent. */
  messageId?: string
  text: string
  firstInTransaction: boolean
  inSeconds?: number
}

/**
 * The first message of a transaction goes to everyone who can be reached, since a request nobody
 * hears of is never answered; later ones only to those who switched notifications on.
 */
const wantsMail = (user: UserRow, { firstInTransaction }: { firstInTransaction: boolean }) =>
  firstInTransaction || user.enable_notifications

/** The same of a mail that waited: messages, and with them these mails, may be off by now. */
export const stillWantsMail = (user: UserRow, mail: { firstInTransaction: boolean }): boolean =>
  wantsMail(user, mail) &&
  (!mail.firstInTransaction || user.enable_messaging || user.enable_messaging_again === true)

/**
 * Tells a user of a message, in the transaction `db` that stored it. False for one who is not to be
 * told.
 */
export async function enqueueNewMessageMail(
  db: Db,
  { mails, config }: MailDeps,
  mail: NewMessageMail,
  now: Date,
): Promise<boolean> {
  const [user] = await db.select().from(users).where(eq(users.id, mail.toUserId))
  if (!user?.email || !user.email_confirmed_at || !wantsMail(user, mail)) return false
  const [item] = await db.select().from(items).where(eq(items.id, mail.itemId))
  const secret = await createToken(db, 'login', user, now)
  const kind = mail.firstInTransaction ? 'unsubscribe_requests' : 'unsubscribe'
  const off = await mailsOffUrls(db, config, { user, kind }, now)
  const { inSeconds = 0, transactionId, messageId } = mail
  const queued = {
    to: user.email,
    lang: user.lang,
    content: newMessage({
      firstname: user.firstname,
      fromFirstname: mail.fromFirstname,
      item: item?.[`name_${user.lang}`] ?? '',
      text: mail.text,
      firstInTransaction: mail.firstInTransaction,
      url: config.publicUrl + paths.inbox({ transaction_id: transactionId, lt: secret }),
      settingsUrl: config.publicUrl + paths.privacy(),
      offUrl: off.page,
      ...(messageId && {
        about: { user_id: user.id, transaction_id: transactionId, message_id: messageId },
      }),
    }),
    unsubscribeUrl: off.oneClick,
  }
  await mails.enqueue(db, queued, { inSeconds })
  return true
}
