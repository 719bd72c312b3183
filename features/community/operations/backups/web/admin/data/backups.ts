import { useMutation, useQuery } from '@tanstack/react-query'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { call, urlOf } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'

const BACKUPS_KEY = ['admin', 'backups'] as const
const POLL_MS = 2_000

/** The backups, refetched while one is being made. Loads nothing without the right to see them. */
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

/** The list is also reloaded after a failure, because the backup may have been deleted by a colleague. */
const reload = () => queryClient.invalidateQueries({ queryKey: BACKUPS_KEY })

/** @returns a download URL that works once within a minute; null if the server may not read the file */
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
