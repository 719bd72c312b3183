import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** Loads a held reply by the token in the link of the mail. */
export function useHeldReply(token: string) {
  return useQuery({
    queryKey: ['transactions', 'held-reply', token],
    enabled: token !== '',
    queryFn: ({ signal }) => call('POST /transactions/heldReply', { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Answers whether the reply was the user's own. */
export function useAnswerHeldReply() {
  return useMutation({
    mutationFn: (body: { token: string; answer: 'yes' | 'no' }) =>
      call('POST /transactions/answerHeldReply', { body }),
  })
}
