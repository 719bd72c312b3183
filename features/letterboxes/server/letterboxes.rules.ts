import type { PostalAddress } from '../contract.ts'

/** Whether an address names another spot; what is written beside a door does not move it. */
export function isElsewhere(old: PostalAddress, now: PostalAddress): boolean {
  return (['address', 'postcode', 'city', 'country'] as const).some(
    (part) => old[part] !== now[part],
  )
}

/**
 * Whether a letterbox is the viewer's to manage: as its owner, or as a member of the household.
 * `managedBy` asks the database the same.
 */
export function manages(
  viewer: { id: string; member_of: string | null } | null,
  letterbox: { id: string; user_id: string },
): boolean {
  return viewer !== null && (viewer.id === letterbox.user_id || viewer.member_of === letterbox.id)
}

/** A loan that somebody said yes to and that is not over. Days; `until` is excluded, null is open. */
export interface RunningLoan {
  item_id: number
  handed_over: boolean
  from: string
  until: string | null
}

/** Whether one of so many alike is at home on a day: what was handed out and is late is not. */
export function isAvailable(
  { id, copies }: { id: number; copies: number },
  running: readonly RunningLoan[],
  day: string,
): boolean {
  const away = running.filter(
    ({ item_id, handed_over, from, until }) =>
      item_id === id && (handed_over || (from <= day && (until === null || day < until))),
  )
  return away.length < copies
}
