import { and, asc, eq, inArray, or, type SQLWrapper, sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import {
  lends,
  type Speaker,
  type SpeakerValues,
  speakerIn,
  valuesOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { itemColumns } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, prepared } from '#platform/server/db/prepared.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { LENT_DAYS, type Lent } from '../contract.ts'

const STATUSES = ['accepted', 'handed_over', 'returned'] as const
const firstDay = sql<string>`lower(${transactions.lent})::text`
/**
 * A promise lasts until its end, whatever return day was agreed. A thing that is out without a return day has no
 * last day until it is back.
 */
const lastDay = sql<string | null>`CASE
  WHEN ${transactions.status} = 'handed_over' AND ${transactions.return_by} IS NULL THEN NULL
  ELSE (upper(${transactions.lent}) - 1)::text END`

/** The day on which the thing came back, which may differ from the agreed one. */
const returnedOn = (timeZone: SQLWrapper) => sql<string | null>`(
  SELECT (max(at) AT TIME ZONE ${timeZone})::date::text FROM transaction_events
  WHERE transaction_id = ${transactions.id} AND status = 'returned'
)`

interface Asked extends SpeakerValues {
  today: string
  timeZone: string
}

const selectLent = prepared('lent_things', (db, values: Asking<Asked>) => {
  const { today, timeZone } = values
  const isWithinLentDays = sql`${transactions.lent} && daterange(
      ${today}::date - ${LENT_DAYS.back}::int, ${today}::date + ${LENT_DAYS.ahead}::int, '[]')`
  return db
    .select({
      transaction_id: transactions.id,
      status: transactions.status,
      from: firstDay,
      until: lastDay,
      returned: returnedOn(timeZone),
      item: { ...itemColumns, image_path: items.image_path },
      other: sql<
        string | null
      >`CASE WHEN ${transactions.closed_at} IS NULL THEN ${users.firstname} END`,
    })
    .from(transactions)
    .innerJoin(items, eq(items.id, transactions.item_id))
    .innerJoin(letterboxes, eq(letterboxes.user_id, transactions.lender_id))
    .leftJoin(users, eq(users.id, transactions.borrower_id))
    .where(
      and(
        lends(speakerIn(values)),
        inArray(transactions.status, [...STATUSES]),
        // A thing that is not back yet is away, whatever was agreed.
        or(isWithinLentDays, eq(transactions.status, 'handed_over')),
      ),
    )
    .orderBy(firstDay, asc(transactions.id))
})

/** The things of the viewer's letterbox that are away, were recently, or will be. */
export async function listLent(
  db: Db,
  viewer: Speaker & { lang: Language },
  now: Date,
  timeZone: string,
): Promise<Lent[]> {
  const values = { today: dayIn(timeZone, now), timeZone, ...valuesOf(viewer) }
  const rows = await selectLent(db, values)
  return rows.flatMap((row) => {
    const { status, from, until, returned, item } = row
    const lentStatus = STATUSES.find((each) => each === status)
    if (!lentStatus) return []
    const lastShownDay = lentStatus === 'returned' && returned ? returned : until
    const firstShownDay = lastShownDay !== null && lastShownDay < from ? lastShownDay : from
    const name = item[`name_${storedLanguage(viewer.lang)}`]
    return {
      ...row,
      status: lentStatus,
      from: firstShownDay,
      until: lastShownDay,
      item: { name, ...item },
    }
  })
}
