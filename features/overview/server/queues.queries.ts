import { isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { unmatched_payments } from '#features/bank-statements/tables.ts'
import { general_feedbacks } from '#features/general-feedbacks/tables.ts'
import { countOpenMessageReports } from '#features/message-reports/server/message-reports.queries.ts'
import { holdsMoney } from '#features/orders/server/orders.attention.ts'
import { orders } from '#features/orders/tables.ts'
import { countWrong } from '#features/payments/server/payments.of-orders.ts'
import { PRODUCT_ID } from '#features/products/pricing.ts'
import { reports } from '#features/reports/tables.ts'
import { countWaiting } from '#features/transactions/server/screening/waiting-messages.queries.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Asked } from '#platform/server/questions.ts'
import type { Queues } from '../contract.ts'

const count = (table: PgTable, where: SQL) =>
  sql<number>`(SELECT count(*)::int FROM ${table} WHERE ${where})`
const none = sql<null>`NULL`

// The words of a partial index have to stand in the query as they are, not as parameters.
const toConfirm = sql`${orders.status} = 'pending_confirmation'`
/** A membership has no parcel. */
const toShip = sql`${orders.status} = 'paid' AND ${orders.product_id} <> ${PRODUCT_ID.membership}`
const isUnmatched = sql`${unmatched_payments.state} = 'open'`

/** What waits for somebody. Moderators do not look after orders and money. */
export async function countQueues(
  db: Db,
  asked: Asked,
  { id, isAdmin, now }: { id: string; isAdmin: boolean; now: Date },
): Promise<Queues> {
  const [[counted], held_messages, message_reports] = await Promise.all([
    db
      .select({
        orders_to_confirm: isAdmin ? count(orders, toConfirm) : none,
        orders_to_ship: isAdmin ? count(orders, toShip) : none,
        payments_unmatched: isAdmin ? count(unmatched_payments, isUnmatched) : none,
        payments_to_settle: isAdmin
          ? sql<number>`${countWrong(now)} + ${count(orders, holdsMoney(asked))}`
          : none,
        reports: count(reports, isNull(reports.handled_at)),
        feedback: count(general_feedbacks, isNull(general_feedbacks.handled_at)),
      })
      .from(sql`(VALUES (1)) AS once`),
    countWaiting(db, id),
    countOpenMessageReports(db, id),
  ])
  if (!counted) throw new Error('Unexpected empty answer to a count')
  return { ...counted, held_messages, message_reports }
}
