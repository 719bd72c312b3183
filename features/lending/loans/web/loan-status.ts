import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { communityToday } from '#platform/web/data/community-day.ts'
import type { FullKey } from '#platform/web/start/texts.ts'

/** The state of a request as one of its sides sees it. `turn`: that side has the next step. */
export interface LoanStanding {
  key: FullKey<'loans'>
  tone: 'turn' | 'waiting' | 'good' | 'over'
}

export const sideOf = ({ borrower_id }: Pick<Transaction, 'borrower_id'>, ownId: string) =>
  borrower_id === ownId ? ('borrower' as const) : ('lender' as const)

/**
 * Whether both sides are asked if the thing was fetched on the agreed day. The field is undefined in responses of
 * a previous server version.
 */
export const asksFetched = ({ fetching }: Pick<Transaction, 'fetching'>): boolean =>
  fetching != null && fetching.asked_from <= communityToday()

export type Standing = Pick<Transaction, 'status' | 'dates_by' | 'days_asked_by'> &
  Partial<Pick<Transaction, 'written_at' | 'fetching' | 'events'>>

/** The state of a request in a word or two, as one of its sides sees it. */
export function standingOf(
  { status, dates_by, days_asked_by, written_at, fetching = null, events = [] }: Standing,
  role: LoanSide,
): LoanStanding {
  if (days_asked_by && days_asked_by !== role) {
    return { key: 'loans:status.waitingForYou', tone: 'turn' }
  }
  switch (status) {
    case 'requested':
      // A message of the lender is neither a yes nor silence.
      if (written_at && role === 'borrower' && dates_by === 'borrower') {
        return { key: 'loans:status.written', tone: 'waiting' }
      }
      return dates_by === role
        ? { key: 'loans:status.waiting', tone: 'waiting' }
        : { key: 'loans:status.waitingForYou', tone: 'turn' }
    case 'accepted':
      return asksFetched({ fetching })
        ? { key: 'loans:status.wasFetched', tone: 'turn' }
        : { key: 'loans:status.agreed', tone: 'good' }
    case 'handed_over':
      return { key: 'loans:status.lent', tone: 'good' }
    case 'returned':
      return { key: 'loans:status.returned', tone: 'over' }
    case 'declined':
      return { key: 'loans:status.declined', tone: 'over' }
    case 'withdrawn':
      return { key: 'loans:status.withdrawn', tone: 'over' }
    case 'expired':
      if (events.at(-1)?.reason === 'not_fetched') {
        return { key: 'loans:status.notFetched', tone: 'over' }
      }
      return { key: written_at ? 'loans:status.undecided' : 'loans:status.expired', tone: 'over' }
  }
}
