import { useMutation, useQuery } from '@tanstack/react-query'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { call, urlOf } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'

const BACKUPS_KEY = ['admin', 'backups'] as const
const POLL_MS = 2_000

/** The backups, loaded again as long as one is being made; nothing is asked for whoever may not know. */
export function useBackups() {
  const may = useMay()
  return useQuery({
    queryKey: BACKUPS_KEY,
    queryFn: ({ signal }) => call('GET /admin/backups', { signal }),
    refetchInterval: ({ state }) => (state.data?.under_way ? POLL_MS : false),
    enabled: may('GET /admin/backups'),
  })
}

export function useMakeBackup() {
  return useMutation({
    mutationFn: () => call('POST /admin/backups/make'),
    onSuccess: (backups) => queryClient.setQueryData(BACKUPS_KEY, backups),
  })
}

/** The list is loaded again also after a failure: somebody else may have deleted it. */
const reload = () => queryClient.invalidateQueries({ queryKey: BACKUPS_KEY })

/** @returns where the bytes are to be had once, within a minute; null where the server may not read them */
export function useBackupLink() {
  return useMutation({
    mutationFn: async (name: string) => {
      const { key } = await call('POST /admin/backups/link', { body: { name } })
      return key === null ? null : urlOf('/backups/file', undefined, { name, key })
    },
    onSuccess: (url) => (url === null ? reload() : undefined),
    onError: reload,
  })
}

export function useRemoveBackup() {
  return useMutation({
    mutationFn: (name: string) => call('POST /admin/backups/remove', { body: { name } }),
    onSettled: reload,
  })
}
