import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { adminDecisionsApi } from '../../contract.admin.ts'

const ADMIN_KEY = ['admin', 'objections'] as const

/** The decision of a mailed link. */
export function useDecision(token: string | null) {
  return useQuery({
    queryKey: ['objection', token],
    enabled: token !== null,
    queryFn: ({ signal }) =>
      call('POST /objections/about', { body: { token: token ?? '' }, signal }),
  })
}

export function useObject(token: string) {
  return useMutation({
    mutationFn: (text: string) => call('POST /objections/store', { body: { token, text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['objection', token] }),
  })
}

export function useObjections(state: 'open' | 'answered', page: number) {
  return useQuery({
    queryKey: [...ADMIN_KEY, state, page],
    queryFn: ({ signal }) =>
      call('GET /admin/objections', { query: { state, page: `${page}`, size: '20' }, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** Counts for the transparency report of a year. */
export function useYearCounts(year: number) {
  return useQuery({
    queryKey: [...ADMIN_KEY, 'year', year],
    queryFn: ({ signal }) =>
      call('GET /admin/objections/year', { query: { year: `${year}` }, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

export function useAnswerObjection() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof adminDecisionsApi.answer>) =>
      call('POST /admin/objections/answer', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
  })
}
