import type { UserSettings } from '#features/people/accounts/user-settings/contract.ts'

export type TourName = 'map' | 'letterbox'

interface Occasion {
  settings: Pick<UserSettings, 'tour_map_seen' | 'tour_letterbox_seen'>
  /** Asked for again, seen or not. */
  again: readonly TourName[]
  /** A letterbox is open: the explanation of the map would cover it. */
  letterboxOpen: boolean
  /** It is one that the user can borrow from. */
  canBorrow: boolean
  /** The tour that has ended since the screen was opened: a second one in a row would be too much. */
  last: TourName | null
}

/** The tour that should run now: the one of the open letterbox before the one of the map. */
export function dueTour({
  settings,
  again,
  letterboxOpen,
  canBorrow,
  last,
}: Occasion): TourName | null {
  const isWanted = (tour: TourName, seen: boolean) => !seen || again.includes(tour)
  if (canBorrow && isWanted('letterbox', settings.tour_letterbox_seen)) return 'letterbox'
  if (letterboxOpen || last !== null) return null
  return isWanted('map', settings.tour_map_seen) ? 'map' : null
}
