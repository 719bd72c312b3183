import type { PostalAddress } from '@letterlend/contract/letterboxes.ts'

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
