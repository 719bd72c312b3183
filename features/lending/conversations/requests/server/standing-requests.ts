import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import type { ErrorCode } from '#platform/shared/errors.ts'

/**
 * A standing transaction: an earlier request for the same thing to the same letterbox that is not over, that is,
 * a pending request, a promise, or a thing that is out. Neither the borrower nor the borrower's household can ask
 * for the same again: other days belong in the existing conversation.
 */

/**
 * Who has asked. What a household member borrows is private to that member, so `household` reveals nothing more.
 */
export type Standing = 'self' | 'household'

export const STANDING_CODES = {
  self: 'asked_already',
  household: 'household_asked',
} as const satisfies Record<Standing, ErrorCode>

interface AskedThing<Id, Item> {
  borrowerId: Id
  lenderId: Id
  itemId: Item
}

const NOT_OVER = ['requested', 'accepted', 'handed_over'] as const

/** Ids of an account and of everyone with whom it manages a letterbox. */
export const householdOf = (id: InSql<string>): SQL => sql`ARRAY(
  SELECT ${id}::uuid
  UNION SELECT ${letterboxes.user_id} FROM ${letterboxes} WHERE ${managedBy(id)}
  UNION SELECT ${household_members.user_id} FROM ${household_members}
    JOIN ${letterboxes} ON ${letterboxes.id} = ${household_members.letterbox_id} WHERE ${managedBy(id)})`

/** Whether a transaction is not over and belongs to a borrower or the borrower's household, in SQL. */
export const isStandingFor = (borrowerId: InSql<string>): SQL | undefined =>
  and(
    inArray(transactions.status, [...NOT_OVER]),
    sql`${transactions.borrower_id} = ANY(${householdOf(borrowerId)})`,
  )

/** Who has a standing transaction for a thing, in SQL; null if neither the borrower nor the household has. */
export const standing = ({
  borrowerId,
  lenderId,
  itemId,
}: AskedThing<InSql<string>, InSql<number>>): SQL<Standing | null> => sql<Standing | null>`(
  SELECT CASE WHEN bool_or(${transactions.borrower_id} = ${borrowerId}) THEN 'self'
    WHEN count(*) > 0 THEN 'household' END
  FROM ${transactions}
  WHERE ${transactions.lender_id} = ${lenderId} AND ${transactions.item_id} = ${itemId}
    AND ${isStandingFor(borrowerId)})`

/** {@link standing} for a form that opens, with the id of the borrower's own transaction. */
export async function findStanding(
  db: Db,
  thing: AskedThing<string, number>,
): Promise<{ id: string | null; household: boolean }> {
  const { borrowerId, lenderId, itemId } = thing
  const rows = await db
    .select({ id: transactions.id, borrower_id: transactions.borrower_id })
    .from(transactions)
    .where(
      and(
        eq(transactions.lender_id, lenderId),
        eq(transactions.item_id, itemId),
        isStandingFor(borrowerId),
      ),
    )
    .orderBy(desc(transactions.created_at))
  const own = rows.find(({ borrower_id }) => borrower_id === borrowerId)
  return { id: own?.id ?? null, household: own === undefined && rows.length > 0 }
}

/** Makes requests of one household wait for each other. A user without a household counts as a household of one. */
export async function lockHousehold(db: Db, userId: string): Promise<void> {
  const household = sql`coalesce(
    (SELECT letterbox_id FROM household_members WHERE user_id = ${userId}),
    (SELECT id FROM letterboxes WHERE user_id = ${userId}), ${userId}::uuid)`
  await takeLock(db, 'household', household)
}
