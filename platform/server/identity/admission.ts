import type { Gate } from '#platform/shared/settings/gate.ts'
import { AppError } from '../http/errors.ts'

/**
 * How a new account was created: `form` with the form alone, `parcel` with the code of a parcel, `household` by a
 * neighbour's invitation, `letter` with the code of a letter from the community.
 */
export type WayIn = 'form' | 'parcel' | 'household' | 'letter'

/** The columns of an account that say whether it has been admitted. */
export interface Admission {
  waiting_since: Date | null
}

/** For accounts that the community creates itself: for imported letterboxes, and for its first administrator. */
export const BROUGHT_BY_COMMUNITY: Admission = { waiting_since: null }

/**
 * Decides whether a new account is admitted. Every account is inserted with this result or with
 * {@link BROUGHT_BY_COMMUNITY}. Throws `invitation_needed` if the community only accepts invited people.
 */
export function admit(gate: Gate, way: WayIn, now: Date): Admission {
  if (gate === 'invited' && way === 'form') throw new AppError('invitation_needed')
  // A letter is the community's own invitation. A household invitation or a parcel still needs a moderator's approval.
  const waits = gate === 'waiting' && way !== 'letter'
  return { waiting_since: waits ? now : null }
}
