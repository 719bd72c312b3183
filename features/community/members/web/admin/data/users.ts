import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { AdminUser, adminUsersApi, MergePreview } from '../../../contract.admin.ts'

const LIST_KEY = ['admin', 'users', 'list'] as const
const keyOf = (id: string) => ['admin', 'users', 'one', id] as const

/** One page of accounts. */
export function useAdminUsers(query: QueryInput<typeof adminUsersApi.list>) {
  return useQuery({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) => call('GET /admin/users', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** One account as support sees it. */
export function useAdminUser(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call('GET /admin/users/byId', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Loans of an account that are out or promised, and with whom. */
export function useRunningLoans(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf(id), 'running'],
    queryFn: ({ signal }) => call('GET /admin/users/running', { query: { id }, signal }),
    enabled: useWhileLoggedIn() && enabled,
  })
}

type Change<Name extends keyof typeof adminUsersApi> = Omit<
  BodyInput<(typeof adminUsersApi)[Name]>,
  'id' | 'version'
>

/** The changes that the staff can make to an account. */
export type UserChange =
  | { act: 'resendConfirmation' }
  | ({ act: 'sendLink' } & Change<'sendLink'>)
  | ({ act: 'correctEmail' } & Change<'correctEmail'>)
  | { act: 'endSessions' }
  | { act: 'resetSecondFactor' }
  | ({ act: 'suspend' } & Change<'suspend'>)
  | { act: 'restore' }
  | ({ act: 'setBetaTester' } & Change<'setBetaTester'>)

function change({ id, version }: AdminUser, { act, ...fields }: UserChange): Promise<AdminUser> {
  const readVersion = { id, version }
  if (act === 'resendConfirmation') return call(`POST /admin/users/${act}`, { body: { id } })
  if (act === 'sendLink')
    return call(`POST /admin/users/${act}`, { body: { id, ...fields } } as never)
  if (act === 'restore' || act === 'endSessions' || act === 'resetSecondFactor')
    return call(`POST /admin/users/${act}`, { body: readVersion })
  return call(`POST /admin/users/${act}`, { body: { ...readVersion, ...fields } } as never)
}

/** Changes the version of an account that was read; reloads it if it has changed since. */
export function useChangeUser(user: AdminUser) {
  return useMutation({
    mutationFn: (userChange: UserChange) => change(user, userChange),
    onSuccess: (changedUser) => {
      queryClient.setQueryData<AdminUser>(keyOf(user.id), changedUser)
      void queryClient.invalidateQueries({ queryKey: LIST_KEY })
    },
    onError: (error) => readAnew(user.id, error),
  })
}

/** Deletes an account, and removes it from the cache of this page. */
export function useRemoveUser({ id, version }: Pick<AdminUser, 'id' | 'version'>) {
  return useMutation({
    mutationFn: (without_mail: boolean) =>
      call('POST /admin/users/remove', { body: { id, version, without_mail } }),
    onSuccess: () => {
      // Not the loans below this key: the dialog still shows them, and would load them again.
      queryClient.removeQueries({ queryKey: keyOf(id), exact: true })
      void queryClient.invalidateQueries({ queryKey: LIST_KEY })
    },
    onError: (error) => readAnew(id, error),
  })
}

/** Preview of merging another account into this one. */
export function useMergePreview(id: string, from: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'merge', from],
    queryFn: ({ signal }) => call('GET /admin/users/mergePreview', { query: { id, from }, signal }),
    // Never from the cache: the dialog must show the current state.
    gcTime: 0,
  })
}

/** Merges another account into this one, as previewed. */
export function useMergeUsers({ into, from, seen }: MergePreview) {
  return useMutation({
    mutationFn: () =>
      call('POST /admin/users/merge', { body: { id: into.id, from: from.id, seen } }),
    onSuccess: (mergedUser) => {
      queryClient.removeQueries({ queryKey: keyOf(from.id) })
      queryClient.setQueryData<AdminUser>(keyOf(into.id), mergedUser)
      void queryClient.invalidateQueries({ queryKey: LIST_KEY })
    },
    onError: (error) => readAnew(into.id, error),
  })
}

/** Downloads a member's data. The member is notified. */
export function useExportUser({ id }: AdminUser) {
  return useMutation({
    mutationFn: () => call('POST /admin/users/exportData', { body: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(id) }),
  })
}

/** True if a change was rejected because the account has changed since it was read. */
export const isChangedMeanwhile = (error: unknown) =>
  error instanceof ApiError && error.code === 'changed_meanwhile'

async function readAnew(id: string, error: unknown): Promise<void> {
  if (isChangedMeanwhile(error)) await queryClient.invalidateQueries({ queryKey: keyOf(id) })
}
