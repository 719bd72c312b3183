import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { letterbox_items, letterboxes } from '#features/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { transactions } from '../../tables.ts'
import type { TakenSpan } from '../../taken-days.ts'
import { LOAN_MAX_DAYS } from '../../transaction-limits.ts'
import { daysAfter } from './loan-clock.ts'
import { type PromisedLoan, takenDays } from './taken-days.rules.ts'

interface LentThing {
  renter_id: string
  item_id: number
}

/** All running loans of the thing as one JSON value. */
const promisedLoans = (where: SQL | undefined) => sql<PromisedLoan[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'from', lower(lent), 'end', upper(lent), 'handed_over', status = 'handed_over')), '[]')
  FROM ${transactions} WHERE ${where}
)`

/**
 * The days, from today to the last one that can be asked for, on which a thing of a letterbox is promised to
 * somebody: days alone, as {@link takenDays} says.
 * @param except a transaction whose own loan does not count
 */
export async function findTakenDays(
  db: Db,
  { renter_id, item_id }: LentThing,
  today: string,
  except: string | null = null,
): Promise<TakenSpan[]> {
  const loans = promisedLoans(
    and(
      eq(transactions.renter_id, renter_id),
      eq(transactions.item_id, item_id),
      // The statuses are spelt out as they are in the partial index, which is not used otherwise.
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
    .where(eq(letterboxes.user_id, renter_id))
  // Where the sticker was taken off meanwhile, whoever lends has the thing all the same.
  return takenDays(row?.loans ?? [], row?.copies ?? 1, today, daysAfter(today, LOAN_MAX_DAYS))
}
