import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { daysAway } from './days-out.rules.ts'

interface Lent {
  lenderId: string
  itemId: number
}

/**
 * How many copies of an item the lender has. Keeps the row locked, so that simultaneous yeses run one after the
 * other.
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
  /** The same days, extended to today if the thing is out. */
  away: string
  today: string
}

/**
 * The copies that are promised or out on some of these days in loans other than `id`. A thing that is out is away
 * today, whatever was agreed.
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
  /** Whether the thing is out or is being handed over: then it is away today as well. */
  isOut: boolean
  today: string
}

/**
 * A copy that is free on these days: the one the loan has already, or else the first free one. Regardless of what
 * is read here, the database rejects overlapping loans of one copy.
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
  // The lock comes first: a caller who waited for it must see what the previous holder lent.
  const [thing] = await lockCopies(db, what)
  const overlappingLoans = await selectTakenCopies(db, { ...what, id: row.id, lent, away, today })
  // If the sticker was removed meanwhile, the lender still has one copy.
  const copies = thing?.copies ?? 1
  const takenCopies = new Set(overlappingLoans.map(({ copy }) => copy))
  const free = Array.from({ length: copies }, (_, copy) => copy).filter(
    (copy) => !takenCopies.has(copy),
  )
  const [first] = free
  if (first === undefined) throw new AppError('already_lent')
  return row.copy !== null && free.includes(row.copy) ? row.copy : first
}
