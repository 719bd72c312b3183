import { recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { lacksSecondFactor, needsStrongProof } from '#platform/server/identity/proof.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { tasksOf } from '#platform/shared/tasks.ts'

/**
 * Notes in the audit log that somebody with tasks has set up a second factor by their password alone, once the days for
 * it were over: whoever has guessed that password could have done so, and gets back into the back office by it. To be
 * called before the factor is counted as one of theirs.
 * @param passkeys how many the account had until now
 */
export async function noteLateFactor(
  tx: Db,
  { config }: Pick<Deps, 'config'>,
  user: UserRow,
  viewer: Viewer,
  { passkeys, now }: { passkeys: number; now: Date },
): Promise<void> {
  if (needsStrongProof(user, passkeys)) return
  // From the account itself: those who have lacked it too long have no tasks in this session.
  if (!lacksSecondFactor(config, { ...viewer, tasks: tasksOf(user) }, now)) return
  const act = { subject: 'user', subject_id: user.id, verb: 'set_up_second_factor' } as const
  await recordAct(tx, { id: user.id }, act, now)
}
