import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { transaction_thanks } from '#features/transactions/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type ShownThanks, THANKS_SHOWN } from '../contract.ts'

/** What an owner was thanked with for everybody to read, the newest first; by whom stays between the two. */
export async function listShownThanks(
  db: Db,
  ownerId: string,
  timeZone: string,
): Promise<ShownThanks[]> {
  const rows = await db
    .select({ text: transaction_thanks.text, created_at: transaction_thanks.created_at })
    .from(transaction_thanks)
    .where(
      and(
        eq(transaction_thanks.to_id, ownerId),
        eq(transaction_thanks.shown, true),
        eq(transaction_thanks.hidden, false),
        isNotNull(transaction_thanks.text),
      ),
    )
    .orderBy(desc(transaction_thanks.created_at), desc(transaction_thanks.transaction_id))
    .limit(THANKS_SHOWN)
  return rows.map(({ text, created_at }) => ({
    text: text ?? '',
    month: dayIn(timeZone, created_at).slice(0, 7),
  }))
}
