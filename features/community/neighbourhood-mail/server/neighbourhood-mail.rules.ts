/** Smaller numbers are omitted, so that no person can be recognised. */
export const FEWEST_TOLD = 3
/** Maximum letterboxes and wishes in a mail. */
const MOST_LETTERBOXES = 5
const MOST_WISHES = 3

export interface NewLetterbox {
  id: string
  address: string
  metres: number
  itemIds: number[]
}

/** What happened around a letterbox within a month. */
export interface Around {
  /**
   * Letterboxes that were added that month and are public now, without the own one and those of blocked members;
   * unsorted.
   */
  letterboxes: NewLetterbox[]
  /** Wishes of others around: how many, and whether one of them was made that month. */
  wishes: { item_id: number; count: number; recent: boolean }[]
  /** Items lent at the own letterbox already. */
  ownItemIds: readonly number[]
  /** Number of hand-overs around that month, without the own letterbox. */
  loans: number
}

export interface Told {
  /** Nearest first. */
  letterboxes: NewLetterbox[]
  /** How many further letterboxes are new. */
  more: number
  /** Most wished first. */
  wishes: { item_id: number; count: number }[]
  /** Null if there were too few to mention. */
  loans: number | null
}

/**
 * Content that is worth a mail; null if there is none. Unchanged wishes accompany other news, and cause no mail by
 * themselves.
 */
export function worthTelling({ letterboxes, wishes, ownItemIds, loans }: Around): Told | null {
  const nearest = [...letterboxes].sort((a, b) => a.metres - b.metres || (a.id < b.id ? -1 : 1))
  const fulfillable = wishes
    .filter(({ item_id, count }) => count >= FEWEST_TOLD && !ownItemIds.includes(item_id))
    .sort((a, b) => b.count - a.count || a.item_id - b.item_id)
    .slice(0, MOST_WISHES)
  const told = {
    letterboxes: nearest.slice(0, MOST_LETTERBOXES),
    more: Math.max(0, nearest.length - MOST_LETTERBOXES),
    wishes: fulfillable.map(({ item_id, count }) => ({ item_id, count })),
    loans: loans < FEWEST_TOLD ? null : loans,
  }
  const isNews =
    told.letterboxes.length > 0 || told.loans !== null || fulfillable.some(({ recent }) => recent)
  return isNews ? told : null
}
