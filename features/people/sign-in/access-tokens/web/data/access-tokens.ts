import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { NewToken } from '../../contract.ts'

const TOKENS_KEY = ['access-tokens'] as const

const reload = () => queryClient.invalidateQueries({ queryKey: TOKENS_KEY })

/** The user's access tokens, and what can be done with them. */
export function useOwnTokens() {
  const list = useQuery({
    queryKey: TOKENS_KEY,
    queryFn: ({ signal }) => call('GET /accessTokens', { signal }),
  })
  const create = useMutation({
    mutationFn: (body: NewToken) => call('POST /accessTokens/create', { body }),
    onSuccess: reload,
  })
  const end = useMutation({
    mutationFn: (id: string) => call('POST /accessTokens/end', { body: { id } }),
    onSuccess: reload,
  })
  return { list, create, end }
}
