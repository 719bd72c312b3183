import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Memberships } from '../../contract.ts'

const KEY = ['memberships'] as const

/** The user's memberships, and until when the account is a supporter. */
export function useMemberships() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /users/memberships', { signal }),
  })
}

/**
 * Switches the mail that announces the end of a membership. Updates the cache at once and rolls back if the server
 * rejects it.
 */
export function useChangeMembershipReminders() {
  const show = (change: Partial<Memberships>) =>
    queryClient.setQueryData<Memberships>(
      KEY,
      (memberships) => memberships && { ...memberships, ...change },
    )
  return useMutation({
    mutationFn: (membership_reminders: boolean) =>
      call('POST /users/updateMembershipReminders', { body: { membership_reminders } }),
    onMutate: (membership_reminders) => show({ membership_reminders }),
    onSuccess: (now) => show(now),
    onError: (_error, reminders) => show({ membership_reminders: !reminders }),
  })
}
