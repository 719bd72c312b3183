import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { reloadUser, USERINFO_KEY } from '#features/people/accounts/web/data/door.ts'
import type { MailsBefore } from '#features/people/notifications/contract.mails.ts'
import { NOTIFICATIONS_KEY } from '#features/people/notifications/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Privacy } from '../../contract.ts'

export type PrivacySwitch = keyof Privacy

/** State of a link to the switches, for somebody who has just switched messages on elsewhere. */
export const MESSAGING_ON = 'messagingOn'

interface PrivacyChange {
  name: PrivacySwitch
  value: boolean
}

function show(change: Partial<Privacy>): void {
  queryClient.setQueryData<User>(USERINFO_KEY, (user) =>
    user ? { ...user, privacy: { ...user.privacy, ...change } } : user,
  )
}

/** Changes one switch; shown at once, and taken back when the server refuses. */
export function useChangePrivacy() {
  return useMutation({
    mutationFn: async ({ name, value }: PrivacyChange) => {
      // Only what was pressed is sent, so that two quick changes cannot undo each other.
      const privacy = await call('POST /privacy/update', { body: { [name]: value } })
      return { name, value: privacy[name] }
    },
    onMutate: ({ name, value }) => show({ [name]: value }),
    onSuccess: ({ name, value }) => {
      show({ [name]: value })
      queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
      queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
      // The switch is saved, whether or not the account can be loaded again.
      return reloadUser().catch(() => undefined)
    },
    onError: (_error, { name, value }) => show({ [name]: !value }),
  })
}

/** Saves with one press the switches that somebody needs to be asked and to hear of it. */
export function useSaveReach() {
  return useMutation({
    mutationFn: async (
      reach: Partial<Pick<Privacy, 'enable_messaging' | 'enable_notifications'>>,
    ) => {
      const privacy = await call('POST /privacy/update', { body: reach })
      show(privacy)
      queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
      queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
      // The switches are saved, whether or not the account can be loaded again.
      await reloadUser().catch(() => undefined)
      return privacy
    },
  })
}

/** Which mails the link in one of them ends; nothing is loaded without a link. */
export function useMailsAbout(token: string | null) {
  return useQuery({
    queryKey: ['mailsAbout', token],
    queryFn: token ? () => call('POST /mail/about', { body: { token } }) : skipToken,
  })
}

/** It may be the account that is logged in here. */
function readMailSettings(): Promise<void> {
  queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
  return queryClient.invalidateQueries({ queryKey: USERINFO_KEY })
}

/** Ends mails with the link of one of them, logged in or not. */
export function useMailsOff(token: string) {
  return useMutation({
    mutationFn: () => call('POST /mail/off', { body: { token } }),
    onSuccess: readMailSettings,
  })
}

/** Takes {@link useMailsOff} back, with what it answered. */
export function useUndoMailsOff(token: string) {
  return useMutation({
    mutationFn: (was: MailsBefore) => call('POST /mail/undoOff', { body: { token, was } }),
    onSuccess: readMailSettings,
  })
}
