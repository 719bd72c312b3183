import { eq } from 'drizzle-orm'
import { findMembers, giveLetterboxTo, removeMember } from '#features/letterboxes/server/door.ts'
import { handOverConversations } from '#features/transactions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { paths } from '#platform/shared/paths.ts'
import { letterboxHandedOver } from './mails/letterbox-handed-over.ts'

/**
 * Passes the letterbox of an owner who is leaving to the member who joined first. The letterbox
 * stays as visible as it was, but the owner's name and e-mail address are not shown any more.
 * Without members it is deleted together with its owner.
 */
export async function handOverLetterbox(
  tx: Db,
  { mails, config }: MailDeps,
  { account, letterbox, household }: LeavingAccount,
): Promise<void> {
  if (letterbox?.user_id !== account.id) return
  const heir = (await findMembers(tx, [letterbox.id])).find(({ id }) => household.has(id))
  if (!heir) return
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
}
