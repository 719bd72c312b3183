import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { AdminLetterbox, adminLetterboxesApi } from '../../../contract.admin.ts'

type Api = typeof adminLetterboxesApi

/** One page of all letterboxes, including hidden ones. */
export function useAdminLetterboxes(query: QueryInput<Api['list']>) {
  return useQuery({
    queryKey: ['admin', 'letterboxes', query],
    queryFn: ({ signal }) => call('GET /admin/letterboxes', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

const keyOf = (id: string) => ['admin', 'letterbox', id]

export function useAdminLetterbox(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call('GET /admin/letterboxes/byId', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Actions on a letterbox; those other than `update`, `hide` and `role` need only its id. */
export type LetterboxAct =
  | { act: 'update'; body: BodyInput<Api['update']> }
  | { act: 'hide'; body: BodyInput<Api['hide']> }
  | { act: 'role'; body: BodyInput<Api['role']> }
  | { act: 'show' | 'verify' | 'unverify'; body: BodyInput<Api['show']> }

function send(action: LetterboxAct): Promise<AdminLetterbox> {
  switch (action.act) {
    case 'update':
      return call('POST /admin/letterboxes/update', { body: action.body })
    case 'hide':
      return call('POST /admin/letterboxes/hide', { body: action.body })
    case 'role':
      return call('POST /admin/letterboxes/role', { body: action.body })
    default:
      return call(`POST /admin/letterboxes/${action.act}`, { body: action.body })
  }
}

/** Whether another moderator changed the letterbox first. */
export const wasChangedMeanwhile = (error: unknown) =>
  error instanceof ApiError && error.code === 'changed_meanwhile'

/** Changes a letterbox; after a conflict, reloads it. */
export function useModerateLetterbox(id: string) {
  return useMutation({
    mutationFn: send,
    onSuccess(changed) {
      queryClient.setQueryData(keyOf(id), changed)
      void queryClient.invalidateQueries({ queryKey: ['admin', 'letterboxes'] })
      void queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
    },
    onError(error) {
      if (wasChangedMeanwhile(error)) {
        return queryClient.invalidateQueries({ queryKey: keyOf(id) })
      }
    },
  })
}
