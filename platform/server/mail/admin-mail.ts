import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'
import { type BackOfficeCall, may } from '#platform/shared/task-matrix.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import type { Db } from '../db/client.ts'
import type { MailDeps } from '../deps.ts'
import type { UserRow } from '../identity/tables.ts'
import { findUserByEmail } from '../identity/users.queries.ts'
import type { MailContent } from './mail-template.ts'

/**
 * Whether the address of the settings is told of what is looked after by a call: not that of an account that
 * may not make it any more. An address that nobody has confirmed proves nothing, else anybody could register
 * it and keep the mails away.
 */
export const mayBeTold = (account: UserRow | null, call: BackOfficeCall): boolean =>
  !account?.email_confirmed_at || may({ tasks: tasksOf(account) }, call)

/**
 * Tells the administrator of the settings what somebody wrote, in the language of that account; an
 * answer goes to `replyTo`. Without one, or where that account does not look after it any more, it is only
 * stored.
 */
export async function enqueueAdminMail(
  db: Db,
  { mails, config }: MailDeps,
  call: BackOfficeCall,
  replyTo: string,
  content: MailContent,
): Promise<void> {
  if (!config.adminEmail) return
  const admin = await findUserByEmail(db, config.adminEmail)
  if (!mayBeTold(admin, call)) return
  await mails.enqueue(db, {
    to: config.adminEmail,
    lang: admin?.lang ?? DEFAULT_LANGUAGE,
    ...(replyTo !== '' && { replyTo }),
    content,
  })
}
