import type { AttemptLimit } from '#platform/server/identity/attempts.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type InvitationSituation, MAX_MEMBERS } from '../contract.ts'

export const INVITATION_LIFETIME_MS = 7 * DAY_MS
/** Each invitation sends a mail to an address of the caller's choice. */
export const INVITATIONS_OF_ONE_ACCOUNT: AttemptLimit = { max: 20, windowMs: DAY_MS }
/** Counts invitations from all accounts. */
export const INVITATIONS_TO_ONE_ADDRESS: AttemptLimit = { max: 5, windowMs: DAY_MS }
/** How many accounts one invitation may create: more than one, so that a mistyped address can be corrected. */
export const REGISTRATIONS_OF_ONE_INVITATION: AttemptLimit = { max: 5, windowMs: DAY_MS }

/** The person who opens an invitation, as far as the rules need it. */
export interface Invited {
  id: string
  email_confirmed: boolean
  /** The letterbox that the account owns, and whether others manage it as well. */
  owns: { id: string; shared: boolean } | null
  /** The letterbox that the account manages as a member. */
  member_of: string | null
}

/**
 * What an invitation means for the person who opens it.
 * @param household its number of members, without the owner
 */
export function situationOf(
  invited: Invited | null,
  household: { letterbox_id: string; members: number },
): InvitationSituation {
  if (!invited) return 'visitor'
  const { owns, member_of } = invited
  if (owns?.id === household.letterbox_id) return 'own'
  if (member_of !== null) return member_of === household.letterbox_id ? 'member' : 'other_household'
  if (household.members >= MAX_MEMBERS) return 'full'
  if (!invited.email_confirmed) return 'unconfirmed'
  if (owns) return owns.shared ? 'has_household' : 'has_letterbox'
  return 'open'
}

/**
 * Whether the link proves the e-mail address, since it was mailed to it. It never makes an account an
 * administrator.
 */
export function isProvenByInvitation(
  email: string,
  invitedEmail: string,
  adminEmail: string | undefined,
): boolean {
  const same = (a: string, b: string | undefined) => a.toLowerCase() === b?.toLowerCase()
  return same(email, invitedEmail) && !same(email, adminEmail)
}
