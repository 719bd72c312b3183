import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OrderMoney } from '#features/shop/orders/paying/server/door.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { bank_payments } from '../tables.ts'

/**
 * The name that people know: the note, or the bank's name for the entry. An entry key consists of account, that name
 * and the order's number. A long key is kept only as a hash, which no person would recognize.
 */
const reference = sql`coalesce(nullif(${bank_payments.note}, ''), split_part(${bank_payments.entry_key}, '|', 2), '')`

/** Bank payments as the page of an order shows them. */
export const bankMoney: OrderMoney = {
  movements: sql`
    SELECT ${bank_payments.order_id} AS order_id,
      ${bank_payments.received_on}::timestamp AT TIME ZONE 'UTC' + interval '12 hours' AS at,
      ${bank_payments.way} AS way, ${reference} AS reference,
      ${bank_payments.amount_cents} AS cents, ${bank_payments.currency} AS currency
    FROM ${bank_payments}
    UNION ALL
    SELECT ${bank_payments.order_id},
      ${bank_payments.returned_on}::timestamp AT TIME ZONE 'UTC' + interval '12 hours',
      ${bank_payments.way}, ${reference},
      -${bank_payments.amount_cents}, ${bank_payments.currency}
    FROM ${bank_payments} WHERE ${bank_payments.returned_on} IS NOT NULL`,

  isLeft: sql`EXISTS (SELECT FROM ${bank_payments} WHERE ${bank_payments.order_id} = ${orders.id}
    AND ${bank_payments.settled_at} IS NOT NULL)`,

  async list(db, orderId) {
    const rows = await db.select().from(bank_payments).where(eq(bank_payments.order_id, orderId))
    return {
      payments: rows.map((row) => ({
        id: row.id,
        provider: row.way,
        status: row.returned_on === null ? 'succeeded' : 'refunded',
        currency: row.currency,
        note: row.note,
        amount: toMoney(row.amount_cents),
        told: null,
        created_at: row.created_at.toISOString(),
        updated_at: row.created_at.toISOString(),
        settled_at: row.settled_at?.toISOString() ?? null,
      })),
    }
  },

  async settle(tx, _deps, { id, of }, by) {
    const one = and(eq(bank_payments.id, of), eq(bank_payments.order_id, id))
    const rows = await tx.select({ id: bank_payments.id }).from(bank_payments).where(one)
    await tx
      .update(bank_payments)
      .set(by)
      .where(and(one, isNull(bank_payments.settled_at)))
    return rows.length > 0
  },
}
