import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import type { StoredLanguage } from '#platform/shared/languages.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import {
  type AdminAnnouncement,
  type AnnouncementAudience,
  type adminAnnouncementsApi,
  type Region,
  type Sendings,
  writtenAnnouncementSchema,
} from '../../../contract.admin.ts'

const KEY = ['admin', 'announcements'] as const

/** The form while it is typed, before it is valid. */
export const announcementDraftSchema = z.object(writtenAnnouncementSchema.shape)

/** One page of all announcements. */
export function useAdminAnnouncements(query: QueryInput<typeof adminAnnouncementsApi.list>) {
  return useQuery({
    queryKey: [...KEY, 'list', query],
    queryFn: ({ signal }) => call('GET /admin/announcements', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

export function useAdminAnnouncement(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => call('GET /admin/announcements/byId', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Fetches the current version after another member of the staff has changed it. */
export const rereadAnnouncement = (id: number) =>
  queryClient.fetchQuery({
    queryKey: [...KEY, 'one', `${id}`],
    queryFn: () => call('GET /admin/announcements/byId', { query: { id: `${id}` } }),
    staleTime: 0,
  })

/** Answers day by day. */
export function useAnnouncementAnswers(id: number) {
  return useQuery({
    queryKey: [...KEY, 'answers', id],
    queryFn: ({ signal }) =>
      call('GET /admin/announcements/answers', { query: { id: `${id}` }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Size of an audience; null for a region that is not chosen yet. */
export function useReach(audience: AnnouncementAudience, region: Region | null) {
  const query = {
    audience,
    ...(region && {
      latitude: region.latitude.toFixed(6),
      longitude: region.longitude.toFixed(6),
      radius: `${region.radius}`,
    }),
  }
  return useQuery({
    queryKey: [...KEY, 'reach', query],
    queryFn: ({ signal }) => call('GET /admin/announcements/reach', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn() && (audience !== 'region' || region !== null),
  })
}

const sendingKey = (id: number) => [...KEY, 'sending', id] as const
/** Polling interval while mails are being sent. */
const LOOK_AGAIN_MS = 5_000

/** Progress of each channel. */
export function useSending(id: number) {
  return useQuery({
    queryKey: sendingKey(id),
    queryFn: ({ signal }) =>
      call('GET /admin/announcements/sending', { query: { id: `${id}` }, signal }),
    enabled: useWhileLoggedIn(),
    refetchInterval: ({ state: { data } }) => {
      const isUnderWay = [data?.mail, data?.push].some((each) => each?.state === 'running')
      const isPlanned = data?.plan?.done_at === null
      return isUnderWay || isPlanned ? LOOK_AGAIN_MS : false
    },
  })
}

/** The mail of a saved announcement. `version` is part of the key so that a change refetches it. */
export function useMailOf(id: number, version: number, lang: StoredLanguage) {
  return useQuery({
    queryKey: [...KEY, 'mail', id, version, lang],
    queryFn: ({ signal }) =>
      call('GET /admin/announcements/mail', { query: { id: `${id}`, lang }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

export const useTestAnnouncement = (id: number) =>
  useMutation({
    mutationFn: (lang: StoredLanguage) =>
      call('POST /admin/announcements/test', { body: { id, lang } }),
  })

/** Begins, pauses or resumes, and caches the response. */
export function useSendAnnouncement({ id, version }: Read) {
  const onSuccess = (now: Sendings) => queryClient.setQueryData(sendingKey(id), now)
  const begin = useMutation({
    mutationFn: () => call('POST /admin/announcements/send', { body: { id, version } }),
    onSuccess,
  })
  const pause = useMutation({
    mutationFn: () => call('POST /admin/announcements/pause', { body: { id } }),
    onSuccess,
  })
  const resume = useMutation({
    mutationFn: () => call('POST /admin/announcements/resume', { body: { id } }),
    onSuccess,
  })
  const unplan = useMutation({
    mutationFn: () => call('POST /admin/announcements/unplan', { body: { id } }),
    onSuccess,
  })
  return { begin, unplan, pause, resume }
}

/** Caches the changed announcement from the response, and invalidates the list for its counts. */
function keep(changed: AdminAnnouncement): void {
  queryClient.setQueryData([...KEY, 'one', `${changed.id}`], changed)
  // Retiring it also pauses its mails.
  void queryClient.invalidateQueries({ queryKey: sendingKey(changed.id) })
  void queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] })
}

interface Read {
  id: number
  version: number
}

/** Creates a draft, or changes the version that was read. */
export function useSaveAnnouncement(read: Read | null) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof adminAnnouncementsApi.create>) =>
      read
        ? call('POST /admin/announcements/update', { body: { ...body, ...read } })
        : call('POST /admin/announcements/create', { body }),
    onSuccess: keep,
  })
}

export function usePublishAnnouncement() {
  return useMutation({
    mutationFn: (body: Read) => call('POST /admin/announcements/publish', { body }),
    onSuccess: keep,
  })
}

export function useRetireAnnouncement() {
  return useMutation({
    mutationFn: (body: Read) => call('POST /admin/announcements/retire', { body }),
    onSuccess: keep,
  })
}

export function useRemoveAnnouncement() {
  return useMutation({
    mutationFn: (body: Read) => call('POST /admin/announcements/remove', { body }),
    onSuccess: (_none, { id }) => {
      queryClient.removeQueries({ queryKey: [...KEY, 'one', `${id}`] })
      void queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] })
    },
  })
}
