import { useMutation, useQuery } from '@tanstack/react-query'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  keepTransactions,
  refreshTransaction,
  useOpenedConversation,
} from '#features/lending/conversations/transactions/web/door.ts'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call, callForFile } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { loansApi, OPEN_LOANS_OF } from '../../contract.ts'

/** The things of the user's letterbox that are, were or will be lent, with their days. */
export function useLent() {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: ['lent'],
    enabled: whileLoggedIn,
    queryFn: ({ signal }) => call('GET /transactions/lent', { signal }),
  })
}

/**
 * Loans that are not over: those that would lose a side if the account were deleted, or all of the user's
 * letterbox. Refetched each time they are shown.
 */
export function useOpenLoans(of: (typeof OPEN_LOANS_OF)[number]) {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: ['open-loans', of],
    enabled: whileLoggedIn,
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /transactions/open', { query: { of }, signal }),
  })
}

/** How long the outlook is not reloaded when the conversation is opened again. */
const OUTLOOK_FRESH_MS = 5 * MINUTE_MS

/** What to expect before an answer and, for the lender, who is asking. Refetched when the request changes. */
export function useOutlook({
  id,
  events,
  written_at,
}: Pick<Transaction, 'id' | 'events' | 'written_at'>) {
  return useQuery({
    queryKey: ['outlook', id, events.length, written_at],
    staleTime: OUTLOOK_FRESH_MS,
    queryFn: ({ signal }) =>
      call('GET /transactions/outlook', { query: { transaction_id: id }, signal }),
  })
}

const CALENDAR_FEED_KEY = ['calendar-feed'] as const

/** Since when a calendar program may read the user's loans. */
export function useCalendarFeed() {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: CALENDAR_FEED_KEY,
    enabled: whileLoggedIn,
    queryFn: ({ signal }) => call('GET /transactions/calendarFeed', { signal }),
  })
}

const rereadCalendarFeed = () => queryClient.invalidateQueries({ queryKey: CALENDAR_FEED_KEY })

/** Creates a new secret address; the previous one ends. */
export function useMakeCalendarFeed() {
  return useMutation({
    mutationFn: () => call('POST /transactions/makeCalendarFeed', { body: {} }),
    onSuccess: rereadCalendarFeed,
  })
}

export function useEndCalendarFeed() {
  return useMutation({
    mutationFn: () => call('POST /transactions/endCalendarFeed', { body: {} }),
    onSuccess: rereadCalendarFeed,
  })
}

/**
 * The days on which the thing of a transaction is promised to other borrowers; also for visitors who opened the
 * conversation by the link of a mail. Refetched each time they are shown.
 */
export function useTakenBesides(transactionId: string) {
  const whileLoggedIn = useWhileLoggedIn()
  const isOpened = useOpenedConversation() !== null
  return useQuery({
    queryKey: ['taken besides', transactionId],
    enabled: isOpened || whileLoggedIn,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call('GET /transactions/takenBesides', { query: { transaction_id: transactionId }, signal }),
  })
}

/** Loads a calendar file with the hand-over and the return. */
export function useLoanCalendar() {
  return useMutation({
    mutationFn: (transactionId: string) =>
      callForFile('GET /transactions/calendar', { query: { transaction_id: transactionId } }),
  })
}

export function useThank() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof loansApi.thank>) =>
      call('POST /transactions/thank', { body }),
    onSuccess: (transaction) => keepTransactions([transaction]),
  })
}

/** Undoes the user's last step; if that is no longer possible, reloads the transaction. */
export function useUndoStep(transaction_id: string) {
  return useMutation({
    mutationFn: (body: { request_id: string; last_event_id: string | null }) =>
      call('POST /transactions/undo', { body: { transaction_id, ...body } }),
    onSuccess: (transaction) => keepTransactions([transaction]),
    onError: () => refreshTransaction(transaction_id),
  })
}

export function useHideThanks() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof loansApi.hideThanks>) =>
      call('POST /transactions/hideThanks', { body }),
    onSuccess: (transaction) => keepTransactions([transaction]),
  })
}
