import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/** An error that asking again may cure: no connection, or a server that is briefly away. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status === 503)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => isTransient(error) && failures < 2,
      // Calls that fail without a network say so at once instead of waiting in silence.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
