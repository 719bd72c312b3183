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
 * For a user who has lost their second factor: removes the app, its recovery codes and all
 * passkeys, and ends all sessions. The password or a mailed link is enough again, and people with
 * tasks get a new grace period. Notifies the user by mail.
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
