import { useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import type { Position } from '#platform/shared/geography.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import type { WISH_RADII, Wish, wishesApi } from '../../contract.ts'

const WISHES_KEY = ['wishes', 'own'] as const

export type WishRadius = (typeof WISH_RADII)[number]
export const DEFAULT_RADIUS: WishRadius = 5000

interface WishRequest extends Position {
  itemId: number
  radius: WishRadius
  /** Only for a visitor. */
  email?: string
}

/** Members need no captcha. */
const withoutCaptcha = async (): Promise<string | undefined> => undefined

/** The user's wishes; nothing is loaded for visitors. */
export function useWishes() {
  return useQuery({
    queryKey: WISHES_KEY,
    enabled: useWhileLoggedIn(),
    queryFn: ({ signal }) => call('GET /wishes', { signal }),
  })
}

/**
 * Saves a wish; an existing wish for the same item gets the new values.
 * @param takeCaptcha a visitor's proof of work
 */
export function useCreateWish(takeCaptcha = withoutCaptcha) {
  return useMutation({
    // One after the other, so that the last of several quick changes is the one that stays.
    scope: { id: 'create-wish' },
    mutationFn: async ({ itemId, ...wish }: WishRequest) => {
      const body: BodyInput<typeof wishesApi.create> = {
        ...wish,
        item_id: itemId,
        lang: currentLanguage(),
        captcha: await takeCaptcha(),
      }
      return call('POST /wishes/create', { body })
    },
    onSuccess: ({ status }) =>
      status === 'saved' ? queryClient.invalidateQueries({ queryKey: WISHES_KEY }) : undefined,
  })
}

export function useRemoveWish() {
  return useMutation({
    mutationFn: (id: string) => call('POST /wishes/remove', { body: { id } }),
    onSuccess: (_none, gone) => {
      queryClient.setQueryData<Wish[]>(WISHES_KEY, (wishes) =>
        wishes?.filter(({ id }) => id !== gone),
      )
    },
  })
}

/** The action behind the button of a page from a mail. */
export function useWishLink(kind: 'confirm' | 'end') {
  return useMutation({
    mutationFn: (token: string) => call(`POST /wishes/${kind}`, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WISHES_KEY }),
  })
}

/** Items that several people around the user's letterbox wish for. */
export function useWishedNearby() {
  return useQuery({
    queryKey: ['wishes', 'nearby'],
    staleTime: 5 * MINUTE_MS,
    queryFn: ({ signal }) => call('GET /wishes/nearby', { signal }),
  })
}
