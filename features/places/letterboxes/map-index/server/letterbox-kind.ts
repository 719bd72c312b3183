import { DAY_MS } from '#platform/shared/durations.ts'
import { type Askable, mayBeAsked } from '../../askable.ts'
import type { RoleName } from '../../contract.ts'
import type { LetterboxKind } from '../../letterbox-kinds.ts'

/** A letterbox is active while its owner was seen in the last 90 days. */
export const ACTIVE_MS = 90 * DAY_MS

/** The owner's data that affects the marker. */
export interface OwnerFacts {
  reseller: boolean
  membership_until: Date | null
  last_seen_at: Date
}

export function isActive(owner: OwnerFacts, now: Date): boolean {
  return now.getTime() - owner.last_seen_at.getTime() <= ACTIVE_MS
}

export function roleNameOf(owner: OwnerFacts, now: Date): RoleName {
  if (owner.reseller) return 'reseller'
  const until = owner.membership_until
  return until && until >= now ? 'supporter' : 'normal'
}

/** The kind of marker; the first that applies. */
export function kindOf(owner: OwnerFacts & Askable, now: Date): LetterboxKind {
  const role = roleNameOf(owner, now)
  if (role !== 'normal') return role
  if (!mayBeAsked(owner)) return 'normal'
  return isActive(owner, now) ? 'messaging_active' : 'messaging'
}
