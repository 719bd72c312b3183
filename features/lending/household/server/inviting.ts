import { type LockedLetterbox, lockOwn } from '#features/places/letterboxes/members/server/door.ts'
import { findLetterbox, isLetterboxVisible } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { areBlocked } from '#platform/server/identity/blocks.queries.ts'
import { mailboxOf } from '#platform/server/identity/mailbox.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'
import type { Answer } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { type householdApi, MAX_INVITATIONS, MAX_MEMBERS } from '../contract.ts'
import { countHousehold, findInvited } from './household.queries.ts'
import { INVITATIONS_TO_ONE_ADDRESS, situationOf } from './household.rules.ts'
import { findInvitation, insertInvitation } from './invitations.queries.ts'
import { householdInvitation } from './mails.ts'

async function checkRoom(tx: Db, letterbox: LockedLetterbox, email: string, now: Date) {
  const { members, invitations } = await countHousehold(tx, letterbox.id, now, email)
  if (members >= MAX_MEMBERS) throw new AppError('household_full')
  if (invitations >= MAX_INVITATIONS) throw new AppError('too_many_invitations')
}

/**
 * Mails an invitation to the caller's household. If the address belongs to a person across a block, the response
 * is the same but no mail is sent. Throws `conflict`, `forbidden`, `validation`, `household_full`,
 * `too_many_invitations`, and `rate_limited` if the address has received too many invitations.
 */
export async function invite(
  tx: Db,
  { mails, config }: MailDeps,
  viewer: Viewer,
  email: string,
  now: Date,
): Promise<void> {
  const { account, letterbox } = await lockOwn(tx, viewer)
  if (!letterbox) throw new AppError('conflict')
  if (letterbox.user_id !== account.id) throw new AppError('forbidden')
  if (email.toLowerCase() === account.email?.toLowerCase()) {
    throw fieldError('email', VALIDATION.ownEmail)
  }
  await checkRoom(tx, letterbox, email, now)
  const secret = await insertInvitation(tx, letterbox, email, now)
  const address = ['household', 'to', mailboxOf(email)] as const
  await limitAttempts(tx, address, INVITATIONS_TO_ONE_ADDRESS, now)
  const invitedUser = await findUserByEmail(tx, email)
  const isBlocked = invitedUser !== null && (await areBlocked(tx, [account.id], [invitedUser.id]))
  if (isBlocked) return
  await mails.enqueue(tx, {
    to: email,
    lang: account.lang,
    content: householdInvitation({
      inviter: account.firstname,
      url: config.publicUrl + paths.joinHousehold({ token: secret }),
    }),
  })
}

/** What an invitation shows the person who opens it, and what it means for them. Throws `invalid_token`. */
export async function describeInvitation(
  db: Db,
  viewer: Viewer | null,
  token: string,
  now: Date,
): Promise<Answer<typeof householdApi.invitation>> {
  const invitation = await findInvitation(db, token, now)
  const full = invitation && (await findLetterbox(db, invitation.letterbox_id))
  if (!full) throw new AppError('invalid_token')
  const { letterbox, owner } = full
  const isShown =
    letterbox.latitude !== null && (await isLetterboxVisible(db, letterbox.id, viewer))
  const { members } = await countHousehold(db, letterbox.id, now)
  const invitedViewer = viewer && (await findInvited(db, viewer))
  return {
    inviter: owner.firstname,
    place: isShown ? { address: letterbox.address, city: letterbox.city } : null,
    expires_at: invitation.expires_at.toISOString(),
    email: viewer ? null : invitation.email,
    situation: situationOf(invitedViewer, { letterbox_id: letterbox.id, members }),
  }
}
