import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#platform/web/data/api-client.ts'
import {
  type PushState,
  readPushState,
  switchPushOff,
  switchPushOn,
} from '#platform/web/data/push/push-device.ts'
import { quietPushOffer } from '#platform/web/data/push/push-offer.ts'
import { queryClient } from '#platform/web/data/query-client.ts'

const PUSH_KEY = ['push'] as const

/** Reloads the state, which may have changed outside the app or in another tab. */
export const reloadPush = () => queryClient.invalidateQueries({ queryKey: PUSH_KEY })

/** Whether this browser receives notifications; undefined until known. */
export function usePush(userId: string): PushState | undefined {
  const { data } = useQuery({
    queryKey: [...PUSH_KEY, userId],
    queryFn: () => readPushState(userId),
    networkMode: 'always',
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  useEffect(() => {
    // Users can change the permission in the browser's address bar, without leaving the window.
    let status: PermissionStatus | null = null
    const statusQuery = navigator.permissions?.query({ name: 'notifications' })
    statusQuery?.then(
      (permission) => {
        status = permission
        permission.addEventListener('change', reloadPush)
      },
      () => undefined,
    )
    return () => status?.removeEventListener('change', reloadPush)
  }, [])
  return data
}

/**
 * Whether a device of the account accepts pushes but shows none, for example after its site data
 * was cleared. Undefined until known.
 */
export function useHasSilentDevice(userId: string, enabled: boolean): boolean | undefined {
  const { data } = useQuery({
    queryKey: [...PUSH_KEY, 'devices', userId],
    queryFn: () => call('GET /push/devices'),
    enabled,
  })
  return data && data.silent > 0
}

/** Switches notifications on, which asks for the permission, or off. */
export function useSwitchPush(userId: string) {
  return useMutation({
    mutationFn: (on: boolean) => (on ? switchPushOn(userId) : switchPushOff()),
    networkMode: 'always',
    onSuccess: (state, on) => {
      queryClient.setQueryData<PushState>([...PUSH_KEY, userId], state)
      // A user who has just decided gets no offer.
      if (!on) quietPushOffer()
    },
  })
}
