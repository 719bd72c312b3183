import { useMutation, useQuery } from '@tanstack/react-query'
import { NEW_TRANSACTIONS_KEY } from '#features/lending/conversations/lists/web/door.ts'
import { TRANSACTIONS_KEY } from '#features/lending/conversations/transactions/web/door.ts'
import { logIn, reloadUser, useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import type { householdApi } from '../../contract.ts'

const HOUSEHOLD_KEY = ['household'] as const
const INVITATION_KEY = ['invitation'] as const

/** The people who manage the user's letterbox; nothing is loaded for visitors, or without `enabled`. */
export function useHousehold(enabled = true) {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: HOUSEHOLD_KEY,
    enabled: enabled && whileLoggedIn,
    queryFn: ({ signal }) => call('GET /household', { signal }),
  })
}

const refetchHousehold = () => queryClient.invalidateQueries({ queryKey: HOUSEHOLD_KEY })

export function useInvite() {
  return useMutation({
    mutationFn: (email: string) => call('POST /household/invite', { body: { email } }),
    onSuccess: refetchHousehold,
  })
}

export function useWithdraw() {
  return useMutation({
    mutationFn: (id: string) => call('POST /household/withdraw', { body: { id } }),
    // Another member may have been faster, or the invited person has joined: reload the list.
    onSettled: refetchHousehold,
  })
}

export function useRemoveMember() {
  return useMutation({
    mutationFn: (id: string) => call('POST /household/remove', { body: { member_id: id } }),
    onSettled: refetchHousehold,
  })
}

/** The user now has another letterbox, or none, and so other conversations. */
async function changeLetterbox(): Promise<void> {
  queryClient.removeQueries({ queryKey: TRANSACTIONS_KEY })
  // The letterbox has changed, even if not everything about it can be reloaded now.
  await Promise.allSettled([
    reloadUser(),
    refetchHousehold(),
    queryClient.invalidateQueries({ queryKey: NEW_TRANSACTIONS_KEY }),
    queryClient.invalidateQueries({ queryKey: ['letterboxes'] }),
  ])
}

export function useLeaveHousehold() {
  return useMutation({
    mutationFn: () => call('POST /household/leave'),
    onSuccess: changeLetterbox,
  })
}

/** @param userId of the logged-in user: an invitation means something different for each */
export function useInvitation(token: string, userId: string | undefined) {
  return useQuery({
    queryKey: [...INVITATION_KEY, token, userId ?? null],
    queryFn: ({ signal }) => call('POST /household/invitation', { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
  })
}

export type InvitedPerson = Pick<
  BodyInput<typeof householdApi.register>,
  'email' | 'firstname' | 'lastname'
>

/** Creates an account without a letterbox and logs in. With the invited address it also joins. */
export function useRegisterInvited(token: string, onJoined: () => void) {
  return useMutation({
    mutationFn: async (person: InvitedPerson) => {
      const body = { ...person, token, lang: currentLanguage() }
      const { api_token, joined } = await call('POST /household/register', { body })
      // Called before the account is set: the invitation is used up and must not be loaded again.
      if (joined) onJoined()
      await logIn(api_token)
    },
  })
}

export function useJoin(token: string) {
  return useMutation({
    mutationFn: (giveUpLetterbox: boolean) =>
      call('POST /household/join', { body: { token, give_up_letterbox: giveUpLetterbox } }),
    onSuccess: changeLetterbox,
    // The household is full by now, or another person used the invitation: reloading it shows that.
    onError: () => queryClient.invalidateQueries({ queryKey: INVITATION_KEY }),
  })
}
