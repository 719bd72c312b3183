import type { UserSettings } from '#features/user-settings/contract.ts'

export type TourName = 'map' | 'letterbox'

interface Occasion {
  settings: Pick<UserSettings, 'tour_map_seen' | 'tour_letterbox_seen'>
  /** Asked for again, seen or not. */
  again: readonly TourName[]
  /** A letterbox is open: the words about the map would lie over it. */
  letterboxOpen: boolean
  /** It is one that the user can borrow from. */
  canBorrow: boolean
  /** One has ended since the screen was opened; two in a row would be a lesson. */
  last: TourName | null
}

/** The tour that should run now: of the open letterbox before that of the map. */
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
