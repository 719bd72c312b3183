import { useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'

const KEY = ['secondFactors'] as const

const askForFactors = ({ signal }: { signal?: AbortSignal } = {}) =>
  call('GET /secondFactors', { signal })

/** How the account logs in, and what is required of people with tasks. */
export function useSecondFactors() {
  return useQuery({ queryKey: KEY, queryFn: askForFactors, enabled: useWhileLoggedIn() })
}

/** Loads the current state, bypassing the cache. */
export const loadSecondFactors = () =>
  queryClient.fetchQuery({ queryKey: KEY, queryFn: askForFactors, staleTime: 0 })

export const reloadSecondFactors = () => queryClient.invalidateQueries({ queryKey: KEY })

export function useBeginApp() {
  return useMutation({ mutationFn: () => call('POST /secondFactors/begin') })
}

/** Switches the second step on by the first code of the app; returns ten recovery codes. */
export function useConfirmApp() {
  return useMutation({
    mutationFn: (code: string) => call('POST /secondFactors/confirm', { body: { code } }),
    onSuccess: reloadSecondFactors,
  })
}

export function useNewCodes() {
  return useMutation({
    mutationFn: () => call('POST /secondFactors/newCodes'),
    onSuccess: reloadSecondFactors,
  })
}

export function useRemoveApp() {
  return useMutation({
    mutationFn: () => call('POST /secondFactors/remove'),
    onSuccess: reloadSecondFactors,
  })
}
