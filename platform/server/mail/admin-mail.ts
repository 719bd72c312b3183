import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import type { Db } from '../db/client.ts'
import type { MailDeps } from '../deps.ts'
import type { UserRow } from '../identity/tables.ts'
import { findUserByEmail } from '../identity/users.queries.ts'
import type { MailContent } from './mail-template.ts'

/**
 * Whether the address of the settings is told: not that of an account that has lost its role. An address
 * that nobody has confirmed proves nothing, else anybody could register it and keep the mails away.
 */
export const mayBeTold = (
  account: UserRow | null,
  leastRole: number = ROLE_ID.moderator,
): boolean => !account?.email_confirmed_at || account.role_id >= leastRole

/**
 * Tells the administrator of the settings what somebody wrote, in the language of that account; an
 * answer goes to `replyTo`. Without one, or where that account looks after nothing any more, it is only
 * stored.
 */
export async function enqueueAdminMail(
  db: Db,
  { mails, config }: MailDeps,
  replyTo: string,
  content: MailContent,
): Promise<void> {
  if (!config.adminEmail) return
  const admin = await findUserByEmail(db, config.adminEmail)
  if (!mayBeTold(admin)) return
  await mails.enqueue(db, {
    to: config.adminEmail,
    lang: admin?.lang ?? DEFAULT_LANGUAGE,
    ...(replyTo !== '' && { replyTo }),
    content,
  })
}
