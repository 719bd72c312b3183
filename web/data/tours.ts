import type { User } from '@letterlend/contract/accounts.ts'
import { call } from './api-client.ts'
import type { TourName } from './due-tour.ts'
import { queryClient } from './query-client.ts'
import { USERINFO_KEY } from './session.ts'

const TOURS = {
  map: { seen: { tour_map_seen: true }, mark: 'POST /userSettings/markTourMapAsSeen' },
  letterbox: {
    seen: { tour_letterbox_seen: true },
    mark: 'POST /userSettings/markTourLetterboxAsSeen',
  },
} as const

/** Seen at once on this page. If the server cannot be told, the tour comes again another day. */
export function markTourSeen(tour: TourName): void {
  const { seen, mark } = TOURS[tour]
  queryClient.setQueryData<User>(USERINFO_KEY, (user) =>
    user ? { ...user, user_settings: { ...user.user_settings, ...seen } } : user,
  )
  call(mark).catch(() => undefined)
}
