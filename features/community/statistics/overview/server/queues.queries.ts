import { type SQL, sql } from 'drizzle-orm'
import {
  countOpen,
  countOpenMessageReports,
  countOpenReports,
} from '#features/community/moderation/server/door.ts'
import { isSiteMovedIn } from '#features/community/moving/server/door.ts'
import { countWaiting } from '#features/lending/conversations/held/server/door.ts'
import { countWaitingThanks } from '#features/lending/conversations/thanks/server/door.ts'
import { countOpenObjections } from '#features/people/decisions/server/door.ts'
import { countNewcomers } from '#features/people/newcomers/server/door.ts'
import { countUnmatched } from '#features/shop/orders/bank-statements/server/door.ts'
import {
  countHoldingMoney,
  countToConfirm,
  countToShip,
} from '#features/shop/orders/figures/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { countWrong } from '#features/shop/payments/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import type { Asked } from '#platform/server/questions.ts'
import type { Area } from '#platform/shared/areas.ts'
import { type BackOfficeCall, may } from '#platform/shared/task-matrix.ts'
import type { Queues } from '../contract.admin.ts'

/** For each queue the call that works it off, which decides who sees the count. */
const CALLS = {
  orders_to_confirm: 'POST /admin/orders/confirm',
  orders_to_ship: 'POST /admin/orders/ship',
  payments_unmatched: 'GET /admin/bankStatements/unmatched',
  payments_to_settle: 'POST /admin/orders/settle',
  reports: 'GET /admin/reports',
  feedback: 'GET /admin/feedback',
  objections: 'GET /admin/objections',
  newcomers: 'GET /admin/newcomers',
} as const satisfies Partial<Record<keyof Queues, BackOfficeCall>>

type Counted = keyof typeof CALLS
const COUNTED = Object.keys(CALLS) as Counted[]

/** Which queues a viewer sees. */
type Seen = Readonly<Record<Counted, 'yes' | 'no'>>

const seenBy = (viewer: Viewer) =>
  Object.fromEntries(
    COUNTED.map((queue) => [queue, may(viewer, CALLS[queue]) ? 'yes' : 'no']),
  ) as Seen

/** Held messages and thanks. */
async function countHeld(db: Db, moderator: Viewer): Promise<number> {
  const [messages, thanks] = await Promise.all([
    countWaiting(db, moderator),
    countWaitingThanks(db, moderator),
  ])
  return messages + thanks
}

/** Counts the queues in one query, limited to the area of a viewer who has one. */
function countQueues(
  db: Db,
  asked: Asked,
  now: InSql<string>,
  { seen, area }: { seen: Seen; area: Area | null },
) {
  const counts: Record<Counted, SQL<number>> = {
    orders_to_confirm: countToConfirm,
    orders_to_ship: countToShip(asked, inArea({ area }, orders)),
    payments_unmatched: countUnmatched,
    payments_to_settle: sql<number>`${countWrong(now)} + ${countHoldingMoney(asked)}`,
    reports: countOpenReports({ area }),
    feedback: countOpen('feedback'),
    objections: countOpenObjections,
    newcomers: countNewcomers(asked, { area }),
  }
  const columns = Object.fromEntries(
    COUNTED.map((queue) => [queue, seen[queue] === 'yes' ? counts[queue] : sql<null>`NULL`]),
  ) as Record<Counted, SQL<number | null>>
  return db.select(columns).from(sql`(VALUES (1)) AS once`)
}

/**
 * Counts the queues of a viewer; null for those whose call the viewer may not make. Every screen of the back office
 * needs this, so there is a prepared statement for each set of tasks in use. The few people with an area share none.
 */
export function queuesCounter(
  asked: Asked,
): (db: Db, viewer: Viewer, now: Date) => Promise<Queues> {
  const selectCounts = prepared('queues', (db, { now }: Asking<{ now: Date }>, seen: Seen) =>
    countQueues(db, asked, now, { seen, area: null }),
  )

  return async (db, viewer, now) => {
    const { area } = viewer
    const seen = seenBy(viewer)
    const [[counted], held_messages, message_reports, site_moved_in] = await Promise.all([
      area
        ? countQueues(db, asked, now.toISOString(), { seen, area })
        : selectCounts(db, { now }, seen),
      may(viewer, 'GET /admin/held-messages') ? countHeld(db, viewer) : null,
      may(viewer, 'GET /admin/message-reports') ? countOpenMessageReports(db, viewer) : null,
      may(viewer, 'GET /admin/moving') ? isSiteMovedIn(db) : null,
    ])
    if (!counted) throw new Error('Unexpected empty answer to a count')
    return { ...counted, held_messages, message_reports, site_moved_in }
  }
}
