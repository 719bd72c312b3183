import { ROLE_ID } from '@letterlend/contract/accounts.ts'
import type { Db } from '../../db/client.ts'
import { lockUser } from '../../identity/users.queries.ts'
import { lockAdmins, takeRole } from './roles.queries.ts'

/**
 * Makes somebody a member like others, sessions and all else as they were: what they may is read anew
 * at each call. The last admin stays one unless `force` is given; of two who are revoked at the same
 * time one is the last.
 */
export async function revokeRole(
  tx: Db,
  userId: string,
  { force }: { force: boolean },
): Promise<'revoked' | 'no_role' | 'last_admin'> {
  const admins = await lockAdmins(tx)
  const user = await lockUser(tx, userId)
  if (!user || user.role_id === ROLE_ID.member) return 'no_role'
  const isLast = admins.every(({ id }) => id === userId)
  if (user.role_id === ROLE_ID.admin && isLast && !force) return 'last_admin'
  await takeRole(tx, userId)
  return 'revoked'
}
