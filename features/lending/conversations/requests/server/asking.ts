import { randomUUID } from 'node:crypto'
import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import { findTakenDays } from '#features/lending/conversations/days/server/door.ts'
import type { TakenSpan } from '#features/lending/conversations/days/taken-days.ts'
import {
  beginConversation,
  findSent,
  lockAuthor,
  type NewRequest,
  screenRequest,
} from '#features/lending/conversations/messages/server/door.ts'
import type { MessageRow } from '#features/lending/conversations/messages/tables.ts'
import {
  holdAccounts,
  joinAsk,
  lockRows,
  type Sending,
  siblingsOf,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { everybodyOf, findHousehold } from '#features/lending/conversations/who-sees/server/door.ts'
import { checkDays } from '#features/places/letterboxes/lent/server/door.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { type Member, managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { isBlockedFor, isReachable } from '#features/places/letterboxes/reach/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type AskedLetterbox, REFUSAL_CODES, refuseBorrow } from '../borrowing.ts'
import { checkAllowance } from './allowance.queries.ts'
import { lockHousehold, STANDING_CODES, type Standing, standing } from './standing-requests.ts'

type RequestContent = Omit<NewRequest, 'lender_id'>

/** An item in a user's letterbox. */
type AskedThing = Pick<NewRequest, 'lender_id' | 'item_id'>

interface NewAsk extends RequestContent {
  lender_ids: string[]
  /** The borrower's own pending request, which the new ones join. */
  besides?: string | null | undefined
}

const selectAskedLetterbox = (
  db: Db,
  { borrowerId, lenderId, itemId }: { borrowerId: string; lenderId: string; itemId: number },
) =>
  db
    .select({
      own: sql<boolean>`${managedBy(borrowerId)}`,
      on_map: sql<boolean>`${isOnMap}`,
      enable_messaging: users.enable_messaging,
      takes_requests: users.takes_requests,
      reachable: isReachable,
      reseller: users.reseller,
      lends_item: sql<boolean>`${letterbox_items.item_id} IS NOT NULL`,
      standing: standing({ borrowerId, lenderId, itemId }),
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(
      letterbox_items,
      and(eq(letterbox_items.letterbox_id, letterboxes.id), eq(letterbox_items.item_id, itemId)),
    )
    .where(
      and(
        eq(letterboxes.user_id, lenderId),
        or(and(isOnMap, not(isBlockedFor(borrowerId))), managedBy(borrowerId)),
      ),
    )

/**
 * Finds a letterbox that may be asked, or that is the borrower's own. The query excludes hidden and blocked ones.
 */
async function findAskedLetterbox(
  db: Db,
  borrowerId: string,
  { lender_id: lenderId, item_id: itemId }: AskedThing,
): Promise<(AskedLetterbox & { standing: Standing | null }) | null> {
  const [row] = await selectAskedLetterbox(db, { borrowerId, lenderId, itemId })
  return row ?? null
}

interface Borrower {
  id: string
  email_confirmed: boolean
  enable_messaging: boolean
  show_on_map: boolean
  created_at: Date
}

const borrowerColumns = {
  id: users.id,
  email_confirmed: sql<boolean>`${users.email_confirmed_at} IS NOT NULL`,
  enable_messaging: users.enable_messaging,
  show_on_map: users.show_on_map,
  created_at: users.created_at,
}

const selectBorrower = (db: Db, { id }: { id: string }) =>
  db
    .select(borrowerColumns)
    .from(users)
    // The account may have been suspended since the call was authenticated.
    .where(and(eq(users.id, id), isNull(users.suspended_at)))
    .for('no key update')

/**
 * Locks the borrower's account and household, so that their requests run one after the other: duplicate or
 * simultaneous requests cannot bypass the checks.
 */
async function lockBorrower(db: Db, borrowerId: string): Promise<Borrower> {
  await lockAuthor(db, borrowerId)
  await lockHousehold(db, borrowerId)
  const [borrower] = await selectBorrower(db, { id: borrowerId })
  if (!borrower) throw new AppError('unauthorized')
  return borrower
}

/** The error code if this letterbox cannot be asked; null if it can. */
async function refusalOf(db: Db, borrower: Borrower, asked: AskedThing) {
  const letterbox = await findAskedLetterbox(db, borrower.id, asked)
  const refusal = refuseBorrow({ borrower, lender_id: asked.lender_id, letterbox })
  if (refusal) return REFUSAL_CODES[refusal]
  return letterbox?.standing ? STANDING_CODES[letterbox.standing] : null
}

/**
 * Locks a member and the household, and checks that the member may ask for a thing, apart from the allowance and from
 * whether a request would reach anyone at the letterbox.
 * @returns whether it would
 * @throws {AppError} as {@link createTransaction} does
 */
export async function lockWhoMayAsk(
  db: Db,
  borrowerId: string,
  asked: AskedThing,
): Promise<{ reachable: boolean }> {
  const borrower = await lockBorrower(db, borrowerId)
  const found = await findAskedLetterbox(db, borrower.id, asked)
  const letterbox = found && { ...found, reachable: true }
  const refusal = refuseBorrow({ borrower, lender_id: asked.lender_id, letterbox })
  if (refusal) throw new AppError(REFUSAL_CODES[refusal])
  if (found?.standing) throw new AppError(STANDING_CODES[found.standing])
  return { reachable: found?.reachable === true }
}

/**
 * The days on which a letterbox has promised a thing. Only returned to users who may ask for that thing.
 * @throws {AppError} as {@link createTransaction} does if a letterbox cannot be asked
 */
export async function listTakenDays(
  db: Db,
  borrowerId: string,
  asked: AskedThing,
  today: string,
): Promise<TakenSpan[]> {
  const [borrower] = await db.select(borrowerColumns).from(users).where(eq(users.id, borrowerId))
  if (!borrower) throw new AppError('unauthorized')
  const letterbox = await findAskedLetterbox(db, borrower.id, asked)
  const refusal = refuseBorrow({ borrower, lender_id: asked.lender_id, letterbox })
  if (refusal) throw new AppError(REFUSAL_CODES[refusal])
  return findTakenDays(db, asked, today)
}

/**
 * Locks the accounts of the letterboxes' owners and of their household members, who are mailed as well.
 * @param others accounts to lock together with them
 * @returns the households by owner id, without owners who deleted the account meanwhile
 */
async function holdAccountsOfAsked(
  db: Db,
  borrowerId: string,
  lenderIds: string[],
  now: Date,
  others: string[] = [],
): Promise<Map<string, Member[]>> {
  const households = new Map<string, Member[]>()
  for (const lender_id of lenderIds) {
    const sides = { borrower_id: borrowerId, lender_id, created_at: now }
    households.set(lender_id, await findHousehold(db, sides, lender_id))
  }
  const members = [...households.values()].flat().map(({ id }) => id)
  const accounts = await holdAccounts(db, [...new Set([...lenderIds, ...members, ...others])])
  return new Map([...households].filter(([ownerId]) => accounts.has(ownerId)))
}

function checkWantedDays(
  { wanted_from, wanted_until }: RequestContent,
  { now, deps }: Sending,
): void {
  if (!wanted_from) return
  checkDays({ from: wanted_from, until: wanted_until ?? null }, now, deps.config.timeZone)
}

/**
 * Whether the earlier request went to one of these lenders. If the lender's account was deleted since, assume
 * yes.
 */
const wasSentTo = (recipient: string | null, asked: string[]) =>
  recipient === null || asked.includes(recipient)

/**
 * Asks the owner of a letterbox for an item.
 * @throws {AppError} own_letterbox, not_found, not_borrowable, messaging_disabled, asked_already, household_asked,
 * asked_too_many, validation, and conflict when the request id was used for something else.
 */
export async function createTransaction(
  sending: Sending,
  borrowerId: string,
  newRequest: NewRequest,
): Promise<MessageRow> {
  const { db, now } = sending
  const { lender_id, request_id, text } = newRequest
  const borrower = await lockBorrower(db, borrowerId)
  const earlier = await findSent(db, borrowerId, request_id)
  if (earlier) {
    const isSame = earlier.text === text && wasSentTo(earlier.to_id, [lender_id])
    if (!isSame) throw new AppError('conflict')
    return earlier
  }
  checkWantedDays(newRequest, sending)
  const refusal = await refusalOf(db, borrower, newRequest)
  if (refusal) throw new AppError(refusal)
  await checkAllowance(db, sending.deps.settings.current().limits, borrower, 1, now)
  const households = await holdAccountsOfAsked(db, borrowerId, [lender_id], now)
  const household = households.get(lender_id)
  if (!household) throw new AppError('not_found')
  const screening = await screenRequest(db, borrowerId, text, [lender_id], now)
  const circumstances = { household, ask_id: null, screening, others: 0 }
  return beginConversation(sending, borrowerId, newRequest, circumstances)
}

/**
 * Ids of the transactions of an earlier request to several letterboxes with the same request id, which its first
 * message carries; null if there is none. Other letterboxes, even the same ones, may have been added before or
 * since.
 */
async function findAsk(db: Db, borrowerId: string, { request_id, ...ask }: NewAsk) {
  const sent = await findSent(db, borrowerId, request_id)
  if (!sent) return null
  const [first] = await db
    .select()
    .from(transactions)
    .where(eq(transactions.id, sent.transaction_id))
  const rows = first ? [first, ...(await siblingsOf(db, first))] : []
  const isSameAsk =
    sent.text === ask.text &&
    first?.item_id === ask.item_id &&
    wasSentTo(first.lender_id, ask.lender_ids) &&
    (!ask.besides || rows.some(({ id }) => id === ask.besides))
  if (!isSameAsk) throw new AppError('conflict')
  // One call creates all its transactions at the same instant, and calls of one borrower never overlap.
  const isOfThisCall = ({ created_at }: TransactionRow) =>
    created_at.getTime() === first.created_at.getTime()
  return rows
    .filter(isOfThisCall)
    .map(({ id }) => id)
    .sort()
}

/**
 * The pending request that new ones will join, with all requests sent together with it.
 * @throws {AppError} not_found if the borrower has no such request for the same thing
 */
async function findBesides(db: Db, borrowerId: string, { besides, item_id }: NewAsk) {
  if (!besides) return []
  const [row] = await db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.id, besides),
        eq(transactions.borrower_id, borrowerId),
        eq(transactions.item_id, item_id),
      ),
    )
  if (!row) throw new AppError('not_found')
  return [row, ...(await siblingsOf(db, row))]
}

/**
 * Joins pending requests and the new ones into one ask.
 * @returns how many are still pending
 * @throws {AppError} status_changed if the named request is no longer pending
 */
async function joinWaiting(
  db: Db,
  rows: TransactionRow[],
  { besides }: NewAsk,
  ask_id: string,
): Promise<number> {
  if (rows.length === 0) return 0
  const waiting = (await lockRows(db, rows)).filter(({ status }) => status === 'requested')
  if (!waiting.some(({ id }) => id === besides)) throw new AppError('status_changed')
  await joinAsk(db, rows, ask_id)
  return waiting.length
}

/**
 * Asks several letterboxes with one message. Skips those that can no longer be asked, as long as one is left. The
 * first yes withdraws the other requests, including those named by `besides`.
 * @returns ids of the new transactions
 * @throws {AppError} as {@link createTransaction} does for the first letterbox if none is left; status_changed if
 * the request named by `besides` is no longer pending
 */
export async function askSeveral(
  sending: Sending,
  borrowerId: string,
  ask: NewAsk,
): Promise<string[]> {
  const { db, now } = sending
  const borrower = await lockBorrower(db, borrowerId)
  const earlier = await findAsk(db, borrowerId, ask)
  if (earlier) return earlier
  checkWantedDays(ask, sending)
  const { lender_ids, besides: _, request_id, ...content } = ask
  const ask_id = request_id ?? randomUUID()
  const refusals = new Map<string, Awaited<ReturnType<typeof refusalOf>>>()
  for (const lender_id of lender_ids) {
    refusals.set(lender_id, await refusalOf(db, borrower, { ...content, lender_id }))
  }
  const lendersToAsk = lender_ids.filter((id) => refusals.get(id) === null)
  const refusal = [...refusals.values()][0] ?? 'not_found'
  if (lendersToAsk.length === 0) throw new AppError(refusal)
  await checkAllowance(
    db,
    sending.deps.settings.current().limits,
    borrower,
    lendersToAsk.length,
    now,
  )
  const waitingRows = await findBesides(db, borrowerId, ask)
  const concerned = await everybodyOf(db, ...waitingRows)
  const households = await holdAccountsOfAsked(db, borrowerId, lendersToAsk, now, concerned)
  if (households.size === 0) throw new AppError(refusal)
  const stillWaiting = await joinWaiting(db, waitingRows, ask, ask_id)
  const screening = await screenRequest(db, borrowerId, ask.text, [...households.keys()], now)
  const ids: string[] = []
  for (const [index, [lender_id, household]] of [...households].entries()) {
    const message = await beginConversation(
      sending,
      borrowerId,
      // A repeated call finds the ask by its first request.
      { ...content, lender_id, request_id: index === 0 ? request_id : undefined },
      { household, ask_id, screening, others: stillWaiting + households.size - 1 },
    )
    ids.push(message.transaction_id)
  }
  return ids
}
