import { and, asc, eq, inArray } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import { unarchive } from '#features/lending/conversations/views/server/door.ts'
import { findViewers } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { LoanReason, LoanSide, LoanStatus } from '../loan-steps.ts'
import {
  type ChangedByStep,
  type EventRow,
  NO_DAYS_ASKED,
  type TransactionRow,
  transaction_events,
  transactions,
} from '../tables.ts'
import type { LockedSending } from './sending.ts'

interface LoanEvent {
  status: LoanStatus
  /** Null if it happens by itself. */
  side: LoanSide | null
  by_id: string | null
  reason?: LoanReason | null | undefined
  request_id?: string | undefined
}

/** What remains of a request for other days after a status change: once the thing is out, the new day of return. */
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

/** The event that was recorded before with the same request id. */
export async function findEvent(
  db: Db,
  transactionId: string,
  requestId: string | undefined,
): Promise<EventRow | null> {
  if (!requestId) return null
  const [event] = await selectEvent(db, { transactionId, requestId })
  return event ?? null
}

/** Whether this call was a step that was undone since, or undid one. */
export const isUndone = (row: TransactionRow, requestId: string | undefined): boolean =>
  requestId !== undefined && row.undone_requests.includes(requestId)

const insertEvent = (db: Db, event: Omit<EventRow, 'id'>) =>
  db.insert(transaction_events).values(event)

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

/** Records that a transaction began. */
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

/** Creates a transaction with the first entry of its history. */
export async function beginTransaction(db: Db, values: NewTransactionRow): Promise<TransactionRow> {
  const [row] = await db.insert(transactions).values(values).returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  await recordBeginning(db, row)
  return row
}

const announceTo = (db: Db, { id }: TransactionRow, users: string[]): Promise<void> =>
  announceLiveEvent(db, { type: 'transaction', transaction_id: id, users, recount: users })

/** Notifies the open pages of everyone who may see the transaction. */
export async function announceChange(db: Db, row: TransactionRow): Promise<void> {
  await announceTo(db, row, await findViewers(db, row))
}

/** Joins requests into one ask: the first yes ends all the others. */
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
 * Changes a locked transaction, records who did it, and notifies the open pages of both sides. Resets `written_at`
 * and, unless a request expires, `in_words`, since a step settles what was written or said; `set` can override both.
 * @param set what changes apart from the status
 * @param known who may see it, if that was read while locking
 * @returns the row after the change
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
    // An expired request stays archived.
    status !== 'expired' && unarchive(db, row.id, by_id),
    announceTo(db, row, viewers),
  ])
  return changed
}

/**
 * Records activity that does not change the loan: the transaction moves up in the lists.
 * @param written what a message changes besides; omitted columns stay as they are
 */
export async function noteActivity(
  db: Db,
  row: Pick<TransactionRow, 'id'>,
  at: Date,
  written: { answered_at?: Date | undefined; written_at?: Date | undefined } = {},
): Promise<void> {
  await db
    .update(transactions)
    .set({ ...written, updated_at: at })
    .where(eq(transactions.id, row.id))
}

/** Dates a request to its delivery, so that the lender has the full time to answer. */
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

/** Closes a conversation at an instant, so that neither side can write; null re-opens it. */
export async function keepClosed(
  db: Db,
  row: Pick<TransactionRow, 'id'>,
  closed_at: Date | null,
): Promise<void> {
  await db.update(transactions).set({ closed_at }).where(eq(transactions.id, row.id))
}

/**
 * Undoes the last event: it disappears from the history. The request ids of both calls stay with the row, so that
 * repeating either call has no effect.
 * @param requestId of the call that undoes it
 * @returns the row after the change
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
