import type { Gate } from '#platform/shared/settings/gate.ts'
import { AppError } from '../http/errors.ts'

/**
 * By what somebody new comes: `form` by nothing but the form, `parcel` with the code of a parcel, `household` by the
 * invitation of a neighbour, `letter` with the code of a letter of the community.
 */
export type WayIn = 'form' | 'parcel' | 'household' | 'letter'

/** The columns of an account that say whether its owner is in. */
export interface Admission {
  /** Null: in. */
  waiting_since: Date | null
}

/** Of accounts that the community makes itself: for the letterboxes of a file, and for its first administrator. */
export const BROUGHT_BY_COMMUNITY: Admission = { waiting_since: null }

/**
 * Decides about whoever comes by themselves, whichever way: an account is only ever inserted with what this answers,
 * or with {@link BROUGHT_BY_COMMUNITY}. Throws `invitation_needed` where only invited people may come in.
 */
export function admit(gate: Gate, way: WayIn, now: Date): Admission {
  if (gate === 'invited' && way === 'form') throw new AppError('invitation_needed')
  // A letter is the community's own invitation; that of a neighbour, or a parcel, shows nobody to a moderator.
  const waits = gate === 'waiting' && way !== 'letter'
  return { waiting_since: waits ? now : null }
}
