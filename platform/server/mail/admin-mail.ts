import { and, asc, isNotNull, isNull, not, notInArray } from 'drizzle-orm'
import type { Place } from '#platform/shared/areas.ts'
import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'
import { type BackOfficeCall, may } from '#platform/shared/task-matrix.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import type { Db } from '../db/client.ts'
import type { MailDeps } from '../deps.ts'
import { type UserRow, users } from '../identity/tables.ts'
import { hasTask, mayDo } from '../identity/tasks.queries.ts'
import { findUserByEmail } from '../identity/users.queries.ts'
import type { MailContent } from './mail-template.ts'

/**
 * Whether the configured admin address may be notified about work of this call: not if its account may not make the
 * call any more, or only in an area. An unconfirmed address does not count as its account; otherwise anyone could
 * register it and stop the mails.
 */
export const mayBeTold = (account: UserRow | null, call: BackOfficeCall): boolean =>
  !account?.email_confirmed_at ||
  (account.area === null && may({ tasks: tasksOf(account), area: null }, call))

/**
 * Mails a user's text to the configured administrator, in the language of that account, with `replyTo` as the reply
 * address. Without an administrator, or if that account may not handle it any more, the text is only stored.
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
    ofOperator: true,
    lang: admin?.lang ?? DEFAULT_LANGUAGE,
    ...(replyTo !== '' && { replyTo }),
    content,
  })
}

interface TaskMail {
  /** Reply address; empty for the community's mailbox. */
  replyTo: string
  /** Where the matter is, for people with an area; null: at no place of its own. */
  place: Place | null
  /** Accounts that must not learn of it, whatever their tasks. */
  except?: readonly string[]
}

/**
 * Mails a user's text to the members with this task, each in the language of the account, with `replyTo` as the reply
 * address. Administrators can do everything; they are notified if no member has the task, or none where the matter is:
 * see {@link enqueueAdminMail}.
 */
export async function enqueueTaskMail(
  db: Db,
  deps: MailDeps,
  call: BackOfficeCall,
  content: MailContent,
  { replyTo, place, except = [] }: TaskMail,
): Promise<void> {
  const isAdmin = hasTask('administration')
  const people = await db
    .select({ email: users.email, lang: users.lang })
    .from(users)
    .where(
      and(
        mayDo(call, place),
        isAdmin && not(isAdmin),
        isNotNull(users.email),
        isNotNull(users.email_confirmed_at),
        isNull(users.suspended_at),
        notInArray(users.id, [...except]),
      ),
    )
    .orderBy(asc(users.id))
  if (people.length === 0) {
    await enqueueAdminMail(db, deps, call, replyTo, content)
    return
  }
  for (const { email, lang } of people) {
    if (!email) continue
    await deps.mails.enqueue(db, {
      to: email,
      lang,
      ...(replyTo !== '' && { replyTo }),
      content,
    })
  }
}
