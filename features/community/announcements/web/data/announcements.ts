import { useQuery } from '@tanstack/react-query'
import { reloadUser, useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { Privacy } from '#features/places/letterboxes/privacy/contract.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Announcement } from '../../contract.ts'
import {
  type AnnouncementAnswer,
  forgetUnsent,
  keepUnsent,
  unsentAnswers,
} from './unsent-answers.ts'

const FIRST_UNSEEN_KEY = ['announcements', 'firstUnseen'] as const

/** These answers are not retried: after a 404 the announcement is gone. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && [400, 404, 422].includes(error.status)

async function send(userId: string, id: number, answer: AnnouncementAnswer): Promise<void> {
  // Store the answer before sending it, because the page may be closed meanwhile.
  keepUnsent(userId, id, answer)
  try {
    await call('POST /announcements/markAsSeen', { body: { id, answer } })
    forgetUnsent(userId, id)
  } catch (error) {
    if (isRefused(error)) forgetUnsent(userId, id)
  }
}

async function fetchFirstUnseen(userId: string, signal: AbortSignal): Promise<Announcement | null> {
  for (const { id, answer } of unsentAnswers(userId)) await send(userId, id, answer)
  const first = await call('GET /announcements/getFirstUnseen', { signal })
  const isAnswered = unsentAnswers(userId).some(({ id }) => id === first?.id)
  return isAnswered ? null : first
}

/** Loaded at the start, after each closed announcement, and when the network is back. */
export function useFirstUnseen(userId: string): Announcement | null {
  const { data } = useQuery({
    queryKey: [...FIRST_UNSEEN_KEY, userId],
    enabled: useWhileLoggedIn(),
    queryFn: ({ signal }) => fetchFirstUnseen(userId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: 'always',
  })
  return data ?? null
}

/** Marks an announcement as seen, now or once the server can be reached, and loads the next one. */
export async function answerAnnouncement(
  userId: string,
  id: number,
  answer: AnnouncementAnswer,
): Promise<void> {
  queryClient.setQueryData([...FIRST_UNSEEN_KEY, userId], null)
  await send(userId, id, answer)
  await queryClient.invalidateQueries({ queryKey: FIRST_UNSEEN_KEY })
}

/** @throws {ApiError} 404 if the announcement does not exist any more */
export function fetchAnnouncement(id: number): Promise<Announcement> {
  return call('GET /announcements/getById', { query: { id } })
}

/** The response has the resulting switches: messages stay off without a letterbox on the map. */
export async function enableMessaging(): Promise<Privacy> {
  const privacy = await call('POST /privacy/update', { body: { enable_messaging: true } })
  queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
  await reloadUser().catch(() => undefined)
  return privacy
}
