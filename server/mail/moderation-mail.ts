import { ROLE_ID } from '@letterlend/contract/accounts.ts'
import type { Language } from '@letterlend/contract/languages.ts'
import { and, asc, gte, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { users } from '../db/schema.ts'
import type { MailDeps } from '../deps.ts'
import { findUserByEmail } from '../identity/users.queries.ts'
import { mayBeTold } from './admin-mail.ts'
import type { MailContent } from './mail-template.ts'

/**
 * Tells all who moderate: the accounts with that role, and the administrator of the settings, each in
 * the language of the account; see {@link mayBeTold}.
 * @param except accounts that are not told, being concerned themselves
 */
export async function enqueueModerationMail(
  db: Db,
  { mails, config }: MailDeps,
  content: MailContent,
  { except = [], inSeconds = 0 }: { except?: readonly (string | null)[]; inSeconds?: number } = {},
): Promise<void> {
  const moderators = await db
    .select({ id: users.id, email: users.email, lang: users.lang })
    .from(users)
    .where(
      and(
        gte(users.role_id, ROLE_ID.moderator),
        isNotNull(users.email_confirmed_at),
        isNull(users.suspended_at),
      ),
    )
    .orderBy(asc(users.id))
  const to = new Map<string, { email: string; lang: Language; id: string | null }>()
  if (config.adminEmail) {
    const admin = await findUserByEmail(db, config.adminEmail)
    const { id = null, lang = 'de' } = admin ?? {}
    if (mayBeTold(admin)) {
      to.set(config.adminEmail.toLowerCase(), { id, lang, email: config.adminEmail })
    }
  }
  for (const { id, email, lang } of moderators) {
    if (email) to.set(email.toLowerCase(), { id, lang, email })
  }
  for (const { id, email, lang } of to.values()) {
    if (id !== null && except.includes(id)) continue
    await mails.enqueue(db, { to: email, lang, content }, { inSeconds })
  }
}
