import { type AuditActor, recordAct } from '#features/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { roleRevoked } from './mails/role-revoked.ts'
import type { RoleDeps } from './roles.granting.ts'
import { lockAdmins, takeRole } from './roles.queries.ts'
import { staffRoleOf } from './roles.rules.ts'

/**
 * Makes somebody a member like others, and tells them; sessions and all else stay as they were: what
 * they may is read anew at each call. The last admin stays one unless `force` is given; of two who are
 * revoked at the same time one is the last.
 */
export async function revokeRole(
  tx: Db,
  { mails, config, clock }: RoleDeps,
  userId: string,
  { force, by }: { force: boolean; by: AuditActor },
): Promise<'revoked' | 'no_role' | 'last_admin'> {
  const admins = await lockAdmins(tx)
  const user = await lockUser(tx, userId)
  const role = user && staffRoleOf(user)
  if (!role) return 'no_role'
  const isLast = admins.every(({ id }) => id === userId)
  if (user.role_id === ROLE_ID.admin && isLast && !force) return 'last_admin'
  await takeRole(tx, userId)
  const act = { subject: 'user', subject_id: userId, verb: 'revoke', before: { role } } as const
  await recordAct(tx, by, act, clock())
  if (user.email) {
    await mails.enqueue(tx, {
      to: user.email,
      lang: user.lang,
      content: roleRevoked({ firstname: user.firstname, role, url: config.publicUrl }),
    })
  }
  return 'revoked'
}
