import type { PostalAddress } from '../contract.ts'

/**
 * Whether an address names another spot. The addition to an address does not move the letterbox.
 */
export function isElsewhere(old: PostalAddress, now: PostalAddress): boolean {
  return (['address', 'postcode', 'city', 'country'] as const).some(
    (part) => old[part] !== now[part],
  )
}

/**
 * Whether a letterbox is the viewer's to manage: as its owner, or as a member of the household.
 * `managedBy` decides the same in SQL.
 */
export function manages(
  viewer: { id: string; member_of: string | null } | null,
  letterbox: { id: string; user_id: string },
): boolean {
  return viewer !== null && (viewer.id === letterbox.user_id || viewer.member_of === letterbox.id)
}

/**
 * A loan that was accepted and is not over. `from` and `until` are days; `until` is excluded, and
 * null is open.
 */
export interface RunningLoan {
  item_id: number
  handed_over: boolean
  from: string
  until: string | null
}

/**
 * Whether at least one copy is at home on a day. A thing that was handed out and is late is not.
 */
export function isAvailable(
  { id, copies }: { id: number; copies: number },
  running: readonly RunningLoan[],
  day: string,
): boolean {
  const loansOnDay = running.filter(
    ({ item_id, handed_over, from, until }) =>
      item_id === id && (handed_over || (from <= day && (until === null || day < until))),
  )
  return loansOnDay.length < copies
}
