import { sql } from 'drizzle-orm'
import { countUnmatched } from '#features/bank-statements/server/door.ts'
import { countOpenFeedback } from '#features/general-feedbacks/server/door.ts'
import { countOpenMessageReports } from '#features/message-reports/server/door.ts'
import { countHoldingMoney, countToConfirm, countToShip } from '#features/orders/server/door.ts'
import { countWrong } from '#features/payments/server/door.ts'
import { countOpenReports } from '#features/reports/server/door.ts'
import { countWaiting } from '#features/transactions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Asked } from '#platform/server/questions.ts'
import type { Queues } from '../contract.ts'

const none = sql<null>`NULL`

/** What waits for somebody. Moderators do not look after orders and money. */
export async function countQueues(
  db: Db,
  asked: Asked,
  { id, isAdmin, now }: { id: string; isAdmin: boolean; now: Date },
): Promise<Queues> {
  const [[counted], held_messages, message_reports] = await Promise.all([
    db
      .select({
        orders_to_confirm: isAdmin ? countToConfirm : none,
        orders_to_ship: isAdmin ? countToShip : none,
        payments_unmatched: isAdmin ? countUnmatched : none,
        payments_to_settle: isAdmin
          ? sql<number>`${countWrong(now)} + ${countHoldingMoney(asked)}`
          : none,
        reports: countOpenReports,
        feedback: countOpenFeedback,
      })
      .from(sql`(VALUES (1)) AS once`),
    countWaiting(db, id),
    countOpenMessageReports(db, id),
  ])
  if (!counted) throw new Error('Unexpected empty answer to a count')
  return { ...counted, held_messages, message_reports }
}
