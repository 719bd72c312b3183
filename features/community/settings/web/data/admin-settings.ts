import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { CONFIG_KEY } from '#platform/web/data/config.ts'
import { inBase64 } from '#platform/web/data/file-in-base64.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Setting, SettingKey, settingsApi } from '../../contract.ts'
import { showBrandColours } from './admin-brand-colours.ts'

const SETTINGS_KEY = ['admin', 'settings'] as const

/** What the community has set, by key. */
export function useSettings() {
  return useQuery({
    queryKey: [...SETTINGS_KEY, 'list'],
    queryFn: ({ signal }) => call('GET /admin/settings', { signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** One of them; `settings` has all. */
export const settingIn = <Key extends SettingKey>(settings: Setting[], key: Key) =>
  settings.find((setting) => setting.key === key) as Setting<Key>

/** One page of the versions of a setting, the newest first. */
export function useSettingHistory(key: SettingKey, page: number) {
  return useQuery({
    queryKey: [...SETTINGS_KEY, 'history', key, page],
    queryFn: ({ signal }) =>
      call('GET /admin/settings/history', {
        query: { key, page: `${page}`, size: '10' },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** Runs after success and failure alike: what somebody else has set meanwhile is shown as well. */
function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: SETTINGS_KEY })
  void queryClient.invalidateQueries({ queryKey: CONFIG_KEY })
  void queryClient.invalidateQueries({ queryKey: ['products'] })
}

/** The colours of a page came with it. */
function showColours({ key, value }: Setting): void {
  if (key === 'brand') showBrandColours(value)
}

/**
 * Changes a setting of the version that was read; fails with `changed_meanwhile` where it was changed
 * since.
 */
export function useSaveSetting() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof settingsApi.save>) =>
      call('POST /admin/settings/save', { body }),
    onSuccess: showColours,
    onSettled: refresh,
  })
}

export function useRestoreSetting() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof settingsApi.restore>) =>
      call('POST /admin/settings/restore', { body }),
    onSuccess: showColours,
    onSettled: refresh,
  })
}

/** Makes a logo of a picture; it is stored for good once the brand is saved with it. */
export function useUploadLogo() {
  return useMutation({
    mutationFn: async (file: File) =>
      call('POST /admin/settings/logo', { body: { file: await inBase64(file) } }),
  })
}
