import type { Db } from '../db/client.ts'
import type { MailDeps } from '../deps.ts'
import { findUserByEmail } from '../identity/users.queries.ts'
import type { MailContent } from './mail-template.ts'

/**
 * Tells the administrator what somebody wrote, in the language of that account; an answer goes to
 * `replyTo`. Without an administrator it is only stored.
 */
export async function enqueueAdminMail(
  db: Db,
  { mails, config }: MailDeps,
  replyTo: string,
  content: MailContent,
): Promise<void> {
  if (!config.adminEmail) return
  const admin = await findUserByEmail(db, config.adminEmail)
  await mails.enqueue(db, { to: config.adminEmail, lang: admin?.lang ?? 'de', replyTo, content })
}
