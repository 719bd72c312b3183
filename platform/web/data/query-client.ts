import { QueryClient } from '@tanstack/react-query'
import { SECOND_MS } from '#platform/shared/durations.ts'
import { ApiError } from './api-client.ts'

/** Caps the pause between retries, so that a failing query soon shows its failure with a button to retry. */
const LONGEST_PAUSE = 10_000

/**
 * Milliseconds until a retry: as long as the server demands, plus a random part, so that rejected clients do not all
 * return at once; otherwise doubling from one second.
 */
function pauseBefore(failures: number, error: unknown): number {
  const seconds = error instanceof ApiError ? error.retryAfter : null
  const pause =
    seconds === null ? SECOND_MS * 2 ** failures : seconds * SECOND_MS * (1 + Math.random() / 2)
  return Math.min(pause, LONGEST_PAUSE)
}

/** Whether a retry may help: no connection, or the server is temporarily unavailable. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status === 503)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => isTransient(error) && failures < 2,
      retryDelay: pauseBefore,
      // Calls without a network fail at once instead of waiting silently.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
