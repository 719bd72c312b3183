import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'

const KEY = ['admin', 'newcomers'] as const
export const NEWCOMERS_SHOWN = 20

/** One page of newcomers, longest waiting first. */
export function useNewcomers(page: number) {
  return useQuery({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) =>
      call('GET /admin/newcomers', {
        query: { page: `${page}`, size: `${NEWCOMERS_SHOWN}` },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

// Another moderator may have been faster, so the list is reloaded even after an error.
const onSettled = () => queryClient.invalidateQueries({ queryKey: KEY })

export function useLetIn() {
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/newcomers/letIn', { body: { id } }),
    onSettled,
  })
}

export function useDecline() {
  return useMutation({
    mutationFn: (body: { id: string; reason: string }) =>
      call('POST /admin/newcomers/decline', { body }),
    onSettled,
  })
}
