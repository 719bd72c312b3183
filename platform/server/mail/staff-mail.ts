import { and, asc, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Place } from '#platform/shared/areas.ts'
import { DEFAULT_LANGUAGE, type Language } from '#platform/shared/languages.ts'
import type { BackOfficeCall } from '#platform/shared/task-matrix.ts'
import type { Db } from '../db/client.ts'
import type { MailDeps } from '../deps.ts'
import { users } from '../identity/tables.ts'
import { hasTasks, mayDo } from '../identity/tasks.queries.ts'
import { findUserByEmail } from '../identity/users.queries.ts'
import { mayBeTold } from './admin-mail.ts'
import type { MailContent } from './mail-template.ts'

interface Told {
  /** Where the matter is, for people with an area; null: at no place of its own. */
  place?: Place | null
  /** Accounts that are not notified because they are involved themselves. */
  except?: readonly (string | null)[]
  /** Reply address; default: the community's mailbox. */
  replyTo?: string | undefined
  inSeconds?: number
}

/**
 * The accounts that may make a call about what is at this place.
 * @param which further condition
 */
export const findStaff = (db: Db, call: BackOfficeCall, place: Place | null, which?: SQL) =>
  db
    .select({ id: users.id, email: users.email, lang: users.lang, area: users.area })
    .from(users)
    .where(
      and(
        hasTasks,
        mayDo(call, place),
        isNotNull(users.email_confirmed_at),
        isNull(users.suspended_at),
        which,
      ),
    )
    .orderBy(asc(users.id))

/**
 * Notifies everyone who may make the call with which the matter is handled: their accounts, and the configured
 * administrator, each in the language of the account; see {@link mayBeTold}.
 */
export async function enqueueStaffMail(
  db: Db,
  { mails, config }: MailDeps,
  call: BackOfficeCall,
  content: MailContent,
  { place = null, except = [], replyTo, inSeconds = 0 }: Told = {},
): Promise<void> {
  const staff = await findStaff(db, call, place)
  const to = new Map<string, { email: string; lang: Language; id: string | null }>()
  if (config.adminEmail) {
    const admin = await findUserByEmail(db, config.adminEmail)
    const { id = null, lang = DEFAULT_LANGUAGE } = admin ?? {}
    if (mayBeTold(admin, call)) {
      to.set(config.adminEmail.toLowerCase(), { id, lang, email: config.adminEmail })
    }
  }
  for (const { id, email, lang } of staff) {
    if (email) to.set(email.toLowerCase(), { id, lang, email })
  }
  for (const { id, email, lang } of to.values()) {
    if (id !== null && except.includes(id)) continue
    const mail = { to: email, lang, replyTo, content, ofOperator: true } as const
    await mails.enqueue(db, mail, { inSeconds })
  }
}
