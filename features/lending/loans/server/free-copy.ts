import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { TransactionRow } from '#features/lending/conversations/transactions/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { daysAway } from './days-out.rules.ts'

interface Lent {
  lenderId: string
  itemId: number
}

/**
 * How many copies of an item the lender has. The row stays locked, so that of several who say yes
 * one comes after the other.
 */
const lockCopies = (db: Db, { lenderId, itemId }: Lent) =>
  db
    .select({ copies: letterbox_items.copies })
    .from(letterbox_items)
    .innerJoin(letterboxes, eq(letterboxes.id, letterbox_items.letterbox_id))
    .where(and(eq(letterboxes.user_id, lenderId), eq(letterbox_items.item_id, itemId)))
    .for('update', { of: letterbox_items })

interface Overlapping extends Lent {
  id: string
  lent: string
  /** The same days, up to today where the thing is out on them. */
  away: string
  today: string
}

/**
 * The copies that are promised or out on some of these days, in other loans than `id`. What is out is away today,
 * whatever was agreed.
 */
const selectTakenCopies = (db: Db, { lenderId, itemId, id, lent, away, today }: Overlapping) =>
  db
    .select({ copy: transactions.copy })
    .from(transactions)
    .where(
      and(
        eq(transactions.lender_id, lenderId),
        eq(transactions.item_id, itemId),
        inArray(transactions.status, ['accepted', 'handed_over']),
        ne(transactions.id, id),
        or(
          sql`${transactions.lent} && ${lent}::daterange`,
          sql`${transactions.status} = 'handed_over' AND daterange(
              least(lower(${transactions.lent}), ${today}::date),
              greatest(upper(${transactions.lent}), ${today}::date + 1)) && ${away}::daterange`,
        ),
      ),
    )

/** The days on which a copy is needed. */
interface Needed {
  /** `[2026-11-21,2026-11-23)` */
  lent: string
  /** Whether the thing is out, or goes out now: then it is away today as well. */
  isOut: boolean
  today: string
}

/**
 * A copy that is free on some days: the one that the loan has, or else the first one. The database refuses two loans of
 * one copy, whatever is read here.
 * @throws {AppError} already_lent
 */
export async function findFreeCopy(
  db: Db,
  row: TransactionRow,
  { lent, isOut, today }: Needed,
): Promise<number> {
  if (!row.lender_id) throw new AppError('conflict')
  const what = { lenderId: row.lender_id, itemId: row.item_id }
  const away = isOut ? daysAway(lent, today) : lent
  // In this order: whoever waits for the lock reads what was lent by whoever held it.
  const [thing] = await lockCopies(db, what)
  const overlappingLoans = await selectTakenCopies(db, { ...what, id: row.id, lent, away, today })
  // Where the sticker was taken off meanwhile, whoever says yes has the thing all the same.
  const copies = thing?.copies ?? 1
  const takenCopies = new Set(overlappingLoans.map(({ copy }) => copy))
  const free = Array.from({ length: copies }, (_, copy) => copy).filter(
    (copy) => !takenCopies.has(copy),
  )
  const [first] = free
  if (first === undefined) throw new AppError('already_lent')
  return row.copy !== null && free.includes(row.copy) ? row.copy : first
}
