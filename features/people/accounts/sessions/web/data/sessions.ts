import { useMutation, useQuery } from '@tanstack/react-query'
import { forgetSession } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Session } from '../../contract.ts'

const SESSIONS_KEY = ['sessions'] as const

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /sessions', { signal }),
  })
}

function keepSessions(isKept: (session: Session) => boolean): void {
  queryClient.setQueryData<Session[]>(SESSIONS_KEY, (sessions) => sessions?.filter(isKept))
}

export function useEndSession() {
  return useMutation({
    mutationFn: (id: string) => call('POST /sessions/end', { body: { id } }),
    onSuccess: (_none, ended) => keepSessions(({ id }) => id !== ended),
    // A session that has already ended disappears from the list.
    onError: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => call('POST /sessions/endOthers'),
    onSuccess: () => keepSessions(({ current }) => current),
  })
}

/** Ends the present session as well, and forgets it on this device. */
export function useEndAllSessions(onEnded: () => void) {
  return useMutation({
    mutationFn: () => call('POST /sessions/endAll'),
    // Not beside `mutate`: if another call is refused before this one is answered, the screen is closed by then.
    onSuccess: () => {
      onEnded()
      forgetSession()
    },
  })
}
