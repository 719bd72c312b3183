import { useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import type { StoredLanguage } from '#platform/shared/languages.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { MovedMail, MovedPart, movedMailApi } from '../../../contract.admin.ts'

const KEY = ['admin', 'moving'] as const
/** Polling interval while mails are being sent. */
const LOOK_AGAIN_MS = 5_000

/** The mail, and how far its sending has come. */
export function useMovedMail() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /admin/moving', { signal }),
    enabled: useWhileLoggedIn(),
    refetchInterval: ({ state: { data } }) =>
      data?.sending?.state === 'running' ? LOOK_AGAIN_MS : false,
  })
}

/** The saved mail in a language. `version` is part of the key so that a change refetches it. */
export function useMovedMailPreview(version: number, lang: StoredLanguage) {
  return useQuery({
    queryKey: [...KEY, 'preview', version, lang],
    queryFn: ({ signal }) => call('GET /admin/moving/preview', { query: { lang }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

const keep = (now: MovedMail) => queryClient.setQueryData(KEY, now)

export const useSaveMovedMail = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof movedMailApi.save>) =>
      call('POST /admin/moving/save', { body }),
    onSuccess: keep,
  })

export const useTestMovedMail = () =>
  useMutation({
    mutationFn: (lang: StoredLanguage) => call('POST /admin/moving/test', { body: { lang } }),
  })

/** Begins, stops or resumes the sending, and caches the response. */
export function useSendMovedMail(version: number) {
  const begin = useMutation({
    mutationFn: (part: MovedPart) => call('POST /admin/moving/send', { body: { part, version } }),
    onSuccess: keep,
    // It may have been changed or begun elsewhere.
    onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
  const pause = useMutation({
    mutationFn: () => call('POST /admin/moving/pause', { body: {} }),
    onSuccess: keep,
  })
  const resume = useMutation({
    mutationFn: () => call('POST /admin/moving/resume', { body: {} }),
    onSuccess: keep,
  })
  return { begin, pause, resume }
}
