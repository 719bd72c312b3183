import { useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/accounts/web/data/door.ts'
import {
  keepTransactions,
  refreshTransaction,
  useOpenedConversation,
} from '#features/transactions/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call, callForFile } from '#platform/web/data/api-client.ts'
import type { loansApi, OPEN_LOANS_OF } from '../../contract.ts'

/** The things of the own letterbox that are, were or will be lent, with their days. */
export function useLent() {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: ['lent'],
    enabled: whileLoggedIn,
    queryFn: ({ signal }) => call('GET /transactions/lent', { signal }),
  })
}

/**
 * Loans that are not over: those that would lose a side if the account was deleted, or all of the own
 * letterbox. Loaded anew each time they are shown.
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

/**
 * The days on which the thing of a transaction is promised to somebody else; for who opened the conversation by the link
 * of a mail as well. Loaded anew each time they are shown.
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

/** Takes the own last step back; where that is not possible any more, the transaction is loaded again. */
export function useUndoStep(transaction_id: string) {
  return useMutation({
    mutationFn: () => call('POST /transactions/undo', { body: { transaction_id } }),
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
