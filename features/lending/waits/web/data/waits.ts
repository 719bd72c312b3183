import { useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { usePollInterval } from '#platform/web/data/live-status.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Wait } from '../../contract.ts'

const WAITS_KEY = ['waits', 'own'] as const

interface Thing {
  letterboxId: string
  itemId: number
}

const isAbout =
  ({ letterboxId, itemId }: Thing) =>
  ({ letterbox_id, item_id }: Wait) =>
    letterbox_id === letterboxId && item_id === itemId

const bodyOf = ({ letterboxId, itemId }: Thing) => ({ letterbox_id: letterboxId, item_id: itemId })

/** What the user waits for; nothing is loaded for visitors. Refetched each time it is shown, and
 * when a live event says that a line has moved. */
export function useWaits() {
  return useQuery({
    queryKey: WAITS_KEY,
    enabled: useWhileLoggedIn(),
    staleTime: 0,
    refetchInterval: usePollInterval(),
    queryFn: ({ signal }) => call('GET /waits', { signal }),
  })
}

/** The user's wait for a thing; undefined if there is none, or if it is not loaded yet. */
export const useWaitFor = (thing: Thing): Wait | undefined => useWaits().data?.find(isAbout(thing))

/** If the server refuses, the letterbox has changed and is reloaded. */
export function useJoinLine() {
  return useMutation({
    mutationFn: (thing: Thing) => call('POST /waits/join', { body: bodyOf(thing) }),
    onSuccess: (wait, thing) => {
      queryClient.setQueryData<Wait[]>(WAITS_KEY, (waits = []) => [
        ...waits.filter((each) => !isAbout(thing)(each)),
        wait,
      ])
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['letterboxes', 'one'] }),
  })
}

export function useLeaveLine() {
  return useMutation({
    mutationFn: (thing: Thing) => call('POST /waits/leave', { body: bodyOf(thing) }),
    onSuccess: (_none, thing) => {
      queryClient.setQueryData<Wait[]>(WAITS_KEY, (waits) =>
        waits?.filter((each) => !isAbout(thing)(each)),
      )
    },
  })
}

/** The action behind the button of the page from a mail. */
export function useLeaveByLink() {
  return useMutation({
    mutationFn: (token: string) => call('POST /waits/leaveByLink', { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WAITS_KEY }),
  })
}

/** How many people wait for each item of the user's letterbox. */
export function useWaitingHere() {
  return useQuery({
    queryKey: ['waits', 'here'],
    enabled: useWhileLoggedIn(),
    staleTime: 0,
    refetchInterval: usePollInterval(),
    queryFn: ({ signal }) => call('GET /waits/here', { signal }),
  })
}
