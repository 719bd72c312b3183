import { and, eq, gt, or, sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { mayBeAsked } from '#features/places/letterboxes/askable.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { isAvailable, type RunningLoan } from '#features/places/letterboxes/lent/server/door.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import {
  findBlockedLetterboxes,
  inAskingOrder,
} from '#features/places/letterboxes/reach/server/door.ts'
import {
  findPublicLetterboxes,
  presentLetterbox,
} from '#features/places/letterboxes/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Position } from '#platform/shared/geography.ts'
import { ALTERNATIVES_LIMIT } from '../contract.ts'
import { lending } from './lending.queries.ts'
import { isStandingFor } from './standing-requests.ts'

/** Owners who were asked this recently are not suggested again. */
const ASKED_MS = 30 * DAY_MS
/** Metres; borrowers do not travel further for a thing. */
const FARTHEST = 20_000
/** Letterboxes read from the index per batch, and in total. Looking further is not worth the cost. */
const BATCH = 25
const MOST_LOOKED_AT = 200

const WORLD = {
  northEast: { latitude: 90, longitude: 180 },
  southWest: { latitude: -90, longitude: -180 },
}

type TransactionRow = typeof transactions.$inferSelect

const placeOf = (row: { latitude: number | null; longitude: number | null } | undefined) =>
  row && row.latitude !== null && row.longitude !== null
    ? { latitude: row.latitude, longitude: row.longitude }
    : null

/**
 * Where to search from: the asked letterbox while it is on the map, else the borrower's own. Distances from a
 * hidden letterbox would reveal its place.
 */
async function findOrigin(db: Db, { lender_id, borrower_id }: TransactionRow) {
  const place = { latitude: letterboxes.latitude, longitude: letterboxes.longitude }
  const [askedPlace] = lender_id
    ? await db
        .select(place)
        .from(letterboxes)
        .innerJoin(users, eq(users.id, letterboxes.user_id))
        .where(and(eq(letterboxes.user_id, lender_id), isOnMap))
    : []
  if (askedPlace || !borrower_id) return placeOf(askedPlace)
  const [ownPlace] = await db.select(place).from(letterboxes).where(managedBy(borrower_id))
  return placeOf(ownPlace)
}

/**
 * Ids of letterboxes and owners to leave out: blocked, asked before, or the borrower's own. An owner who was
 * asked before and had promised the thing to another borrower may be suggested once it is free again.
 */
async function findLeftOut(db: Db, borrowerId: string, itemId: number, now: Date) {
  const askedOwners = await db
    .select({ id: transactions.lender_id, wasPromised })
    .from(transactions)
    .where(
      or(
        and(
          eq(transactions.borrower_id, borrowerId),
          eq(transactions.item_id, itemId),
          gt(transactions.created_at, new Date(now.getTime() - ASKED_MS)),
        ),
        and(eq(transactions.item_id, itemId), isStandingFor(borrowerId)),
      ),
    )
  const ownOwners = await db
    .select({ id: letterboxes.user_id })
    .from(letterboxes)
    .where(managedBy(borrowerId))
  const blocked = await findBlockedLetterboxes(db, borrowerId)
  const refusing = askedOwners.filter((asked) => !asked.wasPromised)
  const leftOut = [borrowerId, ...blocked, ...[...refusing, ...ownOwners].map(({ id }) => id)]
  return { leftOut: new Set(leftOut), asked: new Set(askedOwners.map(({ id }) => id)) }
}

/** Whether a request ended by itself because the thing was promised to another borrower. */
const wasPromised = sql<boolean>`(transactions.status = 'declined' AND EXISTS (
  SELECT FROM transaction_events WHERE transaction_id = transactions.id
    AND status = 'declined' AND side IS NULL AND reason = 'lent'))`

/** Whether a letterbox has lent out the thing on any of the wanted days, or today if no days are wanted. */
function isLent(
  item: { id: number; copies: number },
  running: readonly RunningLoan[],
  { wanted_from, wanted_until }: TransactionRow,
  today: string,
): boolean {
  const from = wanted_from !== null && wanted_from > today ? wanted_from : today
  const until = wanted_until ?? wanted_from ?? today
  return !isAvailable(item, running, { from, until }, today)
}

type LeftOut = Awaited<ReturnType<typeof findLeftOut>>

/**
 * The nearest letterboxes that may be asked for an item, with what every member sees of them. Each batch is
 * sorted by {@link inAskingOrder}.
 */
async function findNearest(
  deps: Deps,
  request: TransactionRow,
  from: Position,
  { leftOut, asked }: LeftOut,
): Promise<Letterbox[]> {
  const { letterboxFeed, database } = deps
  const { item_id } = request
  const moment = momentOf(deps)
  const alternatives: Letterbox[] = []
  for (let offset = 0; offset < MOST_LOOKED_AT; offset += BATCH) {
    const near = letterboxFeed.index
      .nearest({ stickerId: item_id, messagingOnly: true, box: WORLD, from, limit: BATCH, offset })
      .letterboxes.filter(({ distance }) => distance <= FARTHEST)
    const distances = new Map(near.map(({ id, distance }) => [id, distance]))
    // The index may be behind, so the database decides.
    const ids = [...distances.keys()]
    const [publicLetterboxes, runningLoans] = await Promise.all([
      findPublicLetterboxes(database.orm, ids),
      lending.findRunning(database.orm, ids),
    ])
    const lenders = publicLetterboxes.flatMap((full) => {
      const { owner, letterbox, items, answers, reachable } = full
      const item = items.find(({ id }) => id === item_id)
      if (!item || !mayBeAsked(owner, reachable) || owner.reseller) return []
      if (leftOut.has(owner.id) || leftOut.has(letterbox.id)) return []
      const lent = isLent(item, runningLoans.get(owner.id) ?? [], request, moment.today)
      // An owner who was asked before is left out while the thing is promised.
      if (lent && asked.has(owner.id)) return []
      const distance = distances.get(letterbox.id) ?? 0
      const silent = letterbox.silent_since !== null
      return { full, askable: { can_be_asked: true, silent, lent, answers, distance } }
    })
    for (const { full, askable } of inAskingOrder(lenders, ({ askable }) => askable)) {
      alternatives.push(
        presentLetterbox(full, runningLoans, { loggedIn: true }, moment, askable.distance),
      )
      if (alternatives.length === ALTERNATIVES_LIMIT) return alternatives
    }
    if (near.length < BATCH) break
  }
  return alternatives
}

/**
 * The lenders a borrower could ask next, best choice first.
 * @throws {AppError} not_found for everyone but the borrower of the transaction
 */
export async function listAlternatives(
  deps: Deps,
  borrowerId: string,
  transactionId: string,
): Promise<Letterbox[]> {
  const { orm } = deps.database
  const [row] = await orm.select().from(transactions).where(eq(transactions.id, transactionId))
  if (!row || row.borrower_id !== borrowerId) throw new AppError('not_found')
  const from = await findOrigin(orm, row)
  if (!from) return []
  const leftOut = await findLeftOut(orm, borrowerId, row.item_id, deps.clock())
  return findNearest(deps, row, from, leftOut)
}
