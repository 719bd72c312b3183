import { and, asc, isNotNull, isNull, not, notInArray, or } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'
import { type BackOfficeCall, may, tasksFor } from '#platform/shared/task-matrix.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import type { Db } from '../db/client.ts'
import type { MailDeps } from '../deps.ts'
import { type UserRow, users } from '../identity/tables.ts'
import { hasTask } from '../identity/tasks.queries.ts'
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
    ofOperator: true,
    lang: admin?.lang ?? DEFAULT_LANGUAGE,
    ...(replyTo !== '' && { replyTo }),
    content,
  })
}

interface TaskMail {
  /** Where an answer goes; empty for whoever reads the mails of the community. */
  replyTo: string
  /** Accounts that may not know of it, whatever their task. */
  except?: readonly string[]
}

/**
 * Tells those whose task it is what somebody wrote, each in the language of the account; an answer goes to `replyTo`.
 * Administrators may do everything, and are told of what is nobody's task: see {@link enqueueAdminMail}.
 */
export async function enqueueTaskMail(
  db: Db,
  deps: MailDeps,
  call: BackOfficeCall,
  content: MailContent,
  { replyTo, except = [] }: TaskMail,
): Promise<void> {
  const tasks = tasksFor(call).filter((task) => task !== 'administration')
  const isAdmin = hasTask('administration')
  const people = await db
    .select({ email: users.email, lang: users.lang })
    .from(users)
    .where(
      and(
        or(...tasks.map(hasTask)),
        isAdmin && not(isAdmin),
        isNotNull(users.email),
        isNotNull(users.email_confirmed_at),
        isNull(users.suspended_at),
        notInArray(users.id, [...except]),
      ),
    )
    .orderBy(asc(users.id))
  if (tasks.length === 0 || people.length === 0) {
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
