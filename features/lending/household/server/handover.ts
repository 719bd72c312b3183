import { eq } from 'drizzle-orm'
import { handOverConversations } from '#features/lending/conversations/messages/server/door.ts'
import { findMembers, removeMember } from '#features/places/letterboxes/members/server/door.ts'
import { giveLetterboxTo } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { paths } from '#platform/shared/paths.ts'
import { letterboxHandedOver } from './mails.ts'
import { findPeople, tellOfDeletion } from './telling.ts'

/** Hands the letterbox over if its owner is leaving, and notifies the household. */
export async function leaveHousehold(
  tx: Db,
  deps: MailDeps,
  leaving: LeavingAccount,
): Promise<void> {
  const people = await findPeople(tx, leaving.account.id)
  const heirId = await handOverLetterbox(tx, deps, leaving)
  if (people) await tellOfDeletion(tx, deps, people, leaving.account.id, heirId)
}

/**
 * Hands the letterbox of a leaving owner over to the member who joined first. The letterbox stays as visible as
 * it was, but no longer shows the owner's name and e-mail address. Without members it is deleted together with
 * its owner.
 * @returns the id of the member
 */
async function handOverLetterbox(
  tx: Db,
  { mails, config }: MailDeps,
  { account, letterbox, household }: LeavingAccount,
): Promise<string | null> {
  if (letterbox?.user_id !== account.id) return null
  const heir = (await findMembers(tx, [letterbox.id])).find(({ id }) => household.has(id))
  if (!heir) return null
  await removeMember(tx, heir.id)
  await giveLetterboxTo(tx, letterbox.id, heir.id)
  const [owner] = await tx
    .update(users)
    .set({
      show_on_map: account.show_on_map,
      show_name: false,
      show_email: false,
      enable_messaging: account.show_on_map && heir.enable_messaging,
      show_name_again: account.show_on_map ? null : false,
      enable_messaging_again: account.show_on_map ? null : heir.enable_messaging,
    })
    .where(eq(users.id, heir.id))
    .returning()
  await handOverConversations(tx, account.id, { heirId: heir.id, since: heir.joined_at })
  if (owner?.email) {
    await mails.enqueue(tx, {
      to: owner.email,
      lang: owner.lang,
      content: letterboxHandedOver({
        firstname: owner.firstname,
        url: config.publicUrl + paths.privacy(),
      }),
    })
  }
  return heir.id
}
