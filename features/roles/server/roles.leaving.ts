import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'

/** Key of an advisory lock: any number that nothing else uses. */
const LEAVING_LOCK = 7_261_904

/**
 * Keeps the account of the last admin: without one nobody could run the community. Of two who leave at
 * the same time the second one is the last: it looks once the first has gone. Throws `conflict`.
 */
export async function keepLastAdmin(
  tx: Db,
  _deps: unknown,
  { account }: LeavingAccount,
): Promise<void> {
  if (account.role_id !== ROLE_ID.admin) return
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LEAVING_LOCK})`)
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role_id, ROLE_ID.admin), ne(users.id, account.id)))
    .limit(1)
  if (!other) throw new AppError('conflict')
}
