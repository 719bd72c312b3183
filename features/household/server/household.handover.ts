import { and, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { findMembers, type Member } from '#features/letterboxes/server/letterboxes.ownership.ts'
import type { Db } from '#platform/server/db/client.ts'
import {
  household_members,
  letterboxes,
  messages,
  transactions,
  users,
} from '#platform/server/db/schema.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { paths } from '#platform/shared/paths.ts'
import { letterboxHandedOver } from './mails/letterbox-handed-over.ts'

/**
 * What was asked of the letterbox since the heir lives there goes with it. What is older stays with
 * whom it was written to, and what the owner borrowed elsewhere does as well.
 */
async function handOverConversations(
  tx: Db,
  ownerId: string,
  { id: heirId, joined_at }: Member,
): Promise<void> {
  const asked = and(
    eq(transactions.renter_id, ownerId),
    gte(transactions.created_at, joined_at),
    // Whoever asked before moving in cannot be both sides.
    or(isNull(transactions.borrower_id), ne(transactions.borrower_id, heirId)),
  )
  const ids = tx.select({ id: transactions.id }).from(transactions).where(asked)
  const heirIfOwner = (side: typeof messages.from_id | typeof messages.to_id) =>
    sql`CASE WHEN ${side} = ${ownerId} THEN ${heirId}::uuid ELSE ${side} END`
  await tx
    .update(messages)
    .set({
      from_id: heirIfOwner(messages.from_id),
      to_id: heirIfOwner(messages.to_id),
      // Two people may have chosen the same.
      request_id: sql`CASE WHEN ${messages.from_id} = ${ownerId} THEN NULL ELSE ${messages.request_id} END`,
    })
    .where(inArray(messages.transaction_id, ids))
  await tx.update(transactions).set({ renter_id: heirId }).where(asked)
}

/**
 * Passes the letterbox of an owner who is leaving to the member who joined first. It stays as
 * visible as it was; the owner's name and address were the owner's to show. Where there is nobody
 * it goes with its owner.
 */
export async function handOverLetterbox(
  tx: Db,
  { mails, config }: MailDeps,
  { account, letterbox, household }: LeavingAccount,
): Promise<void> {
  if (letterbox?.user_id !== account.id) return
  const heir = (await findMembers(tx, [letterbox.id])).find(({ id }) => household.has(id))
  if (!heir) return
  await tx.delete(household_members).where(eq(household_members.user_id, heir.id))
  await tx.update(letterboxes).set({ user_id: heir.id }).where(eq(letterboxes.id, letterbox.id))
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
  await handOverConversations(tx, account.id, heir)
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
