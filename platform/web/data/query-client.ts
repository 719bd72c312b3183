import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/** A page that has been waiting longer shows that it failed, with a button to try again. */
const LONGEST_PAUSE = 10_000

/**
 * Milliseconds before a query is asked again: what the server says, with a spread, so that those it
 * turned away together do not come back together; otherwise doubling from one second.
 */
function pauseBefore(failures: number, error: unknown): number {
  const seconds = error instanceof ApiError ? error.retryAfter : null
  const pause = seconds === null ? 1000 * 2 ** failures : seconds * 1000 * (1 + Math.random() / 2)
  return Math.min(pause, LONGEST_PAUSE)
}

/** An error that asking again may cure: no connection, or a server that is briefly away. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status === 503)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => isTransient(error) && failures < 2,
      retryDelay: pauseBefore,
      // Calls that fail without a network say so at once instead of waiting in silence.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
