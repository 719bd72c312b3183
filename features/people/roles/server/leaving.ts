import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'

/**
 * Keeps the account of the last admin, without whom the community could not be run. If two admins
 * leave at the same time, the second one waits for the first, and is then the last.
 * @throws `conflict`
 */
export async function keepLastAdmin(
  tx: Db,
  _deps: unknown,
  { account }: LeavingAccount,
): Promise<void> {
  if (account.role_id !== ROLE_ID.admin) return
  await takeLock(tx, 'lastAdmin')
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role_id, ROLE_ID.admin), ne(users.id, account.id)))
    .limit(1)
  if (!other) throw new AppError('conflict')
}
