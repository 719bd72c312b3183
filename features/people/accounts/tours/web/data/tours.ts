import type { User } from '#features/people/accounts/web/data/door.ts'
import { USERINFO_KEY } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { TourName } from './due-tour.ts'

const TOURS = {
  map: { seen: { tour_map_seen: true }, mark: 'POST /userSettings/markTourMapAsSeen' },
  letterbox: {
    seen: { tour_letterbox_seen: true },
    mark: 'POST /userSettings/markTourLetterboxAsSeen',
  },
} as const

/**
 * Marks the tour as seen on this page at once. If the server cannot be reached, the tour returns
 * another day.
 */
export function markTourSeen(tour: TourName): void {
  const { seen, mark } = TOURS[tour]
  queryClient.setQueryData<User>(USERINFO_KEY, (user) =>
    user ? { ...user, user_settings: { ...user.user_settings, ...seen } } : user,
  )
  call(mark).catch(() => undefined)
}
