import { DAY_MS } from '#platform/shared/durations.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { MIN_WISHED } from '../contract.ts'

/** A wish without a match expires after a year. */
export const WISH_LIFETIME_MS = 365 * DAY_MS
/** A visitor's unconfirmed wish expires after a week. */
export const UNCONFIRMED_LIFETIME_MS = 7 * DAY_MS
/** One wish causes at most one mail in this time. */
export const MAIL_EVERY_MS = DAY_MS

/** Rounds to about a hundred metres, so that a person's exact position is not stored. */
export function coarse(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

interface WishedPlace extends Position {
  /** Metres. */
  radius: number
}

export function isWithin(wish: WishedPlace, spot: Position): boolean {
  return distanceInMetres(wish, spot) <= wish.radius
}

/** What a letterbox must be to match a wish, apart from being on the map. */
export interface Answering extends Position {
  /** Its managers, who are not notified about their own letterbox. */
  managers: readonly { id: string; email: string | null }[]
  itemIds: readonly number[]
}

interface Wishing extends WishedPlace {
  item_id: number
  user_id: string | null
  email: string | null
}

/** Whether a letterbox lends the item, is near enough, and belongs to another person. */
export function answers(letterbox: Answering, wish: Wishing): boolean {
  if (!letterbox.itemIds.includes(wish.item_id)) return false
  const own = letterbox.managers.some(({ id, email }) =>
    wish.user_id === null
      ? wish.email?.toLowerCase() === email?.toLowerCase()
      : wish.user_id === id,
  )
  return !own && isWithin(wish, letterbox)
}

/** The number of people who wish for each item, most wished first; leaves out items with few wishes. */
export function countWished(
  rows: readonly { item_id: number; who: string }[],
): { item_id: number; count: number }[] {
  const people = new Map<number, Set<string>>()
  for (const { item_id, who } of rows) {
    const wishers = people.get(item_id) ?? new Set()
    people.set(item_id, wishers.add(who))
  }
  return [...people]
    .map(([item_id, { size }]) => ({ item_id, count: size }))
    .filter(({ count }) => count >= MIN_WISHED)
    .sort((a, b) => b.count - a.count || a.item_id - b.item_id)
}
