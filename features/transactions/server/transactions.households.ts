import { asc, eq, inArray } from 'drizzle-orm'
import { findMembers, type Member } from '#features/letterboxes/server/letterbox-members.queries.ts'
import { letterboxes } from '#features/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { isOfMember, type TransactionSides } from './transactions.rules.ts'

/** The members who hear of what happens at a side: those of the renter's letterbox when it was asked. */
export async function findHousehold(
  db: Db,
  sides: TransactionSides,
  side: string,
): Promise<Member[]> {
  if (side !== sides.renter_id) return []
  const [letterbox] = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, side))
  const members = letterbox ? await findMembers(db, [letterbox.id]) : []
  return members.filter(
    // Who asked this household before joining it is the other side.
    ({ id, joined_at }) => id !== sides.borrower_id && isOfMember(sides, joined_at),
  )
}

export const idsOf = (members: Member[]) => members.map(({ id }) => id)

/**
 * Keeps accounts from being deleted until the transaction ends, and tells which of them there are.
 * In one order, as their deletion locks a household: the other order could end in a deadlock.
 */
export async function holdAccounts(
  db: Db,
  ids: string[],
): Promise<Map<string, { created_at: Date }>> {
  const rows = await db
    .select({ id: users.id, created_at: users.created_at })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('key share')
  return new Map(rows.map((account) => [account.id, account]))
}
