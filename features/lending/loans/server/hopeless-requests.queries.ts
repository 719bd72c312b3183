import { and, asc, eq, gte, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { findTakenDays } from '#features/lending/conversations/days/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { transaction_reminders } from '../tables.ts'
import { isFreeAgain, isHopeless } from './hopeless-requests.rules.ts'

/** A lender's item. */
export interface Thing {
  lender_id: string
  item_id: number
}

const isAbout = ({ lender_id, item_id }: Thing) =>
  and(eq(transactions.lender_id, lender_id), eq(transactions.item_id, item_id))

/** When a request ended because its days were promised to another borrower; null if it did not. */
const endedAt = sql<Date | null>`(
  SELECT max(at) FROM transaction_events WHERE transaction_id = ${transactions.id}
    AND status = 'declined' AND side IS NULL AND reason = 'lent')`

const hasEnded = and(eq(transactions.status, 'declined'), sql`${endedAt} IS NOT NULL`)

/** Open requests for a thing that can no longer be granted, except those that wait for a moderator. */
export async function findHopeless(db: Db, thing: Thing, today: string) {
  const requests = await db
    .select()
    .from(transactions)
    .where(
      and(
        isAbout(thing),
        eq(transactions.status, 'requested'),
        isNotNull(transactions.wanted_from),
        // A borrower who says that the thing was fetched already does not wait for it: the lender confirms that
        // instead.
        sql`${transactions.in_words} IS DISTINCT FROM 'fetched'`,
        isNull(transactions.held_at),
        isNull(transactions.closed_at),
      ),
    )
    .orderBy(asc(transactions.created_at))
  if (requests.length === 0) return []
  const taken = await findTakenDays(db, thing, today)
  return requests.filter((request) => isHopeless(request, taken, today))
}

/**
 * Whether the borrower already has the item on some of the days of a request that has ended, or has a pending
 * request to the same lender: then it is no news that it is free again.
 */
const isSettled = sql`EXISTS (
  SELECT FROM transactions other
  WHERE other.borrower_id = ${transactions.borrower_id} AND other.item_id = ${transactions.item_id}
    AND other.id <> ${transactions.id}
    AND (other.status IN ('accepted', 'handed_over')
        AND other.lent && daterange(${transactions.wanted_from},
          coalesce(${transactions.wanted_until}, ${transactions.wanted_from}), '[]')
      OR other.status = 'requested' AND other.renter_id = ${transactions.lender_id}))`

const wasTold = sql`EXISTS (
  SELECT FROM ${transaction_reminders}
  WHERE ${transaction_reminders.transaction_id} = ${transactions.id}
    AND ${transaction_reminders.kind} = 'free_again')`

/**
 * The requests that ended because their days were promised to another borrower and could be granted now. Each is
 * reported once.
 */
export async function findFreeAgain(db: Db, thing: Thing, today: string) {
  const requests = await db
    .select()
    .from(transactions)
    .where(
      and(
        isAbout(thing),
        hasEnded,
        gte(transactions.wanted_from, today),
        isNull(transactions.closed_at),
        isNotNull(transactions.borrower_id),
        sql`NOT ${isSettled}`,
        sql`NOT ${wasTold}`,
      ),
    )
    .orderBy(asc(transactions.created_at))
  if (requests.length === 0) return []
  const taken = await findTakenDays(db, thing, today)
  return requests.filter((request) => isFreeAgain(request, taken, today))
}

/**
 * How many other requests for the days of a loan were declined automatically since it was promised, or are about
 * to be.
 */
export async function countAnsweredBesides(
  db: Db,
  loan: TransactionRow,
  today: string,
): Promise<number> {
  const { lender_id, item_id, lent } = loan
  if (lender_id === null || lent === null) return 0
  const thing = { lender_id, item_id }
  const wanted = sql`daterange(${transactions.wanted_from},
    coalesce(${transactions.wanted_until}, ${transactions.wanted_from}), '[]')`
  const [ended] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(transactions)
    .where(
      and(
        isAbout(thing),
        hasEnded,
        ne(transactions.id, loan.id),
        isNull(transactions.held_at),
        sql`${wanted} && ${lent}::daterange`,
        sql`${endedAt} >= (SELECT max(at) FROM transaction_events
          WHERE transaction_id = ${loan.id} AND status = 'accepted')`,
      ),
    )
  const hopeless = await findHopeless(db, thing, today)
  return (ended?.count ?? 0) + hopeless.filter(({ id }) => id !== loan.id).length
}
