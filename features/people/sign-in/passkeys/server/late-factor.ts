import { recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { lacksSecondFactor, needsStrongProof } from '#platform/server/identity/proof.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { tasksOf } from '#platform/shared/tasks.ts'

/**
 * Records in the audit log that a person with tasks has set up a second factor with only the
 * password, after the grace period: a stranger who guessed the password could have done the same to
 * get back into the back office. Call it before the new factor counts.
 * @param passkeys number of passkeys before
 */
export async function noteLateFactor(
  tx: Db,
  { config }: Pick<Deps, 'config'>,
  user: UserRow,
  viewer: Viewer,
  { passkeys, now }: { passkeys: number; now: Date },
): Promise<void> {
  if (needsStrongProof(user, passkeys)) return
  // Tasks are read from the account: a session without a second factor has none after the grace
  // period.
  if (!lacksSecondFactor(config, { ...viewer, tasks: tasksOf(user) }, now)) return
  const act = { subject: 'user', subject_id: user.id, verb: 'set_up_second_factor' } as const
  await recordAct(tx, { id: user.id }, act, now)
}
