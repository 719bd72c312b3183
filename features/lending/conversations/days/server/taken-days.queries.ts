import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { LOAN_MAX_DAYS } from '#features/places/letterboxes/lent/loan-limits.ts'
import type { PromisedLoan } from '#features/places/letterboxes/lent/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { TakenSpan } from '../taken-days.ts'
import { daysAfter } from './day-ranges.ts'
import { takenDays, wantedDays } from './taken-days.rules.ts'

interface LentThing {
  lender_id: string
  item_id: number
}

/** The days that a loan takes, or that a pending request wants. */
const span = sql`CASE WHEN status = 'requested'
  THEN daterange(wanted_from, coalesce(wanted_until, wanted_from), '[]') ELSE lent END`

/** All running loans of the thing, or all requests for it, as one JSON value. */
const promisedLoans = (where: SQL | undefined) => sql<PromisedLoan[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'from', lower(${span}), 'end', upper(${span}), 'handed_over', status = 'handed_over')), '[]')
  FROM ${transactions} WHERE ${where}
)`

/**
 * The days, from today to the last one that can be requested, on which a thing of a letterbox is promised.
 * Returns only days, as {@link takenDays} explains.
 * @param except id of a transaction whose own loan does not count
 */
export async function findTakenDays(
  db: Db,
  { lender_id, item_id }: LentThing,
  today: string,
  except: string | null = null,
): Promise<TakenSpan[]> {
  const loans = promisedLoans(
    and(
      eq(transactions.lender_id, lender_id),
      eq(transactions.item_id, item_id),
      // The statuses are literals as in the partial index, which is not used otherwise.
      sql`${transactions.status} IN ('accepted', 'handed_over')`,
      except === null ? undefined : ne(transactions.id, except),
    ),
  )
  const [row] = await db
    .select({ copies: letterbox_items.copies, loans })
    .from(letterboxes)
    .leftJoin(
      letterbox_items,
      and(eq(letterbox_items.letterbox_id, letterboxes.id), eq(letterbox_items.item_id, item_id)),
    )
    .where(eq(letterboxes.user_id, lender_id))
  // If the sticker was removed meanwhile, the lender still has one copy.
  return takenDays(row?.loans ?? [], row?.copies ?? 1, today, daysAfter(today, LOAN_MAX_DAYS))
}

/**
 * The days on which others want the thing of a loan, so that not everyone can have it. Returns only days, as
 * {@link wantedDays} explains. Leaves out requests that wait for a moderator, and the borrower's own.
 */
export async function findWantedDays(
  db: Db,
  loan: Pick<TransactionRow, 'id' | 'lender_id' | 'borrower_id' | 'item_id' | 'lent'>,
  today: string,
): Promise<TakenSpan[]> {
  const { id, lender_id, borrower_id, item_id, lent } = loan
  if (lender_id === null || lent === null) return []
  const waits = and(
    eq(transactions.status, 'requested'),
    isNotNull(transactions.wanted_from),
    isNull(transactions.held_at),
    isNull(transactions.closed_at),
    sql`${transactions.borrower_id} IS DISTINCT FROM ${borrower_id}`,
  )
  const others = promisedLoans(
    and(
      eq(transactions.lender_id, lender_id),
      eq(transactions.item_id, item_id),
      or(inArray(transactions.status, ['accepted', 'handed_over']), waits),
      ne(transactions.id, id),
    ),
  )
  const [row] = await db
    .select({ copies: letterbox_items.copies, others })
    .from(letterboxes)
    .leftJoin(
      letterbox_items,
      and(eq(letterbox_items.letterbox_id, letterboxes.id), eq(letterbox_items.item_id, item_id)),
    )
    .where(eq(letterboxes.user_id, lender_id))
  const own = { from: lent.slice(1, 11), end: lent.slice(12, 22) }
  const days = { today, last: daysAfter(today, LOAN_MAX_DAYS) }
  return wantedDays(row?.others ?? [], row?.copies ?? 1, own, days)
}
