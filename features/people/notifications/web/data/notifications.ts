import { useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { USERINFO_KEY } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import type { Frequency, NotificationKind } from '#platform/shared/notification-kinds.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { MailSettings, mailSettingsApi, NotificationSettings } from '../../contract.ts'

export const NOTIFICATIONS_KEY = ['notifications'] as const

export function useNotifications() {
  return useQuery({
    queryKey: NOTIFICATIONS_KEY,
    queryFn: ({ signal }) => call('GET /userSettings/notifications', { signal }),
  })
}

const MAIL_SETTINGS_KEY = ['mail-settings'] as const

/** The user's choice of mass mails. */
export function useMailSettings() {
  return useQuery({
    queryKey: MAIL_SETTINGS_KEY,
    queryFn: ({ signal }) => call('GET /userSettings/mails', { signal }),
  })
}

/** Switches topics on or off. Shown at once, and reverted if the server rejects it. */
export function useChangeMailSettings() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof mailSettingsApi.update>) =>
      call('POST /userSettings/mails', { body }),
    onMutate: (change) => {
      const before = queryClient.getQueryData<MailSettings>(MAIL_SETTINGS_KEY)
      if (before)
        queryClient.setQueryData<MailSettings>(MAIL_SETTINGS_KEY, { ...before, ...change })
      return before
    },
    onSuccess: (now) => queryClient.setQueryData<MailSettings>(MAIL_SETTINGS_KEY, now),
    onError: (_error, _wanted, before) => queryClient.setQueryData(MAIL_SETTINGS_KEY, before),
  })
}

function show(change: Partial<NotificationSettings>): void {
  queryClient.setQueryData<NotificationSettings>(
    NOTIFICATIONS_KEY,
    (settings) => settings && { ...settings, ...change },
  )
}

/** The privacy page has the same switch for messages, so its cached data must be updated. */
function showSwitch(message: Frequency): void {
  queryClient.setQueryData<User>(USERINFO_KEY, (user) =>
    user
      ? { ...user, privacy: { ...user.privacy, enable_notifications: message !== 'off' } }
      : user,
  )
}

/** Changes the frequency of one kind. Shown at once, and reverted if the server rejects it. */
export function useChangeNotifications(kind: NotificationKind, current: Frequency) {
  return useMutation({
    mutationFn: (frequency: Frequency) =>
      // Only the changed kind is sent, so that two quick changes cannot revert each other.
      call('POST /userSettings/notifications', { body: { [kind]: frequency } }),
    onMutate: (frequency) => {
      show({ [kind]: frequency })
      return current
    },
    onSuccess: (now) => {
      show({ [kind]: now[kind] })
      showSwitch(now.message)
    },
    onError: (_error, _wanted, before) => show({ [kind]: before }),
  })
}
