import { useQuery } from '@tanstack/react-query'
import { TRANSACTIONS_KEY } from '#features/lending/conversations/transactions/web/door.ts'
import { call } from '#platform/web/data/api-client.ts'

/** The part that was cut from a message the user wrote by mail, once it is `wanted`. */
export function useQuotedText(transactionId: string, messageId: string, wanted: boolean) {
  return useQuery({
    queryKey: [...TRANSACTIONS_KEY, 'quoted', messageId],
    queryFn: ({ signal }) =>
      call('GET /transactions/quotedText', {
        query: { transaction_id: transactionId, message_id: messageId },
        signal,
      }),
    enabled: wanted,
    // It never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
