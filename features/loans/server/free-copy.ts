import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { letterbox_items, letterboxes } from '#features/letterboxes/tables.ts'
import type { TransactionRow } from '#features/transactions/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, prepared } from '#platform/server/db/prepared.ts'
import { together } from '#platform/server/db/together.ts'
import { AppError } from '#platform/server/http/errors.ts'

interface Lent {
  renterId: string
  itemId: number
}

/**
 * How many copies of an item the lender has. The row stays locked, so that of several who say yes
 * one comes after the other.
 */
const lockCopies = prepared('lock_copies', (db, { renterId, itemId }: Asking<Lent>) =>
  db
    .select({ copies: letterbox_items.copies })
    .from(letterbox_items)
    .innerJoin(letterboxes, eq(letterboxes.id, letterbox_items.letterbox_id))
    .where(and(eq(letterboxes.user_id, renterId), eq(letterbox_items.item_id, itemId)))
    .for('update', { of: letterbox_items }),
)

/** The copies that are promised or out on some of these days, in other loans than `id`. */
const selectTakenCopies = prepared(
  'taken_copies',
  (db, { renterId, itemId, id, lent }: Asking<Lent & { id: string; lent: string }>) =>
    db
      .select({ copy: transactions.copy })
      .from(transactions)
      .where(
        and(
          eq(transactions.renter_id, renterId),
          eq(transactions.item_id, itemId),
          inArray(transactions.status, ['accepted', 'handed_over']),
          ne(transactions.id, id),
          sql`${transactions.lent} && ${lent}::daterange`,
        ),
      ),
)

/**
 * The first copy that is free on these days. The database refuses two loans of one copy, whatever
 * is read here.
 * @param lent a range of days, `[2026-11-21,2026-11-23)`
 * @throws {AppError} already_lent
 */
export async function findFreeCopy(db: Db, row: TransactionRow, lent: string): Promise<number> {
  if (!row.renter_id) throw new AppError('conflict')
  const what = { renterId: row.renter_id, itemId: row.item_id }
  // In this order: whoever waits for the lock reads what was lent by whoever held it.
  const [[thing], overlappingLoans] = await together([
    lockCopies(db, what),
    selectTakenCopies(db, { ...what, id: row.id, lent }),
  ])
  // Where the sticker was taken off meanwhile, whoever says yes has the thing all the same.
  const copies = thing?.copies ?? 1
  const takenCopies = new Set(overlappingLoans.map(({ copy }) => copy))
  for (let copy = 0; copy < copies; copy++) if (!takenCopies.has(copy)) return copy
  throw new AppError('already_lent')
}
