import type { User } from '@letterlend/contract/accounts.ts'
import type { Privacy } from '@letterlend/contract/privacy.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { queryClient } from './query-client.ts'
import { reloadUser, USERINFO_KEY } from './session.ts'

export type PrivacySwitch = keyof Privacy

interface PrivacyChange {
  name: PrivacySwitch
  value: boolean
}

function show(change: Partial<Privacy>): void {
  queryClient.setQueryData<User>(USERINFO_KEY, (user) =>
    user ? { ...user, privacy: { ...user.privacy, ...change } } : user,
  )
}

/** Changes one switch: shown at once, taken back when the server refuses. */
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
      return reloadUser()
    },
    onError: (_error, { name, value }) => show({ [name]: !value }),
  })
}

export function useEnableMessaging() {
  return useMutation({
    mutationFn: async () => {
      await call('POST /privacy/update', { body: { enable_messaging: true } })
      return reloadUser()
    },
  })
}
