import { type SQL, sql } from 'drizzle-orm'
import { countUnmatched } from '#features/bank-statements/server/door.ts'
import { countOpenObjections } from '#features/decisions/server/door.ts'
import { countOpenFeedback } from '#features/general-feedbacks/server/door.ts'
import { countOpenMessageReports } from '#features/message-reports/server/door.ts'
import { countNewcomers } from '#features/newcomers/server/door.ts'
import { countHoldingMoney, countToConfirm, countToShip } from '#features/orders/server/door.ts'
import { countWrong } from '#features/payments/server/door.ts'
import { countOpenReports } from '#features/reports/server/door.ts'
import { countWaiting } from '#features/transactions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { Asked } from '#platform/server/questions.ts'
import { type BackOfficeCall, may } from '#platform/shared/task-matrix.ts'
import type { Queues } from '../contract.ts'

/** What waits for somebody, and null for whoever may not make the call by which it is looked after. */
export async function countQueues(
  db: Db,
  asked: Asked,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<Queues> {
  const where = (call: BackOfficeCall, count: SQL<number>): SQL<number | null> =>
    may(viewer, call) ? count : sql<null>`NULL`
  const listed = (call: BackOfficeCall, count: (db: Db, moderatorId: string) => Promise<number>) =>
    may(viewer, call) ? count(db, viewer.id) : null
  const [[counted], held_messages, message_reports] = await Promise.all([
    db
      .select({
        orders_to_confirm: where('POST /admin/orders/confirm', countToConfirm),
        orders_to_ship: where('POST /admin/orders/ship', countToShip),
        payments_unmatched: where('GET /admin/bankStatements/unmatched', countUnmatched),
        payments_to_settle: where(
          'POST /admin/orders/settle',
          sql<number>`${countWrong(now)} + ${countHoldingMoney(asked)}`,
        ),
        reports: where('GET /admin/reports', countOpenReports),
        feedback: where('GET /admin/feedback', countOpenFeedback),
        objections: where('GET /admin/objections', countOpenObjections),
        newcomers: where('GET /admin/newcomers', countNewcomers),
      })
      .from(sql`(VALUES (1)) AS once`),
    listed('GET /admin/held-messages', countWaiting),
    listed('GET /admin/message-reports', countOpenMessageReports),
  ])
  if (!counted) throw new Error('Unexpected empty answer to a count')
  return { ...counted, held_messages, message_reports }
}
