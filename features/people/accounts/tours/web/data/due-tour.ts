import type { UserSettings } from '#features/people/accounts/user-settings/contract.ts'

export type TourName = 'map' | 'letterbox'

interface Occasion {
  settings: Pick<UserSettings, 'tour_map_seen' | 'tour_letterbox_seen'>
  /** Tours to show again, seen or not. */
  again: readonly TourName[]
  /** A letterbox is open and would be covered by the map tour. */
  letterboxOpen: boolean
  /** The user can borrow from the open letterbox. */
  canBorrow: boolean
  /** The tour that has ended since the screen was opened; no second one follows it. */
  last: TourName | null
}

/** The tour to run now. The tour of an open letterbox comes before that of the map. */
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
