import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import {
  everybodyOf,
  findSpeaker,
  otherSide,
  sideIdOf,
  sideOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { LoanSide } from '../loan-steps.ts'
import { type TransactionRow, transaction_events, transactions } from '../tables.ts'
import { holdAccounts } from './holding-accounts.ts'
import type { LockedSending, Sending } from './sending.ts'

declare const checked: unique symbol
/**
 * A locked transaction in which the caller speaks for a side. The other side's account still exists, unless the
 * step is one that a side may take after the other has left.
 */
export interface OwnTransaction {
  row: TransactionRow
  /** The other transactions of the same request to several letterboxes, also locked. */
  siblings: TransactionRow[]
  /** The account of the side that the caller speaks for. */
  from_id: string
  /** Null if the other side's account was deleted. */
  to_id: string | null
  side: LoanSide
  author_id: string
  accountAgeMs: number
  /**
   * Everyone who may see it, as `findViewers` returns it; undefined if that changed while the transaction was
   * locked.
   */
  viewers: string[] | undefined
  [checked]: true
}

const selectSiblings = (
  db: Db,
  { askId, borrowerId, id }: { askId: string; borrowerId: string; id: string },
) => {
  const isOfSameRequest = and(
    eq(transactions.ask_id, askId),
    eq(transactions.borrower_id, borrowerId),
  )
  return db
    .select()
    .from(transactions)
    .where(and(isOfSameRequest, ne(transactions.id, id)))
}

export async function siblingsOf(db: Db, row: TransactionRow): Promise<TransactionRow[]> {
  const { id, ask_id, borrower_id } = row
  if (ask_id === null || borrower_id === null) return []
  return selectSiblings(db, { askId: ask_id, borrowerId: borrower_id, id })
}

const selectTransaction = (db: Db, { id }: { id: string }) =>
  db.select().from(transactions).where(eq(transactions.id, id))

/** Locks transactions in the order of their ids; the accounts of {@link everybodyOf} must be locked before. */
export async function lockRows(
  db: Db,
  rows: readonly Pick<TransactionRow, 'id'>[],
): Promise<TransactionRow[]> {
  const ids = rows.map(({ id }) => id)
  return db
    .select()
    .from(transactions)
    .where(inArray(transactions.id, ids))
    .orderBy(asc(transactions.id))
    .for('no key update')
}

/** Locks a transaction for an automatic change, in the order of {@link lockOwnTransaction}. */
export async function lockTransaction(db: Db, id: string): Promise<TransactionRow | null> {
  const [unlockedRow] = await selectTransaction(db, { id })
  if (!unlockedRow) return null
  await holdAccounts(db, await everybodyOf(db, unlockedRow))
  const [row] = await lockRows(db, [{ id }])
  return row ?? null
}

/** The end of a history: the last event, and the time of the last event or message. */
export interface EndOfHistory {
  event_id: string
  by_id: string | null
  done_at: Date
  at: Date
}

const selectEnd = (db: Db, { id }: { id: string }) =>
  db
    .select({
      event_id: transaction_events.id,
      by_id: transaction_events.by_id,
      done_at: transaction_events.at,
      at: sql<Date>`greatest(
        transaction_events.at,
        (SELECT max(created_at) FROM messages
         WHERE messages.transaction_id = transaction_events.transaction_id)
      )`.mapWith(transaction_events.at),
    })
    .from(transaction_events)
    .where(eq(transaction_events.transaction_id, id))
    .orderBy(desc(transaction_events.at), desc(transaction_events.id))
    .limit(1)

/** The end of the history of a locked transaction; it cannot change until the lock is released. */
export async function findEndOfHistory(
  db: Db,
  { id }: Pick<TransactionRow, 'id'>,
): Promise<EndOfHistory | null> {
  const [end] = await selectEnd(db, { id })
  return end ?? null
}

/** The ends of the histories of locked transactions, in the same order. */
export const findEndsOfHistories = (
  db: Db,
  locked: readonly Pick<TransactionRow, 'id'>[],
): Promise<(EndOfHistory | null)[]> => Promise.all(locked.map((row) => findEndOfHistory(db, row)))

/**
 * The time of the next history entry: strictly later than the last one, in whole milliseconds, so that entries
 * keep the order in which they were written, and paging by time neither skips nor repeats any, even if the clocks
 * of the processes differ.
 */
export function nextInstant(now: Date, previous: Date | null): Date {
  return new Date(Math.max(now.getTime(), (previous?.getTime() ?? 0) + 1))
}

/**
 * Reads the clock again once transactions are locked: a caller who waited for the lock acts after the one who
 * held it, and the history must show that order. The returned time is later than everything in the history, since
 * another process may have written it by another clock.
 */
export function readClock(sending: Sending, ends: readonly (EndOfHistory | null)[]): LockedSending {
  const last = new Date(Math.max(0, ...ends.map((end) => end?.at.getTime() ?? 0)))
  return { ...sending, now: nextInstant(sending.deps.clock(), last) } as LockedSending
}

/** {@link readClock} for a caller that has not read the ends of the histories. */
export async function afterLock(
  sending: Sending,
  locked: readonly Pick<TransactionRow, 'id'>[],
): Promise<LockedSending> {
  return readClock(sending, await findEndsOfHistories(sending.db, locked))
}

/**
 * Checks that the user speaks for a side and that the other one still exists. Locks the transaction, and those of
 * the same ask if they may change too. Locks the accounts first, as deleting an account does, and transactions in
 * the order of their ids: another order could deadlock.
 * @param alone whether a side may do it after the other side has left
 * @throws {AppError} not_found for everyone else, conflict if the other account was deleted, status_changed if
 * other lenders were added to the ask at this moment.
 */
export async function lockOwnTransaction(
  db: Db,
  userId: string,
  transactionId: string,
  now: Date,
  { siblings: withSiblings = false, alone = false } = {},
): Promise<OwnTransaction> {
  const [[unlockedRow], speaker] = await Promise.all([
    selectTransaction(db, { id: transactionId }),
    findSpeaker(db, userId),
  ])
  const from_id = unlockedRow && sideIdOf(unlockedRow, speaker)
  if (!from_id) throw new AppError('not_found')
  const otherId = otherSide(unlockedRow, from_id)
  if (!otherId && !alone) throw new AppError('conflict')
  const others = withSiblings ? await siblingsOf(db, unlockedRow) : []
  const [people = [], ...peopleOfOthers] = await Promise.all(
    [unlockedRow, ...others].map((row) => everybodyOf(db, row)),
  )
  const concerned = [...new Set([userId, ...people, ...peopleOfOthers.flat()])]
  const accounts = await holdAccounts(db, concerned)
  const lockedRows = await lockRows(db, [unlockedRow, ...others])
  const author = accounts.get(userId)
  if (!author || !accounts.has(from_id)) throw new AppError('unauthorized')
  const isLeft = otherId !== null && !accounts.has(otherId)
  if (isLeft && !alone) throw new AppError('conflict')
  const row = lockedRows.find(({ id }) => id === transactionId)
  if (!row) throw new AppError('not_found')
  // The transaction joined another ask meanwhile, whose other transactions are not locked.
  if (row.ask_id !== unlockedRow.ask_id) throw new AppError('status_changed')
  // The other account was deleted while this call waited for the lock; its household's heir is not locked.
  const to_id = isLeft ? otherSide(row, from_id) : otherId
  if (isLeft && to_id !== null) throw new AppError('conflict')
  const own: Omit<OwnTransaction, typeof checked> = {
    row,
    siblings: lockedRows.filter(({ id }) => id !== transactionId),
    from_id,
    to_id,
    side: sideOf(row, from_id),
    author_id: userId,
    accountAgeMs: now.getTime() - author.created_at.getTime(),
    viewers: row.held_at || row.lender_id !== unlockedRow.lender_id ? undefined : people,
  }
  return own as OwnTransaction
}
