import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { isOver } from '#features/lending/conversations/transactions/loan-steps.ts'
import { mergeTransactions } from '#features/lending/conversations/transactions/web/door.ts'
import { dayOf } from '#platform/web/data/community-day.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { waitsFor } from '../../waiting-for.ts'

/**
 * The lists of the inbox are views of the loaded transactions. For each list the server says how far back the
 * loaded ones are complete. Within that range the app decides which lists a transaction belongs to, so that every
 * transaction that arrives appears in all its lists at once.
 */

/** The views of the inbox; without a view, everything that is not archived is shown. */
export const INBOX_VIEWS = ['waiting', 'lend', 'borrow', 'done', 'archived'] as const
export type InboxView = (typeof INBOX_VIEWS)[number]

export interface InboxFilter {
  view: InboxView | null
  /** The text to search for; empty for no search. */
  search: string
}

/** The filter as the query of the call. */
export function queryOf({ view, search }: InboxFilter) {
  return {
    ...((view === 'lend' || view === 'borrow') && { role: view }),
    ...((view === 'waiting' || view === 'done' || view === 'archived') && { state: view }),
    ...(search !== '' && { search }),
  }
}

/** Whether a transaction belongs to a view; the server has the same rules. */
export function isInView(transaction: Transaction, view: InboxView | null, userId: string) {
  if (view === 'archived') return transaction.archived
  if (transaction.archived) return false
  if (view === 'done') return isOver(transaction.status)
  const borrows = transaction.borrower_id === userId
  if (view === 'waiting') {
    const now = serverNow()
    return waitsFor(transaction, borrows ? 'borrower' : 'lender', { now, today: dayOf(now) })
  }
  return view === null || borrows === (view === 'borrow')
}

/** How much of a list is loaded. */
export interface Extent {
  /** The last activity of the oldest transaction that was loaded for the list; null if the list is complete. */
  until: string | null
  /** The ids that the server found for a search; null without a search, where the app can decide itself. */
  foundIds: readonly string[] | null
}

/** The loaded transactions that belong to a list, in order. */
export function transactionsInList(
  loaded: Transaction[],
  { until, foundIds }: Extent,
  { view }: InboxFilter,
  userId: string,
): Transaction[] {
  const ids = foundIds && new Set(foundIds)
  const belongs = (transaction: Transaction) =>
    isInView(transaction, view, userId) ||
    // A search includes the archive.
    (ids !== null &&
      view !== 'waiting' &&
      isInView({ ...transaction, archived: false }, view, userId))
  return loaded.filter(
    (transaction) =>
      belongs(transaction) &&
      (ids ? ids.has(transaction.id) : until === null || transaction.updated_at >= until),
  )
}

interface Answer {
  fresh: Transaction[]
  /** Whether the page is full, so that more may follow. */
  full: boolean
  /** The instant before which transactions were requested; undefined for the first page. */
  before?: string | undefined
}

const lastActivity = (transactions: Transaction[]) => transactions.at(-1)?.updated_at ?? null

/** How much of a list is loaded after a response has arrived. */
export function extentAfter(
  extent: Extent | undefined,
  loaded: Transaction[] | undefined,
  { fresh, full, before }: Answer,
  { search }: InboxFilter,
): Extent {
  const until = full ? lastActivity(fresh) : null
  const ids = fresh.map(({ id }) => id)
  const earlier = extent?.foundIds ?? []
  if (before !== undefined) {
    return { until, foundIds: search ? [...new Set([...earlier, ...ids])] : null }
  }
  if (search) return { until, foundIds: ids }
  // The first page was reloaded: keep earlier pages if the new page reaches a loaded transaction that is
  // unchanged, since nothing can be missing in between then.
  const times = new Map(loaded?.map(({ id, updated_at }) => [id, updated_at]))
  const meets = fresh.some(({ id, updated_at }) => times.get(id) === updated_at)
  return { until: full && extent && meets ? extent.until : until, foundIds: null }
}

/**
 * The loaded transactions after a response for a list has arrived. Within its part of the list the response is
 * complete: a transaction that is missing there has left the list, and is dropped until another response has it.
 * @param loadedAtCall the loaded transactions when the call was made; those that changed since are newer than the
 * response
 */
export function loadedAfter(
  loaded: Transaction[] | undefined,
  loadedAtCall: Transaction[] | undefined,
  { fresh, full, before }: Answer,
  { view, search }: InboxFilter,
  userId: string,
): Transaction[] {
  const until = full ? lastActivity(fresh) : null
  const ids = new Set(fresh.map(({ id }) => id))
  const untouched = new Set(loadedAtCall)
  const isMissing = (transaction: Transaction) =>
    search === '' &&
    !ids.has(transaction.id) &&
    untouched.has(transaction) &&
    isInView(transaction, view, userId) &&
    (until === null || transaction.updated_at > until) &&
    (before === undefined || transaction.updated_at < before)
  return mergeTransactions(
    loaded?.filter((transaction) => !isMissing(transaction)),
    fresh,
  )
}
