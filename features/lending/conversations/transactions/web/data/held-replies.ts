import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** What a reply by mail says whose sender could not be checked, by the link of the mail that asks. */
export function useHeldReply(token: string) {
  return useQuery({
    queryKey: ['transactions', 'held-reply', token],
    enabled: token !== '',
    queryFn: ({ signal }) => call('POST /transactions/heldReply', { body: { token }, signal }),
    retry: false,
    // Once it is answered there is nothing more to read.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Says whether it was one's own. */
export function useAnswerHeldReply() {
  return useMutation({
    mutationFn: (body: { token: string; answer: 'yes' | 'no' }) =>
      call('POST /transactions/answerHeldReply', { body }),
  })
}
