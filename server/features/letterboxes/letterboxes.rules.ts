import { ROLE_ID } from '@letterlend/contract/accounts.ts'
import type { LetterboxKind } from '@letterlend/contract/letterbox-kinds.ts'
import type { PostalAddress, RoleName } from '@letterlend/contract/letterboxes.ts'

const DAY_MS = 86_400_000
/** A letterbox is active while its owner was seen in the last 90 days. */
export const ACTIVE_MS = 90 * DAY_MS

/** A paid membership makes a supporter for this long. */
export const SUPPORTER_MONTHS = 12

/** What is known of an owner that shows on the letterbox. */
export interface OwnerFacts {
  reseller: boolean
  membership_paid_at: Date | null
  enable_messaging: boolean
  last_seen_at: Date
}

export function isActive(owner: OwnerFacts, now: Date): boolean {
  return now.getTime() - owner.last_seen_at.getTime() <= ACTIVE_MS
}

/** When a membership paid at an instant stops making its owner a supporter: twelve months later. */
export function supporterUntil(paidAt: Date): Date {
  const until = new Date(paidAt)
  until.setUTCMonth(until.getUTCMonth() + SUPPORTER_MONTHS)
  return until
}

export function roleNameOf(owner: OwnerFacts, now: Date): RoleName {
  if (owner.reseller) return 'reseller'
  const paidAt = owner.membership_paid_at
  return paidAt && supporterUntil(paidAt) >= now ? 'supporter' : 'normal'
}

/** What the marker of a letterbox looks like; the first that fits. */
export function kindOf(owner: OwnerFacts, now: Date): LetterboxKind {
  const role = roleNameOf(owner, now)
  if (role !== 'normal') return role
  if (!owner.enable_messaging) return 'normal'
  return isActive(owner, now) ? 'messaging_active' : 'messaging'
}

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

/** Whether a letterbox may be seen by someone: hidden ones only by who manages them and by admins. */
export function isVisible(
  {
    letterbox,
    owner,
  }: {
    letterbox: {
      id: string
      user_id: string
      latitude: number | null
      holiday_until: string | null
    }
    owner: { show_on_map: boolean }
  },
  viewer: { id: string; role_id: number; member_of: string | null } | null,
): boolean {
  if (letterbox.latitude === null) return false
  const shown = owner.show_on_map && letterbox.holiday_until === null
  return shown || manages(viewer, letterbox) || viewer?.role_id === ROLE_ID.admin
}
