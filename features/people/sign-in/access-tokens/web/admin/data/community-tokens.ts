import { useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { NewToken } from '../../../contract.ts'

const COMMUNITY_TOKENS_KEY = ['admin', 'access-tokens'] as const

const reload = () => queryClient.invalidateQueries({ queryKey: COMMUNITY_TOKENS_KEY })

/** The access tokens of the community, and what can be done with them. */
export function useCommunityTokens() {
  const list = useQuery({
    queryKey: COMMUNITY_TOKENS_KEY,
    queryFn: ({ signal }) => call('GET /admin/accessTokens', { signal }),
    enabled: useWhileLoggedIn(),
  })
  const create = useMutation({
    mutationFn: (body: NewToken) => call('POST /admin/accessTokens/create', { body }),
    onSuccess: reload,
  })
  const end = useMutation({
    mutationFn: (id: string) => call('POST /admin/accessTokens/end', { body: { id } }),
    onSuccess: reload,
  })
  return { list, create, end }
}
