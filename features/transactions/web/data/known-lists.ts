import type { Transaction } from '../../contract.ts'
import { isOver } from '../../loan-steps.ts'
import { mergeTransactions } from './known-transactions.ts'

/**
 * The lists of the inbox are views of what is known of the own transactions. How far back what is
 * known is complete, the server says for each list; within that the app itself decides what belongs
 * where, so that whatever becomes known stands in each list at once.
 */

/** Which of the own conversations; without one, all but what was put out of the way. */
export const INBOX_VIEWS = ['lend', 'borrow', 'done', 'archived'] as const
export type InboxView = (typeof INBOX_VIEWS)[number]

export interface InboxFilter {
  view: InboxView | null
  /** Empty: everything. */
  search: string
}

/** As the call takes it. */
export function queryOf({ view, search }: InboxFilter) {
  return {
    ...((view === 'lend' || view === 'borrow') && { role: view }),
    ...((view === 'done' || view === 'archived') && { state: view }),
    ...(search !== '' && { search }),
  }
}

/** Decides as the server does. */
export function isInView(transaction: Transaction, view: InboxView | null, userId: string) {
  if (view === 'archived') return transaction.archived
  if (transaction.archived) return false
  if (view === 'done') return isOver(transaction.status)
  const borrows = transaction.borrower_id === userId
  return view === null || borrows === (view === 'borrow')
}

/** How far a list is known. */
export interface Extent {
  /** Last activity of the oldest that was listed; null: nothing older is in the list. */
  until: string | null
  /** What a search found, by id; null where no search is needed to decide. */
  found: readonly string[] | null
}

/** What of the known transactions stands in a list, in their order. */
export function listed(
  known: Transaction[],
  { until, found }: Extent,
  { view }: InboxFilter,
  userId: string,
): Transaction[] {
  const ids = found && new Set(found)
  return known.filter(
    (transaction) =>
      isInView(transaction, view, userId) &&
      (ids ? ids.has(transaction.id) : until === null || transaction.updated_at >= until),
  )
}

interface Answer {
  fresh: Transaction[]
  /** Whether more may follow. */
  full: boolean
  /** The instant before which it was asked for; undefined for the newest. */
  before?: string | undefined
}

const lastActivity = (transactions: Transaction[]) => transactions.at(-1)?.updated_at ?? null

/** How far a list is known after an answer. */
export function extentAfter(
  extent: Extent | undefined,
  known: Transaction[] | undefined,
  { fresh, full, before }: Answer,
  { search }: InboxFilter,
): Extent {
  const until = full ? lastActivity(fresh) : null
  const ids = fresh.map(({ id }) => id)
  const earlier = extent?.found ?? []
  if (before !== undefined) {
    return { until, found: search ? [...new Set([...earlier, ...ids])] : null }
  }
  if (search) return { until, found: ids }
  // Asked for anew: what was paged stays as long as nothing can be missing in between.
  const times = new Map(known?.map(({ id, updated_at }) => [id, updated_at]))
  const meets = fresh.some(({ id, updated_at }) => times.get(id) === updated_at)
  return { until: full && extent && meets ? extent.until : until, found: null }
}

/**
 * What is known after an answer to a list. An answer is the truth about its part of the list: what is
 * missing there has left it unnoticed, and is forgotten until it is listed elsewhere.
 * @param asked what was known when it was asked: what changed since then is newer than the answer
 */
export function knownAfter(
  known: Transaction[] | undefined,
  asked: Transaction[] | undefined,
  { fresh, full, before }: Answer,
  { view, search }: InboxFilter,
  userId: string,
): Transaction[] {
  const until = full ? lastActivity(fresh) : null
  const ids = new Set(fresh.map(({ id }) => id))
  const untouched = new Set(asked)
  const isMissing = (transaction: Transaction) =>
    search === '' &&
    !ids.has(transaction.id) &&
    untouched.has(transaction) &&
    isInView(transaction, view, userId) &&
    (until === null || transaction.updated_at > until) &&
    (before === undefined || transaction.updated_at < before)
  return mergeTransactions(
    known?.filter((transaction) => !isMissing(transaction)),
    fresh,
  )
}
