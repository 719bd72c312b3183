import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { reloadUser, USERINFO_KEY } from '#features/people/accounts/web/data/door.ts'
import type { MailsBefore } from '#features/people/notifications/contract.mails.ts'
import { NOTIFICATIONS_KEY } from '#features/people/notifications/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Privacy } from '../../contract.ts'

export type PrivacySwitch = keyof Privacy

/** State of a link to the switches, set after the user turned on messages on another screen. */
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

/** Changes one switch optimistically and reverts it if the server rejects the change. */
export function useChangePrivacy() {
  return useMutation({
    mutationFn: async ({ name, value }: PrivacyChange) => {
      // Sends only the changed switch, so that two quick changes cannot undo each other.
      const privacy = await call('POST /privacy/update', { body: { [name]: value } })
      return { name, value: privacy[name] }
    },
    onMutate: ({ name, value }) => show({ [name]: value }),
    onSuccess: ({ name, value }) => {
      show({ [name]: value })
      queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
      queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
      // The switch is saved even if the account cannot be reloaded.
      return reloadUser().catch(() => undefined)
    },
    onError: (_error, { name, value }) => show({ [name]: !value }),
  })
}

/** Saves, in one step, the switches that a user needs to be asked and notified. */
export function useSaveReach() {
  return useMutation({
    mutationFn: async (
      reach: Partial<Pick<Privacy, 'enable_messaging' | 'enable_notifications'>>,
    ) => {
      const privacy = await call('POST /privacy/update', { body: reach })
      show(privacy)
      queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
      queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
      // The switches are saved even if the account cannot be reloaded.
      await reloadUser().catch(() => undefined)
      return privacy
    },
  })
}

/** Which mails a mail's unsubscribe link ends; loads nothing without a token. */
export function useMailsAbout(token: string | null) {
  return useQuery({
    queryKey: ['mailsAbout', token],
    queryFn: token ? () => call('POST /mail/about', { body: { token } }) : skipToken,
  })
}

/** Reloads the settings, because the link may belong to the account that is logged in here. */
function readMailSettings(): Promise<void> {
  queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
  return queryClient.invalidateQueries({ queryKey: USERINFO_KEY })
}

/** Unsubscribes from mails by the link in one of them; needs no login. */
export function useMailsOff(token: string) {
  return useMutation({
    mutationFn: () => call('POST /mail/off', { body: { token } }),
    onSuccess: readMailSettings,
  })
}

/** Undoes {@link useMailsOff}, using the state that it returned. */
export function useUndoMailsOff(token: string) {
  return useMutation({
    mutationFn: (was: MailsBefore) => call('POST /mail/undoOff', { body: { token, was } }),
    onSuccess: readMailSettings,
  })
}
