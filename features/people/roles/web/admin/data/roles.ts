import { useMutation, useQuery } from '@tanstack/react-query'
import {
  reloadUser,
  useSession,
  useWhileLoggedIn,
} from '#features/people/accounts/web/data/door.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { TaskHolder } from '../../../contract.admin.ts'

const ROLES_KEY = ['admin', 'roles'] as const

export function useTaskHolders() {
  return useQuery({
    queryKey: [...ROLES_KEY, 'list'],
    queryFn: ({ signal }) => call('GET /admin/roles', { signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** The tasks of one account, possibly none. */
export function useTaskHolder(id: string) {
  return useQuery({
    queryKey: [...ROLES_KEY, 'one', id],
    queryFn: ({ signal }) => call('GET /admin/roles/byId', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Whether a change was rejected because the account has changed meanwhile. */
export const isChangedMeanwhile = (error: unknown) =>
  error instanceof ApiError && error.code === 'changed_meanwhile'

/** Gives an account exactly these tasks in this area. If it has changed meanwhile, it is reloaded. */
export function useSetTasks({ id, version }: TaskHolder) {
  const { user } = useSession()
  return useMutation({
    mutationFn: (duties: Pick<TaskHolder, 'tasks' | 'area'>) =>
      call('POST /admin/roles/set', { body: { id, version, ...duties } }),
    async onSuccess() {
      // A user who gives up administration must no longer see this page.
      if (user?.id === id) await reloadUser().catch(() => undefined)
      await queryClient.invalidateQueries({ queryKey: ROLES_KEY })
    },
    async onError(error) {
      if (isChangedMeanwhile(error)) await queryClient.invalidateQueries({ queryKey: ROLES_KEY })
    },
  })
}
