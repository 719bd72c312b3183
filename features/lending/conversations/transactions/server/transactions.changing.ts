import { and, asc, eq, inArray } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { LoanReason, LoanSide, LoanStatus } from '../loan-steps.ts'
import type { TransactionRow } from '../tables.ts'
import { transaction_events, transactions } from '../tables.ts'
import type { LockedSending } from './sending.ts'
import { unarchive } from './views.queries.ts'
import { findViewers } from './who-sees.ts'

export type EventRow = typeof transaction_events.$inferSelect

interface LoanEvent {
  status: LoanStatus
  /** Null: it happens by itself. */
  side: LoanSide | null
  by_id: string | null
  reason?: LoanReason | null | undefined
  request_id?: string | undefined
}

/** Nobody asks for other days. */
export const NO_DAYS_ASKED = {
  days_asked_by: null,
  asked_handover_at: null,
  asked_return_by: null,
} as const

/** What of a question for other days is left in another status: of what is out, the day on which it is back. */
function daysStillAsked(row: TransactionRow, status: LoanStatus): Partial<ChangedByStep> {
  if (row.days_asked_by === null || status === row.status) return {}
  const isOpen = status === 'handed_over' && row.asked_return_by !== null
  return isOpen ? { asked_handover_at: null } : NO_DAYS_ASKED
}

const selectEvent = (
  db: Db,
  { transactionId, requestId }: { transactionId: string; requestId: string },
) =>
  db
    .select()
    .from(transaction_events)
    .where(
      and(
        eq(transaction_events.transaction_id, transactionId),
        eq(transaction_events.request_id, requestId),
      ),
    )

/** The event that was recorded with the same request id before. */
export async function findEvent(
  db: Db,
  transactionId: string,
  requestId: string | undefined,
): Promise<EventRow | null> {
  if (!requestId) return null
  const [event] = await selectEvent(db, { transactionId, requestId })
  return event ?? null
}

/** Whether a call was a step that was taken back since, or took one back. */
export const isUndone = (row: TransactionRow, requestId: string | undefined): boolean =>
  requestId !== undefined && row.undone_requests.includes(requestId)

const insertEvent = (db: Db, event: Omit<EventRow, 'id'>) =>
  db.insert(transaction_events).values(event)

/** What a step may change besides the status. */
export type ChangedByStep = Pick<
  TransactionRow,
  | 'wanted_from'
  | 'wanted_until'
  | 'dates_by'
  | 'handover_at'
  | 'return_by'
  | 'days_asked_by'
  | 'asked_handover_at'
  | 'asked_return_by'
  | 'handover_note'
  | 'lent'
  | 'lent_as_agreed'
  | 'copy'
  | 'undone_requests'
  | 'closed_at'
  | 'written_at'
  | 'in_words'
>

type NewTransactionRow = Pick<
  TransactionRow,
  | 'borrower_id'
  | 'lender_id'
  | 'item_id'
  | 'wanted_from'
  | 'wanted_until'
  | 'ask_id'
  | 'held_at'
  | 'created_at'
  | 'updated_at'
>

/** Writes down that a transaction began. */
async function recordBeginning(db: Db, row: TransactionRow): Promise<void> {
  const { wanted_from, wanted_until } = row
  await insertEvent(db, {
    transaction_id: row.id,
    status: row.status,
    at: row.created_at,
    side: 'borrower',
    by_id: row.borrower_id,
    reason: null,
    request_id: null,
    wanted_from,
    wanted_until,
    handover_at: null,
    return_by: null,
  })
}

/** Somebody asks somebody: the transaction, and the first line of its history. */
export async function beginTransaction(db: Db, values: NewTransactionRow): Promise<TransactionRow> {
  const [row] = await db.insert(transactions).values(values).returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  await recordBeginning(db, row)
  return row
}

const announceTo = (db: Db, { id }: TransactionRow, users: string[]): Promise<void> =>
  announceLiveEvent(db, { type: 'transaction', transaction_id: id, users, recount: users })

/** Tells the open pages of everyone who may see the transaction. */
export async function announceChange(db: Db, row: TransactionRow): Promise<void> {
  await announceTo(db, row, await findViewers(db, row))
}

/** Makes requests to several letterboxes, or to one, parts of one request: the first yes counts for all of them. */
export async function joinAsk(
  db: Db,
  rows: readonly TransactionRow[],
  ask_id: string,
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await db.update(transactions).set({ ask_id }).where(inArray(transactions.id, ids))
  for (const row of rows) await announceChange(db, row)
}

/**
 * Changes a locked transaction, writes down who did it, and tells the open pages of both sides. What the lender wrote
 * is decided by it, and what the borrower says was arranged in words is over, unless `set` says otherwise.
 * @param set what changes besides the status
 * @param known who may see it, where that was looked up as it was locked
 * @returns the row as it is now
 */
export async function changeTransaction(
  { db, now }: LockedSending,
  row: TransactionRow,
  event: LoanEvent,
  set: Partial<ChangedByStep>,
  known?: string[],
): Promise<TransactionRow> {
  const { status, side, by_id, reason = null, request_id = null } = event
  const isFirstAnswer = side === 'lender' && row.answered_at === null
  const [[changed], viewers] = await Promise.all([
    db
      .update(transactions)
      .set({
        written_at: null,
        in_words: status === 'expired' ? row.in_words : null,
        ...daysStillAsked(row, status),
        ...set,
        status,
        updated_at: now,
        answered_at: isFirstAnswer ? now : row.answered_at,
      })
      .where(eq(transactions.id, row.id))
      .returning(),
    known ?? findViewers(db, row),
  ])
  if (!changed) throw new Error('Unexpected empty answer to an update')
  const { wanted_from, wanted_until } = changed
  const asked = { handover_at: changed.asked_handover_at, return_by: changed.asked_return_by }
  const { handover_at, return_by } = reason === 'days_asked' ? asked : changed
  await Promise.all([
    insertEvent(db, {
      transaction_id: row.id,
      status,
      at: now,
      side,
      by_id,
      reason,
      request_id,
      wanted_from,
      wanted_until,
      handover_at,
      return_by,
    }),
    // A request that expired stays archived.
    status !== 'expired' && unarchive(db, row.id, by_id),
    announceTo(db, row, viewers),
  ])
  return changed
}

/** Something was said or done that is no change of the loan: the transaction moves up in the lists. */
export async function noteActivity(
  db: Db,
  row: Pick<TransactionRow, 'id'>,
  at: Date,
): Promise<void> {
  await db.update(transactions).set({ updated_at: at }).where(eq(transactions.id, row.id))
}

/** Lets a request begin when it is delivered, so that nobody is late with the answer. */
export async function beginNow(db: Db, row: TransactionRow, now: Date): Promise<TransactionRow> {
  const [begunRow] = await db
    .update(transactions)
    .set({ held_at: null, created_at: now, updated_at: now })
    .where(eq(transactions.id, row.id))
    .returning()
  if (!begunRow) throw new Error('Unexpected empty answer to an update')
  const events = await db
    .select({ id: transaction_events.id })
    .from(transaction_events)
    .where(eq(transaction_events.transaction_id, row.id))
    .orderBy(asc(transaction_events.at), asc(transaction_events.id))
  for (const [index, { id }] of events.entries()) {
    const at = new Date(now.getTime() + index)
    await db.update(transaction_events).set({ at }).where(eq(transaction_events.id, id))
  }
  return begunRow
}

/**
 * Closes a conversation at an instant, after which nothing more is written in it; null opens it
 * again.
 */
export async function keepClosed(
  db: Db,
  row: Pick<TransactionRow, 'id'>,
  closed_at: Date | null,
): Promise<void> {
  await db.update(transactions).set({ closed_at }).where(eq(transactions.id, row.id))
}

/**
 * Takes back the last event: it disappears from the history. The request ids of both stay with the row, so that neither
 * call does anything when it comes again.
 * @param requestId of the call that takes it back
 * @returns the row as it is now
 */
export async function takeBack(
  { db, now }: LockedSending,
  row: TransactionRow,
  last: Pick<EventRow, 'id' | 'request_id'>,
  set: Pick<TransactionRow, 'status'> & Partial<ChangedByStep>,
  requestId: string | undefined,
): Promise<TransactionRow> {
  await db.delete(transaction_events).where(eq(transaction_events.id, last.id))
  const ids = [last.request_id, requestId].filter((id) => id != null)
  const undone_requests = [...row.undone_requests, ...ids]
  const [changed] = await db
    .update(transactions)
    .set({ ...set, undone_requests, updated_at: now })
    .where(eq(transactions.id, row.id))
    .returning()
  if (!changed) throw new Error('Unexpected empty answer to an update')
  await announceChange(db, changed)
  return changed
}
