import { and, eq, gte, sql } from 'drizzle-orm'
import { findWantedDays } from '#features/lending/conversations/days/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import {
  type Speaker,
  sideIdOf,
  sideOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { letterbox_answers, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import type { Asker, Outlook } from '../contract.ts'
import { askerAsTold } from './asker.rules.ts'
import { countAnsweredBesides } from './hopeless-requests.queries.ts'
import { loanMomentOf } from './loan-clock.ts'
import { waitingPlan } from './urgency.rules.ts'
import { waitingRequestColumns } from './waiting-requests.queries.ts'

/** Loans that began longer ago than this do not count. */
const REMEMBERED_MS = 2 * 365 * DAY_MS

/** The distance between two people's letterboxes if everyone can see both on the map. */
async function findDistance(db: Db, borrowerId: string, lenderId: string): Promise<number | null> {
  const place = { latitude: letterboxes.latitude, longitude: letterboxes.longitude }
  const shown = (whose: ReturnType<typeof managedBy>) =>
    db
      .select(place)
      .from(letterboxes)
      .innerJoin(users, eq(users.id, letterboxes.user_id))
      .where(and(whose, isOnMap))
  const [[from], [to]] = await Promise.all([
    shown(managedBy(borrowerId)),
    shown(eq(letterboxes.user_id, lenderId)),
  ])
  // A letterbox on the map always has a place.
  return from && to ? distanceInMetres(from as Position, to as Position) : null
}

/** How many things a borrower has borrowed and returned, and how many of them late. */
async function countBroughtBack(db: Db, borrowerId: string, since: Date, timeZone: string) {
  const returnedOn = sql`(
    SELECT (max(at) AT TIME ZONE ${timeZone})::date FROM transaction_events
    WHERE transaction_id = ${transactions.id} AND status = 'returned')`
  const [row] = await db
    .select({
      broughtBack: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) FILTER (WHERE ${returnedOn} > ${transactions.return_by}))::int`,
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.borrower_id, borrowerId),
        eq(transactions.status, 'returned'),
        gte(transactions.created_at, since),
      ),
    )
  return row ?? { broughtBack: 0, late: 0 }
}

async function findAsker(
  db: Db,
  { borrower_id, lender_id }: TransactionRow,
  now: Date,
  timeZone: string,
): Promise<Asker | null> {
  if (borrower_id === null || lender_id === null) return null
  const since = new Date(now.getTime() - REMEMBERED_MS)
  const [[user], distance, counts] = await Promise.all([
    db.select({ joined: users.created_at }).from(users).where(eq(users.id, borrower_id)),
    findDistance(db, borrower_id, lender_id),
    countBroughtBack(db, borrower_id, since, timeZone),
  ])
  return user ? askerAsTold({ ...user, distance, ...counts }, now, timeZone) : null
}

/** How the asked letterbox usually answers; null if it is gone. */
async function findAnswerBand(db: Db, { lender_id }: TransactionRow): Promise<Outlook['answers']> {
  if (lender_id === null) return null
  const [row] = await db
    .select({ answers: letterbox_answers.answers })
    .from(letterboxes)
    .leftJoin(letterbox_answers, eq(letterbox_answers.letterbox_id, letterboxes.id))
    .where(eq(letterboxes.user_id, lender_id))
  return row ? (row.answers ?? 'new') : null
}

/** When a request expires. */
async function findEnd(db: Db, transactionId: string, timeZone: string): Promise<string | null> {
  const [request] = await db
    .select(waitingRequestColumns)
    .from(transactions)
    .where(eq(transactions.id, transactionId))
  return request ? waitingPlan(request, timeZone).endsAt.toISOString() : null
}

/**
 * What each side sees before an answer: the borrower what to expect and when the request expires, the lender who
 * is asking. None of it is public, and it is no longer shown once the request is answered.
 * @throws {AppError} not_found for everyone but the two sides, and for a lender who cannot see the request yet
 */
export async function findOutlook(
  { database: { orm }, clock, config: { timeZone } }: Deps,
  viewer: Speaker,
  transactionId: string,
): Promise<Outlook> {
  const [row] = await orm.select().from(transactions).where(eq(transactions.id, transactionId))
  const sideId = row && sideIdOf(row, viewer)
  if (!sideId) throw new AppError('not_found')
  const side = sideOf(row, sideId)
  if (side === 'lender' && row.held_at !== null) throw new AppError('not_found')
  const isOpen = row.closed_at === null
  const waits = row.status === 'requested' && isOpen
  const ends_at = waits ? await findEnd(orm, transactionId, timeZone) : null
  // A late yes re-opens an expired request.
  const isToAnswer = isOpen && (row.status === 'requested' || row.status === 'expired')
  const isLent = isOpen && (row.status === 'accepted' || row.status === 'handed_over')
  const { today } = loanMomentOf(clock(), timeZone)
  const wanted_besides = isLent ? await findWantedDays(orm, row, today) : []
  if (side === 'lender') {
    const asker = isToAnswer ? await findAsker(orm, row, clock(), timeZone) : null
    const answered_besides = isLent ? await countAnsweredBesides(orm, row, today) : 0
    return { ends_at, answers: null, asker, answered_besides, wanted_besides }
  }
  const isUnanswered = waits && row.answered_at === null
  const answers = isUnanswered ? await findAnswerBand(orm, row) : null
  return { ends_at, answers, asker: null, answered_besides: 0, wanted_besides }
}
