/** Fewer than these are not told, so that nobody is recognised. */
export const FEWEST_TOLD = 3
/** As many letterboxes, and as many wishes, as somebody reads in a mail. */
const MOST_LETTERBOXES = 5
const MOST_WISHES = 3

export interface NewLetterbox {
  id: string
  address: string
  metres: number
  itemIds: number[]
}

/** What there is around somebody's letterbox, in a month. */
export interface Around {
  /** Came in that month, are on the map now, are nobody's whom a block keeps away, nor the own one; in any order. */
  letterboxes: NewLetterbox[]
  /** What others around wish for: how many, and whether one of them did so in that month. */
  wishes: { item_id: number; count: number; recent: boolean }[]
  /** What is lent at the own letterbox already. */
  ownItemIds: readonly number[]
  /** How often something was handed over around there in that month, the own letterbox left out. */
  loans: number
}

export interface Told {
  /** The nearest first. */
  letterboxes: NewLetterbox[]
  /** How many more are new. */
  more: number
  /** The most wished first. */
  wishes: { item_id: number; count: number }[]
  /** Null where there were too few to be told. */
  loans: number | null
}

/**
 * What of it is worth a mail; null for nothing. The same wishes as last month are told beside other news, and make no mail
 * by themselves.
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
