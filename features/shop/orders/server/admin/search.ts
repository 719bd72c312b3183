import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  lt,
  not,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { isToShip, needsAttention } from '#features/shop/orders/figures/server/door.ts'
import { PROVIDER_MONEY } from '#features/shop/orders/paying/server/door.ts'
import { type ProductId, toMoney } from '#features/shop/orders/products/pricing.ts'
import { products } from '#features/shop/orders/products/tables.ts'
import { type DaySpan, isOnDays } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, isOneOf, prepared } from '#platform/server/db/prepared.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import type { AdminOrderRow, OrderSort } from '../../contract.admin.ts'
import { UNSHIP_MS } from '../../corrections.ts'
import { type OrderStatus, SHOWN_STATUSES, type ShownStatus } from '../../order-steps.ts'
import { isRefno } from '../../refno.ts'
import { order_events, orders } from '../../tables.ts'
import { FULL_ORDER, ordersOfAccount } from '../orders.queries.ts'
import { type FullOrder, presentOrder } from '../presenter.ts'
import { isAmongRefunded, isRefunded } from '../refunded.ts'

/** Rows per page of an export. */
const EXPORT_PAGE = 1000

/** Filters of the order list. */
export interface OrderFilter extends DaySpan {
  search: string
  status?: ShownStatus | undefined
  product_id?: ProductId | undefined
  unpaid_days?: number | undefined
  attention?: 'true' | undefined
  to_ship?: 'true' | undefined
  user_id?: string | undefined
}

export interface OrderSearch extends OrderFilter {
  sort: OrderSort
  page: number
  size: number
}

const lastname = sql`lower(${orders.lastname} || ' ' || ${orders.firstname})`
const total = sql`(${orders.price_cents} + ${orders.donation_cents})`

/** Each matches the order of an index, with the id as tie-breaker. */
const SORTS: Record<OrderSort, SQL[]> = {
  '-order_date': [desc(orders.created_at), desc(orders.id)],
  order_date: [asc(orders.created_at), asc(orders.id)],
  '-payment_amount': [desc(total), desc(orders.id)],
  payment_amount: [asc(total), asc(orders.id)],
  name: [asc(lastname), asc(orders.id)],
  '-name': [desc(lastname), desc(orders.id)],
}

/** Must equal the expression of the index `orders_search_idx`. */
const searchedText = sql`${orders.refno} || ' ' || ${orders.firstname} || ' ' || ${orders.lastname} || ' ' || coalesce(${orders.email}, '') || ' ' || coalesce(${orders.legacy_refno}, '')`

/** Reads the typed text as an order number or as free text. */
function searched(typed: string): Pick<Filtering, 'refno' | 'text'> {
  const text = typed.trim()
  // Numbers may be typed in groups.
  const digits = text.replace(/\s/g, '')
  if (isRefno(digits)) return { refno: digits }
  return { text: (/^\d+$/.test(digits) ? digits : text) || undefined }
}

/** The time of the search, the time zone of its days, and what the viewer may see. */
export interface SearchContext {
  /** Limits the list to the area of a member of the staff. */
  within: SQL | undefined
  now: Date
  timeZone: string
}

/** An {@link OrderFilter} as conditions, and the time. */
interface Filtering extends Omit<OrderFilter, 'search' | 'status'> {
  /** Stored status; only for orders that are not refunded. */
  status?: OrderStatus | undefined
  awaited?: 'true' | undefined
  refunded?: 'true' | undefined
  refno?: string | undefined
  text?: string | undefined
  within: SQL | undefined
  now: string
  timeZone: string
}

const stateOf = (
  status: ShownStatus | undefined,
): Pick<Filtering, 'status' | 'awaited' | 'refunded'> => {
  if (status === 'refunded') return { refunded: 'true' }
  return status === 'awaited' ? { awaited: 'true' } : { status }
}

/** Whether a bank payment of the current order row is pending for days. */
const isAwaitedRow = sql`(${orders.status} = 'pending_payment' AND ${orders.awaited_until} IS NOT NULL)`

const valuesOf = (
  { search, status, ...filter }: OrderFilter,
  { within, now, timeZone }: SearchContext,
): Filtering => ({
  ...filter,
  ...stateOf(status),
  ...searched(search),
  within,
  now: now.toISOString(),
  timeZone,
})

function matching(values: Filtering, asked: Asked): SQL | undefined {
  const { refno, text, status, awaited, refunded, product_id, user_id } = values
  const { unpaid_days, attention, to_ship, within, now, timeZone } = values
  const isOlderThan = (days: number) =>
    lt(orders.created_at, sql`${now}::timestamptz - ${days}::int * interval '24 hours'`)
  return and(
    within,
    refno ? eq(orders.refno, refno) : undefined,
    text ? holds(searchedText, text) : undefined,
    status ? and(eq(orders.status, status), not(isRefunded), not(isAwaitedRow)) : undefined,
    awaited ? isAwaitedRow : undefined,
    refunded ? isAmongRefunded : undefined,
    product_id ? eq(orders.product_id, product_id) : undefined,
    user_id ? ordersOfAccount(user_id) : undefined,
    isOnDays(orders.created_at, values, timeZone),
    unpaid_days === undefined
      ? undefined
      : and(eq(orders.status, 'pending_payment'), not(isAwaitedRow), isOlderThan(unpaid_days)),
    attention ? needsAttention(asked, orders.id, now) : undefined,
    to_ship ? isToShip(asked) : undefined,
  )
}

const version = sql<number>`(SELECT count(*)::int FROM ${order_events} WHERE ${order_events.order_id} = ${orders.id})`

/** When the current order row was last shipped; null if it is not shipped. */
const shippedAt = sql<Date | null>`(SELECT max(${order_events.created_at}) FROM ${order_events}
  WHERE ${order_events.order_id} = ${orders.id} AND ${orders.status} = 'processed'
    AND ${order_events.status} = 'processed' AND ${order_events.refunded_cents} IS NULL
    AND ${order_events.received_cents} IS NULL AND NOT ${order_events.noted}
    AND NOT ${order_events.reminded})`.mapWith(orders.created_at)

/** Whether an order has an unsettled payment problem. */
export async function isAttentionNeeded(
  db: Db,
  asked: Asked,
  id: string,
  now: Date,
): Promise<boolean> {
  const wrong = and(eq(orders.id, id), needsAttention(asked, orders.id, now.toISOString()))
  return (await db.select({ id: orders.id }).from(orders).where(wrong)).length > 0
}

/** Until when shipping can be undone; null if that time is over. */
function unshipUntil(shippedAt: Date, now: Date): string | null {
  const until = new Date(shippedAt.getTime() + UNSHIP_MS)
  return until > now ? until.toISOString() : null
}

interface Row extends FullOrder {
  version: number
  attention: boolean
  disputed: boolean
  shippedAt: Date | null
}

export const presentRow = (row: Row, now: Date): AdminOrderRow => ({
  version: row.version,
  attention: row.attention,
  is_disputed: row.disputed,
  to_give_back: toMoney(Math.max(0, -row.order.owing_cents)),
  unship_until: row.shippedAt === null ? null : unshipUntil(row.shippedAt, now),
  note: row.order.note,
  ...presentOrder(row),
})

/** Orders after this one in a list sorted newest first. Compared in SQL, because a Date has no microseconds. */
const olderThan = (id: string): SQL =>
  sql`(${orders.created_at}, ${orders.id}) < (SELECT created_at, id FROM ${orders} WHERE id = ${id})`

/** Whether the payment of an order is disputed or was lost in a dispute. */
export async function isDisputed(db: Db, asked: Asked, id: string): Promise<boolean> {
  const [row] = await db
    .select({ disputed: sql<boolean>`${answerTo(asked, PROVIDER_MONEY).isDisputed}` })
    .from(orders)
    .where(eq(orders.id, id))
  return row?.disputed ?? false
}

/** Lists of all orders. @param asked the modules that know about money */
export function listingOrders(asked: Asked) {
  type Limit = number | Placeholder
  /** The ids of a page; skipped rows are read from the index only. */
  const idsOfPage = (
    db: Db,
    where: SQL | undefined,
    sort: OrderSort,
    { size, skipped }: { size: Limit; skipped: Limit },
  ) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(where)
      .orderBy(...SORTS[sort])
      .limit(size)
      .offset(skipped)

  /** The unfiltered list, which is the most common request. */
  const selectIds = prepared(
    'ids_of_orders',
    (db, span: Asking<{ size: number; skipped: number }>, sort: OrderSort) =>
      idsOfPage(db, undefined, sort, span),
  )

  const selectRows = prepared(
    'orders_of_page',
    (db, { ids, now }: Asking<{ ids: string[]; now: string }>) =>
      db
        .select({
          ...FULL_ORDER,
          order: getTableColumns(orders),
          version,
          shippedAt,
          attention: sql<boolean>`${needsAttention(asked, orders.id, now)}`,
          disputed: sql<boolean>`${answerTo(asked, PROVIDER_MONEY).isDisputed}`,
        })
        .from(orders)
        .innerJoin(products, eq(products.id, orders.product_id))
        .where(isOneOf(orders.id, ids, 'uuid')),
  )

  async function findPage(db: Db, values: Filtering, { sort, page, size }: OrderSearch) {
    const where = matching(values, asked)
    const span = { size, skipped: (page - 1) * size }
    const found = await (where ? idsOfPage(db, where, sort, span) : selectIds(db, span, sort))
    const ids = found.map(({ id }) => id)
    const rows = await selectRows(db, { ids, now: values.now })
    const byId = new Map(rows.map((row) => [row.order.id, row]))
    // An order that was deleted in between is missing.
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  const countsOf = (db: Db, where: SQL | undefined) => {
    // As a join: as a row condition, the planner would count in index order, which takes ten times as long.
    const refunded = db.select({ id: orders.id }).from(orders).where(isAmongRefunded).as('refunded')
    return db
      .select({
        status: orders.status,
        count: count(),
        refunded: count(refunded.id),
        awaited: sql<number>`count(*) FILTER (WHERE ${isAwaitedRow})::int`,
      })
      .from(orders)
      .leftJoin(refunded, eq(refunded.id, orders.id))
      .where(where)
      .groupBy(orders.status)
  }
  /** The unfiltered counts, which are the most common request. */
  const selectCounts = prepared('counts_of_orders', (db) => countsOf(db, undefined))
  const selectAfter = (db: Db, values: Filtering & { last?: string | undefined }) =>
    db
      .select(FULL_ORDER)
      .from(orders)
      .innerJoin(products, eq(products.id, orders.product_id))
      .where(and(matching(values, asked), values.last ? olderThan(values.last) : undefined))
      .orderBy(...SORTS['-order_date'])
      .limit(EXPORT_PAGE)

  /** Counts per displayed status, among orders that match all other filters. */
  async function countByStatus(db: Db, values: Filtering) {
    const inAnyState = { ...values, status: undefined, awaited: undefined, refunded: undefined }
    const where = matching(inAnyState, asked)
    const rows = await (where ? countsOf(db, where) : selectCounts(db, {}))
    const of = (status: ShownStatus) => {
      if (status === 'refunded') return rows.reduce((sum, row) => sum + row.refunded, 0)
      if (status === 'awaited') return rows.reduce((sum, row) => sum + row.awaited, 0)
      const row = rows.find((each) => each.status === status)
      return row ? row.count - row.refunded - row.awaited : 0
    }
    return Object.fromEntries(SHOWN_STATUSES.map((status) => [status, of(status)])) as Record<
      ShownStatus,
      number
    >
  }

  return {
    /** One page of the matching orders, and the counts of each status. */
    async searchOrders(
      db: Db,
      search: OrderSearch,
      context: SearchContext,
    ): Promise<{ rows: AdminOrderRow[]; total: number; counts: Record<ShownStatus, number> }> {
      const values = valuesOf(search, context)
      const [rows, counts] = await Promise.all([
        findPage(db, values, search),
        countByStatus(db, values),
      ])
      const all = Object.values(counts).reduce((sum, each) => sum + each, 0)
      return {
        rows: rows.map((row) => presentRow(row, context.now)),
        total: search.status ? counts[search.status] : all,
        counts,
      }
    },

    /** All matching orders, newest first, page by page. */
    async *eachOrder(
      db: Db,
      filter: OrderFilter,
      context: SearchContext,
    ): AsyncGenerator<FullOrder[]> {
      let last: string | undefined
      while (true) {
        const page: FullOrder[] = await selectAfter(db, { ...valuesOf(filter, context), last })
        if (page.length > 0) yield page
        if (page.length < EXPORT_PAGE) return
        last = page.at(-1)?.order.id
      }
    },
  }
}
