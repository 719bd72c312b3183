import { useMutation, useQuery } from '@tanstack/react-query'
import { paths } from '#platform/shared/paths.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { OwnCode } from '../../contract.ts'

const ownKey = (letterboxId: string) => ['letterbox-code', letterboxId]

/** The short address in full, as it is printed and scanned. */
export const codeLink = (code: string): string =>
  new URL(paths.letterboxCode(code), window.location.origin).href

/** The code of the user's letterbox; the first query creates it. */
export function useOwnCode(letterboxId: string) {
  return useQuery({
    queryKey: ownKey(letterboxId),
    queryFn: ({ signal }) => call('POST /letterboxCodes/own', { signal }),
  })
}

/** Gives the letterbox a new code. */
export function useRenewCode(letterboxId: string) {
  return useMutation({
    mutationFn: () => call('POST /letterboxCodes/renew'),
    onSuccess: (code) => queryClient.setQueryData<OwnCode>(ownKey(letterboxId), code),
  })
}

/** Where a code leads for the user, or for a visitor without a `userId`. */
export function useScan(code: string, userId: string | undefined, enabled: boolean) {
  return useQuery({
    queryKey: ['scan', code, userId],
    queryFn: ({ signal }) => call('GET /letterboxCodes/scan', { query: { code }, signal }),
    enabled,
    // Claiming a sheet or showing a letterbox changes the answer.
    gcTime: 0,
  })
}

/** Lets whoever gets a sheet connect its code. */
export function useGiveAway(code: string) {
  return useMutation({
    mutationFn: () => call('POST /letterboxCodes/giveAway', { body: { code } }),
  })
}

/** Connects the code of a sheet with the user's letterbox. */
export function useClaim(code: string) {
  return useMutation({
    mutationFn: () => call('POST /letterboxCodes/claim', { body: { code } }),
    onSuccess: ({ letterbox_id }) =>
      queryClient.invalidateQueries({ queryKey: ownKey(letterbox_id) }),
  })
}
