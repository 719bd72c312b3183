import { lockLetterboxes } from '#features/places/letterboxes/members/server/door.ts'
import { deleteLetterbox } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import type { InvitationSituation } from '../contract.ts'
import { countHousehold, findInvited, insertMember } from './household.queries.ts'
import { situationOf } from './household.rules.ts'
import { findInvitation, redeemInvitation } from './invitations.queries.ts'

/** The error code for each situation in which joining is refused; null if it is allowed. */
const REFUSALS = {
  visitor: 'unauthorized',
  unconfirmed: 'email_not_confirmed',
  open: null,
  has_letterbox: null,
  has_household: 'conflict',
  own: 'own_letterbox',
  member: 'conflict',
  other_household: 'other_household',
  full: 'household_full',
} as const satisfies Record<InvitationSituation, string | null>

/**
 * Makes the caller a member and uses the invitation up. Throws `invalid_token`, `has_letterbox`, and the codes of
 * {@link REFUSALS}.
 * @returns the id of the caller's own letterbox if it was given up for this
 */
export async function join(
  tx: Db,
  viewer: Pick<Viewer, 'id' | 'email_confirmed'>,
  { token, give_up_letterbox }: { token: string; give_up_letterbox: boolean },
  now: Date,
): Promise<string | null> {
  await lockUser(tx, viewer.id)
  const invitation = await findInvitation(tx, token, now)
  if (!invitation) throw new AppError('invalid_token')
  const { letterbox_id } = invitation
  const { owns } = await findInvited(tx, viewer)
  await lockLetterboxes(tx, owns ? [letterbox_id, owns.id] : [letterbox_id])
  if (!(await redeemInvitation(tx, token, now))) throw new AppError('invalid_token')
  const { members } = await countHousehold(tx, letterbox_id, now)
  // Read again, since a member may have joined the caller's own letterbox before it was locked.
  const viewerAfterLock = await findInvited(tx, viewer)
  const refusal = REFUSALS[situationOf(viewerAfterLock, { letterbox_id, members })]
  if (refusal) throw new AppError(refusal)
  if (owns && !give_up_letterbox) throw new AppError('has_letterbox')
  if (owns) await deleteLetterbox(tx, owns.id)
  await insertMember(tx, viewer.id, letterbox_id, now)
  return owns?.id ?? null
}
