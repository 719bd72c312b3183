import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { type AuditActor, recordAct } from '#features/people/audit/server/door.ts'
import { deletePasskeysSince } from '#features/people/sign-in/passkeys/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { revokeOtherSessions } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { revokeTokens, SESSION_LINKS } from '#platform/server/identity/tokens.queries.ts'
import { type SecondFactorDeps, tellOfChange } from './second-factor-mails.ts'
import { restartGrace, switchOff } from './second-factors.queries.ts'

/**
 * For somebody who has lost it: the app, its codes and all passkeys log in no more, and all sessions end. The password or
 * a link by mail is enough again; whoever has tasks has the days of the beginning to set up another one. Told by mail.
 */
export async function resetSecondFactor(
  tx: Db,
  deps: SecondFactorDeps,
  user: UserRow,
  by: AuditActor,
): Promise<void> {
  const now = deps.clock()
  await switchOff(tx, user.id)
  await deletePasskeysSince(tx, user.id, new Date(0))
  await restartGrace(tx, user.id, now)
  await revokeOtherSessions(tx, user.id, null)
  await revokeTokens(tx, ['password_reset', ...SESSION_LINKS], user.id)
  await recordAct(
    tx,
    by,
    { subject: 'user', subject_id: user.id, verb: 'reset_second_factor' },
    now,
  )
  const reset = { kind: 'second_factor_reset', by: 'staff', origin: null } as const
  await recordSecurityEvent(tx, user.id, reset, now)
  await tellOfChange(tx, deps, user, 'reset')
}
