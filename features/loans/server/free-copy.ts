import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { letterbox_items, letterboxes } from '#features/letterboxes/tables.ts'
import type { TransactionRow } from '#features/transactions/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'

/**
 * How many copies of an item the lender has. The row stays locked, so that of several who say yes
 * one comes after the other.
 */
async function lockCopies(db: Db, renterId: string, itemId: number): Promise<number> {
  const [row] = await db
    .select({ copies: letterbox_items.copies })
    .from(letterbox_items)
    .innerJoin(letterboxes, eq(letterboxes.id, letterbox_items.letterbox_id))
    .where(and(eq(letterboxes.user_id, renterId), eq(letterbox_items.item_id, itemId)))
    .for('update', { of: letterbox_items })
  // Where the sticker was taken off meanwhile, whoever says yes has the thing all the same.
  return row?.copies ?? 1
}

/**
 * The first copy that is free on these days. The database refuses two loans of one copy, whatever
 * is read here.
 * @param lent a range of days, `[2026-11-21,2026-11-23)`
 * @throws {AppError} already_lent
 */
export async function findFreeCopy(db: Db, row: TransactionRow, lent: string): Promise<number> {
  if (!row.renter_id) throw new AppError('conflict')
  const copies = await lockCopies(db, row.renter_id, row.item_id)
  const overlappingLoans = await db
    .select({ copy: transactions.copy })
    .from(transactions)
    .where(
      and(
        eq(transactions.renter_id, row.renter_id),
        eq(transactions.item_id, row.item_id),
        inArray(transactions.status, ['accepted', 'handed_over']),
        ne(transactions.id, row.id),
        sql`${transactions.lent} && ${lent}::daterange`,
      ),
    )
  const takenCopies = new Set(overlappingLoans.map(({ copy }) => copy))
  for (let copy = 0; copy < copies; copy++) if (!takenCopies.has(copy)) return copy
  throw new AppError('already_lent')
}
