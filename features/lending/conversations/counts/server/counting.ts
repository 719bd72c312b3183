import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { LoanStatus } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { itemColumns } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { regionOf } from '#features/places/letterboxes/figures/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import {
  byMonth,
  type LocalPeriod,
  monthOf,
  monthsLater,
  startOfMonth,
  withinMonths,
} from '#platform/server/community-months.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'

const count = sql<number>`count(*)::int`

/** Letterboxes further away than this, in metres, are not nearby. */
const NEARBY = 5_000
const METRES_OF_A_DEGREE = 111_195

/** A count for one item. */
export interface CountOfItem {
  item_id: number
  count: number
}

// The conditions of a partial index must appear in the query as literals, not as parameters. Events with other
// reasons keep the status: other days were asked for or agreed.
const isNew = sql`(${transaction_events.reason} IS NULL OR ${transaction_events.reason} = 'noted')`
const isHandOver = sql`${transaction_events.status} = 'handed_over' AND ${isNew}`
/** A loan that is noted after it was fetched counts as a yes as well. */
const isYes = sql`${transaction_events.status} IN ('accepted', 'handed_over') AND ${isNew}
  AND (${transaction_events.status} = 'accepted' OR ${transaction_events.reason} = 'noted')`

/** Lenders who answered a request in a month or in the two months before. */
export async function countActiveLenders(db: Db, period: LocalPeriod) {
  const { answered_at, lender_id } = transactions
  const { from, until, timeZone } = period
  const month = sql`date_trunc('month', ${answered_at} AT TIME ZONE ${timeZone})`
  const answeredMonths = db
    .selectDistinct({ answered_in: month.as('answered_in'), lender_id })
    .from(transactions)
    .where(
      and(
        isNotNull(lender_id),
        withinMonths(answered_at, { ...period, from: monthsLater(from, -2) }),
      ),
    )
    .as('answered')
  const monthsOfPeriod = sql`generate_series(${`${from}-01`}::timestamp, ${`${until}-01`}::timestamp, '1 month')`
  const rows = await db
    .select({
      month: sql<string>`to_char(counted.month, 'YYYY-MM')`,
      count: sql<number>`count(DISTINCT ${answeredMonths.lender_id})::int`,
    })
    .from(answeredMonths)
    .innerJoin(
      sql`${monthsOfPeriod} AS counted(month)`,
      sql`${answeredMonths.answered_in} BETWEEN counted.month - interval '2 months' AND counted.month`,
    )
    .groupBy(sql`counted.month`)
  return byMonth(rows)
}

/** A count for a region; the region null means everywhere. */
export interface CountOfRegion {
  region: string | null
  count: number
}

/** Lenders who answered at least one request in each month, in total and by the region of their letterbox. */
export async function countLendersByRegion(db: Db, period: LocalPeriod): Promise<CountOfRegion[]> {
  const { answered_at, lender_id } = transactions
  const lenders = db
    .selectDistinct({
      lender_id,
      region: sql<string | null>`${regionOf(letterboxes)}`.as('region'),
    })
    .from(transactions)
    .leftJoin(letterboxes, sql`${letterboxes.user_id} = ${lender_id}`)
    .where(and(isNotNull(lender_id), withinMonths(answered_at, period)))
    .as('lenders')
  const rows = await db
    .select({
      region: lenders.region,
      isAll: sql<number>`grouping(${lenders.region})`,
      count: sql<number>`count(DISTINCT ${lenders.lender_id})::int`,
    })
    .from(lenders)
    .groupBy(sql`GROUPING SETS ((), (${lenders.region}))`)
  // The region is unknown if the letterbox is gone.
  return rows
    .filter(({ isAll, region }) => isAll === 1 || region !== null)
    .map(({ region, count }) => ({ region, count }))
}

/** Requests that reached a lender, by month, and how many of them were answered within a day. */
export async function countRequests(db: Db, period: LocalPeriod) {
  const { created_at, answered_at, held_at } = transactions
  const rows = await db
    .select({
      month: monthOf(created_at, period.timeZone),
      requests: count,
      answered_within_a_day: sql<number>`(count(*) FILTER (WHERE ${answered_at} <= ${created_at} + interval '1 day'))::int`,
    })
    .from(transactions)
    .where(and(isNull(held_at), withinMonths(created_at, period)))
    .groupBy(sql`1`)
  return new Map(rows.map(({ month, ...row }) => [month, row]))
}

/** Loans that were handed over, by month. */
export async function countLoans(db: Db, period: LocalPeriod) {
  const { at } = transaction_events
  const rows = await db
    .select({ month: monthOf(at, period.timeZone), count })
    .from(transaction_events)
    .where(and(isHandOver, withinMonths(at, period)))
    .groupBy(sql`1`)
  return byMonth(rows)
}

/** Loans that were handed over, by month and by the region of the lending letterbox. */
export function countLoansByRegion(
  db: Db,
  period: LocalPeriod,
): Promise<{ region: string; month: string; count: number }[]> {
  const { at } = transaction_events
  return db
    .select({ region: regionOf(letterboxes), month: monthOf(at, period.timeZone), count })
    .from(transaction_events)
    .innerJoin(transactions, eq(transactions.id, transaction_events.transaction_id))
    .innerJoin(letterboxes, sql`${letterboxes.user_id} = ${transactions.lender_id}`)
    .where(and(isHandOver, withinMonths(at, period)))
    .groupBy(sql`1`, sql`2`)
}

/** A count for a sticker in a region; the region null means everywhere. */
export interface RegionalCount {
  region: string | null
  item_id: number
  count: number
}

/** A request to several letterboxes counts as one. */
const requestId = sql`coalesce(${transactions.ask_id}, ${transactions.id})`
const asker = alias(letterboxes, 'asker')

/** How often each sticker was asked for, by the region of the asked letterbox. */
export async function countRequested(db: Db, period: LocalPeriod): Promise<RegionalCount[]> {
  const requests = db
    .selectDistinct({
      item_id: transactions.item_id,
      asked: requestId.as('asked'),
      region: sql<string | null>`${regionOf(letterboxes)}`.as('region'),
    })
    .from(transactions)
    .leftJoin(letterboxes, sql`${letterboxes.user_id} = ${transactions.lender_id}`)
    .where(and(isNull(transactions.held_at), withinMonths(transactions.created_at, period)))
    .as('requests')
  const rows = await db
    .select({
      region: requests.region,
      item_id: requests.item_id,
      isAll: sql<number>`grouping(${requests.region})`,
      count: sql<number>`count(DISTINCT ${requests.asked})::int`,
    })
    .from(requests)
    .groupBy(sql`GROUPING SETS ((${requests.item_id}), (${requests.item_id}, ${requests.region}))`)
  // The region is unknown if the lender is gone.
  return rows.filter(({ isAll, region }) => isAll === 1 || region !== null)
}

/**
 * How often a borrower with a letterbox asked for a sticker, but at no letterbox nearby, by the region of the
 * borrower's letterbox.
 */
export async function countRequestedFar(db: Db, period: LocalPeriod): Promise<RegionalCount[]> {
  const north = sql`(${asker.latitude} - ${letterboxes.latitude})`
  const east = sql`((${asker.longitude} - ${letterboxes.longitude}) * cos(radians(${asker.latitude})))`
  const metres = sql`${METRES_OF_A_DEGREE}::float8 * sqrt(${north} * ${north} + ${east} * ${east})`
  const far = db
    .select({ item_id: transactions.item_id, region: regionOf(asker).as('region') })
    .from(transactions)
    .innerJoin(letterboxes, sql`${letterboxes.user_id} = ${transactions.lender_id}`)
    .innerJoin(asker, sql`${asker.user_id} = ${transactions.borrower_id}`)
    .where(
      and(
        isNull(transactions.held_at),
        isNotNull(letterboxes.latitude),
        isNotNull(asker.latitude),
        withinMonths(transactions.created_at, period),
      ),
    )
    .groupBy(transactions.item_id, requestId, sql`2`)
    .having(sql`min(${metres}) > ${NEARBY}`)
    .as('far')
  return db
    .select({
      region: sql<string | null>`${far.region}`,
      item_id: far.item_id,
      count: sql<number>`count(*)::int`,
    })
    .from(far)
    .groupBy(sql`GROUPING SETS ((${far.item_id}), (${far.item_id}, ${far.region}))`)
}

/**
 * Loans that were handed over, by month in the community's time zone. Uses only an index
 * (`transaction_events_loans_idx`): 225 ms for half a million loans.
 */
export async function countLoansByMonth(db: Db, timeZone: string): Promise<Map<string, number>> {
  const { at } = transaction_events
  const rows = await db
    .select({
      month: sql<string>`date_trunc('month', ${at} AT TIME ZONE ${timeZone})::date::text`,
      count,
    })
    .from(transaction_events)
    .where(isHandOver)
    .groupBy(sql`1`)
  return new Map(rows.map((row) => [row.month.slice(0, 7), row.count]))
}

/** Requests that were ever accepted: each has at most one yes. Uses the same index as {@link countLoansByMonth}. */
export async function countAccepted(db: Db): Promise<number> {
  const [row] = await db.select({ count }).from(transaction_events).where(isYes)
  return row?.count ?? 0
}

/** How often each item was handed over since the start of a month. Reads each of these loans. */
export function countLoansByItem(db: Db, since: string, timeZone: string): Promise<CountOfItem[]> {
  return db
    .select({ item_id: transactions.item_id, count })
    .from(transaction_events)
    .innerJoin(transactions, eq(transactions.id, transaction_events.transaction_id))
    .where(and(isHandOver, gte(transaction_events.at, startOfMonth(since, timeZone))))
    .groupBy(transactions.item_id)
}

/**
 * How often each item was asked for since the start of a month. A request to several letterboxes counts once; one
 * that no lender has seen does not count. Reads each of these requests (`transactions_created_at_idx`).
 */
export function countRequestsByItem(
  db: Db,
  since: string,
  timeZone: string,
): Promise<CountOfItem[]> {
  const { ask_id, created_at, held_at, id, item_id } = transactions
  return db
    .select({
      item_id,
      count: sql<number>`count(DISTINCT coalesce(${ask_id}, ${id}))::int`,
    })
    .from(transactions)
    .where(and(isNull(held_at), gte(created_at, startOfMonth(since, timeZone))))
    .groupBy(item_id)
}

/** The number of conversations of one side by stage, without their content. */
export interface SideCount {
  asked: number
  /** Promised or out. */
  running: number
  returned: number
  /** Declined, withdrawn or expired. */
  ended: number
}

/** How much an account has lent and borrowed. */
export async function countOfAccount(
  db: Db,
  userId: string,
): Promise<{ lent: SideCount; borrowed: SideCount }> {
  const { status, borrower_id, lender_id } = transactions
  const countSide = async (isSide: SQL): Promise<SideCount> => {
    const rows = await db.select({ status, count }).from(transactions).where(isSide).groupBy(status)
    const of = (...statuses: LoanStatus[]) =>
      rows.reduce((sum, row) => sum + (statuses.includes(row.status) ? row.count : 0), 0)
    return {
      asked: of('requested'),
      running: of('accepted', 'handed_over'),
      returned: of('returned'),
      ended: of('declined', 'withdrawn', 'expired'),
    }
  }
  return {
    lent: await countSide(eq(lender_id, userId)),
    borrowed: await countSide(eq(borrower_id, userId)),
  }
}

/** The other side of a loan; null if that account is gone. */
const others = alias(users, 'others')

/** The running loans of an account, lent or borrowed, without their messages, in the order of their return. */
export function listRunningOf(db: Db, userId: string) {
  const { borrower_id, lender_id, item_id, status, handover_at, return_by } = transactions
  return db
    .select({
      id: transactions.id,
      lends: sql<boolean>`${lender_id} = ${userId}`,
      is_out: sql<boolean>`${status} = 'handed_over'`,
      item: {
        name_de: itemColumns.name_de,
        name_en: itemColumns.name_en,
        name_fr: itemColumns.name_fr,
      },
      firstname: others.firstname,
      lastname: others.lastname,
      handover_at,
      return_by,
    })
    .from(transactions)
    .innerJoin(items, eq(items.id, item_id))
    .leftJoin(
      others,
      sql`${others.id} = CASE WHEN ${lender_id} = ${userId} THEN ${borrower_id} ELSE ${lender_id} END`,
    )
    .where(
      and(
        or(eq(borrower_id, userId), eq(lender_id, userId)),
        inArray(status, ['accepted', 'handed_over']),
      ),
    )
    .orderBy(asc(return_by), asc(transactions.id))
}

/** How often these people's letterboxes handed something over in a period. */
export async function countLoansOf(
  db: Db,
  lenderIds: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  if (lenderIds.length === 0) return 0
  const [row] = await db
    .select({ count })
    .from(transaction_events)
    .innerJoin(transactions, eq(transactions.id, transaction_events.transaction_id))
    .where(
      and(
        isHandOver,
        gte(transaction_events.at, from),
        lt(transaction_events.at, until),
        inArray(transactions.lender_id, [...lenderIds]),
      ),
    )
  return row?.count ?? 0
}
