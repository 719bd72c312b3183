import type { AdminOrder, AdminOrderRow, OrderSort } from '@letterlend/contract/admin-orders.ts'
import { toMoney } from '@letterlend/contract/order-pricing.ts'
import type { OrderStatus } from '@letterlend/contract/order-statuses.ts'
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bank_payments, order_events, orders, payments, products, users } from '../../db/schema.ts'
import { holds } from '../../db/text-search.ts'
import { type FullOrder, presentOrder } from './orders.presenter.ts'
import { versionOf } from './orders.queries.ts'

export interface OrderSearch {
  search: string
  status?: OrderStatus | undefined
  sort: OrderSort
  page: number
  size: number
}

const lastname = sql`lower(${orders.lastname} || ' ' || ${orders.firstname})`
const total = sql`${orders.price_cents} + ${orders.donation_cents}`

const SORTS: Record<OrderSort, SQL> = {
  '-order_date': desc(orders.created_at),
  order_date: asc(orders.created_at),
  '-payment_amount': desc(total),
  payment_amount: asc(total),
  name: asc(lastname),
  '-name': desc(lastname),
}

/** As the index `orders_search_idx` has it. */
const searchedText = sql`${orders.refno} || ' ' || ${orders.firstname} || ' ' || ${orders.lastname} || ' ' || coalesce(${orders.email}, '')`

function searched(typed: string): SQL | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  // A number is read aloud, and typed, in groups.
  const digits = text.replace(/\s/g, '')
  return holds(searchedText, /^\d+$/.test(digits) ? digits : text)
}

const presentRow = ({ version, ...full }: FullOrder & { version: number }): AdminOrderRow => ({
  ...presentOrder(full),
  version,
  note: full.order.note,
})

/** One page of all orders that match, and how many match. */
export async function searchOrders(
  db: Db,
  { search, status, sort, page, size }: OrderSearch,
): Promise<{ rows: AdminOrderRow[]; total: number }> {
  const where = and(searched(search), status && eq(orders.status, status))
  const version = sql<number>`(SELECT count(*)::int FROM ${order_events} WHERE ${order_events.order_id} = ${orders.id})`
  const rows = await db
    .select({ order: orders, product: products, version })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.product_id))
    .where(where)
    .orderBy(SORTS[sort], desc(orders.id))
    .limit(size)
    .offset((page - 1) * size)
  const [matching] = await db.select({ total: count() }).from(orders).where(where)
  return { rows: rows.map(presentRow), total: matching?.total ?? 0 }
}

async function historyOf(db: Db, orderId: string): Promise<AdminOrder['history']> {
  const rows = await db
    .select({ event: order_events, user: users })
    .from(order_events)
    .leftJoin(users, eq(users.id, order_events.user_id))
    .where(eq(order_events.order_id, orderId))
    .orderBy(asc(order_events.created_at), asc(order_events.id))
  return rows.map(({ event, user }) => ({
    at: event.created_at.toISOString(),
    status: event.status,
    actor: event.actor,
    by: user && { id: user.id, name: `${user.firstname} ${user.lastname}`.trim() },
    refunded: event.refunded_cents === null ? null : toMoney(event.refunded_cents),
    noted: event.noted,
  }))
}

/** Of a provider, whatever became of it, and what came by bank. */
async function paymentsOf(db: Db, orderId: string): Promise<AdminOrder['payments']> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.order_id, orderId))
    .orderBy(asc(payments.created_at))
  const byBank = await db.select().from(bank_payments).where(eq(bank_payments.order_id, orderId))
  return [
    ...rows,
    ...byBank.map((row) => ({
      ...row,
      provider: 'bank',
      status: 'succeeded',
      updated_at: row.created_at,
    })),
  ].map(({ id, provider, status, amount_cents, currency, created_at, updated_at }) => ({
    ...{ id, provider, status, currency },
    amount: toMoney(amount_cents),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }))
}

/** All that administrators see of an order. */
export async function presentWhole(db: Db, full: FullOrder): Promise<AdminOrder> {
  const { id, user_id } = full.order
  return {
    ...presentRow({ ...full, version: await versionOf(db, id) }),
    user_id,
    history: await historyOf(db, id),
    payments: await paymentsOf(db, id),
  }
}
