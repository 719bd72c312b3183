import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { CONFIG_KEY } from '#platform/web/data/config.ts'
import { inBase64 } from '#platform/web/data/file-in-base64.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Setting, SettingKey, settingsApi } from '../../../contract.admin.ts'
import { showBrandColours } from './brand-colours.ts'

const SETTINGS_KEY = ['admin', 'settings'] as const

/** The community's settings, by key. */
export function useSettings() {
  return useQuery({
    queryKey: [...SETTINGS_KEY, 'list'],
    queryFn: ({ signal }) => call('GET /admin/settings', { signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** One of the settings. */
export const settingIn = <Key extends SettingKey>(settings: Setting[], key: Key) =>
  settings.find((setting) => setting.key === key) as Setting<Key>

/** One page of a setting's versions, newest first. */
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

/** Runs after success and failure alike, so that a colleague's change also becomes visible. */
function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: SETTINGS_KEY })
  void queryClient.invalidateQueries({ queryKey: CONFIG_KEY })
  void queryClient.invalidateQueries({ queryKey: ['products'] })
}

/** The colours are part of the page, so they have to be applied explicitly. */
function showColours({ key, value }: Setting): void {
  if (key === 'brand') showBrandColours(value)
}

/** Changes a setting based on the version that was read; fails with `changed_meanwhile` if it has changed since. */
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

/** Uploads a logo. It is kept permanently once the brand is saved with it. */
export function useUploadLogo() {
  return useMutation({
    mutationFn: async (file: File) =>
      call('POST /admin/settings/logo', { body: { file: await inBase64(file) } }),
  })
}
