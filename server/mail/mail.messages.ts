import { eq } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { items, users } from '../db/schema.ts'
import { findUserByEmail } from '../features/accounts/accounts.queries.ts'
import { createToken } from '../identity/tokens.queries.ts'
import type { MailQueue, QueuedMail } from './mail.queue.ts'
import type { MailContent } from './mail-content.ts'
import { unsubscribeUrl } from './unsubscribe.routes.ts'

export interface MailDeps {
  mails: MailQueue
  config: Config
}

export interface ConfirmationMail {
  user: { id: string; email: string; firstname: string; lang: 'de' | 'en' | 'fr' }
  secret: string
}

/** Asks to confirm an address. */
export function confirmationMail(config: Config, { user, secret }: ConfirmationMail): QueuedMail {
  const url = `${config.publicUrl}/auth/confirmEmail?email_confirmation_token=${secret}`
  return {
    to: user.email,
    lang: user.lang,
    content: { template: 'emailConfirmation', firstname: user.firstname, url },
  }
}

/** {@link confirmationMail}, in the transaction `db` that made the account. */
export function enqueueConfirmationMail(
  db: Db,
  { mails, config }: MailDeps,
  mail: ConfirmationMail,
): Promise<void> {
  return mails.enqueue(db, confirmationMail(config, mail))
}

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
    content: {
      template: 'newMessage',
      firstname: user.firstname,
      fromFirstname: mail.fromFirstname,
      item: item?.[`name_${user.lang}`] ?? '',
      text: mail.text,
      firstInTransaction: mail.firstInTransaction,
      url: `${config.publicUrl}/profile/inbox?transaction_id=${mail.transactionId}&lt=${secret}`,
    },
    // The first request is what the owner switched messaging on for; the rest can be unsubscribed from.
    ...(!mail.firstInTransaction && {
      unsubscribeUrl: await unsubscribeUrl(db, config, user, now),
    }),
  })
}

/**
 * Tells the administrator what somebody wrote, in the language of that account; an answer goes to
 * `replyTo`. Without an administrator it is only stored.
 */
export async function enqueueAdminMail(
  db: Db,
  { mails, config }: MailDeps,
  replyTo: string,
  content: Extract<MailContent, { template: 'report' | 'generalFeedback' }>,
): Promise<void> {
  if (!config.adminEmail) return
  const admin = await findUserByEmail(db, config.adminEmail)
  await mails.enqueue(db, { to: config.adminEmail, lang: admin?.lang ?? 'de', replyTo, content })
}
