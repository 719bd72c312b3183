import type { Queues } from '@letterlend/contract/admin-overview.ts'
import { PRODUCT_ID } from '@letterlend/contract/order-pricing.ts'
import { isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { general_feedbacks, orders, payments, reports } from '../../db/schema.ts'
import { countOpenMessageReports } from '../reports/message-reports.queries.ts'
import { countWaiting } from '../transactions/held-messages.queries.ts'

async function countRows(db: Db, table: PgTable, where: SQL): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(table).where(where)
  return row?.count ?? 0
}

// The words of a partial index have to stand in the query as they are, not as parameters.
const toConfirm = sql`${orders.status} = 'pending_confirmation'`
/** A membership has no parcel. */
const toShip = sql`${orders.status} = 'paid' AND ${orders.product_id} <> ${PRODUCT_ID.membership}`
const isUnmatched = sql`${payments.status} = 'mismatch'`

/** What waits for somebody. Orders and money are no matter of moderators. */
export async function countQueues(
  db: Db,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): Promise<Queues> {
  return {
    orders_to_confirm: isAdmin ? await countRows(db, orders, toConfirm) : null,
    orders_to_ship: isAdmin ? await countRows(db, orders, toShip) : null,
    payments_unmatched: isAdmin ? await countRows(db, payments, isUnmatched) : null,
    reports: await countRows(db, reports, isNull(reports.handled_at)),
    feedback: await countRows(db, general_feedbacks, isNull(general_feedbacks.handled_at)),
    held_messages: await countWaiting(db, id),
    message_reports: await countOpenMessageReports(db, id),
  }
}
