import { eq } from 'drizzle-orm'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import {
  closeAllConversations,
  reopenAllConversations,
} from '#features/lending/loans/server/door.ts'
import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import type { DecisionGround } from '#features/people/decisions/decision-kinds.ts'
import { recordDecision } from '#features/people/decisions/server/door.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { revokeOtherSessions } from '#platform/server/identity/sessions.queries.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import type { MailContent } from '#platform/server/mail/mail-template.ts'
import { paths } from '#platform/shared/paths.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { accountRestored, accountSuspended } from './mails.ts'

/** An unconfirmed address may be a stranger's. */
export async function tell(
  { db, deps }: Sending,
  user: UserRow,
  content: MailContent,
): Promise<void> {
  if (!user.email || !user.email_confirmed_at) return
  await deps.mails.enqueue(db, { to: user.email, lang: user.lang, content })
}

interface Suspending {
  reason: string
  ground: DecisionGround
  /** True if the suspension follows a report about the member. */
  afterReport: boolean
  by: { id: string }
}

/**
 * Suspends an account and hides it from everybody: ends its sessions, requests and promised loans, and mails the
 * reason. The caller has locked it together with the accounts of its conversations.
 * @returns the id of the decision named in the mail
 */
export async function suspendUser(
  sending: Sending,
  user: UserRow,
  { reason, ground, afterReport, by }: Suspending,
): Promise<string> {
  const { db, deps, now } = sending
  await db
    .update(users)
    .set({ suspended_at: user.suspended_at ?? now, suspended_reason: reason })
    .where(eq(users.id, user.id))
  const suspended = { kind: 'account_suspended', by: 'staff', origin: null } as const
  await recordSecurityEvent(db, user.id, suspended, now)
  await revokeOtherSessions(db, user.id, null)
  await closeAllConversations(sending, user.id)
  const { firstname } = user
  const decided = { user_id: user.id, kind: 'account_suspended', ground, reason } as const
  const { id: decisionId, inMail: decision } = await recordDecision(
    db,
    deps,
    { ...decided, after_report: afterReport, automated: false, decided_by: by.id },
    now,
  )
  const url = deps.config.publicUrl
  await tell(sending, user, accountSuspended({ firstname, reason, decision, url }))
  const act = { subject: 'user', subject_id: user.id, verb: 'suspend' } as const
  await recordAct(db, by, { ...act, after: { reason: CHANGED } }, now)
  return decisionId
}

/** Members of the staff cannot suspend themselves. An administrator can only be suspended after losing the role. */
export function refuseStaff(user: UserRow, by: { id: string }): void {
  if (user.id === by.id) throw new AppError('own_account')
  if (user.role_id === ROLE_ID.admin) throw new AppError('is_admin')
}

/** Lifts a suspension. What has ended meanwhile stays ended. */
export async function restoreUser(
  sending: Sending,
  user: UserRow,
  by: { id: string },
): Promise<void> {
  const { db, deps, now } = sending
  await db
    .update(users)
    .set({ suspended_at: null, suspended_reason: null })
    .where(eq(users.id, user.id))
  const restored = { kind: 'account_restored', by: 'staff', origin: null } as const
  await recordSecurityEvent(db, user.id, restored, now)
  await reopenAllConversations(db, user.id)
  const url = deps.config.publicUrl + paths.login()
  await tell(sending, user, accountRestored({ firstname: user.firstname, url }))
  await recordAct(db, by, { subject: 'user', subject_id: user.id, verb: 'restore' }, now)
}
