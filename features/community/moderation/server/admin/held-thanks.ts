import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { settleThanks, thanksWait } from '#features/lending/conversations/thanks/server/door.ts'
import { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import {
  announceChange,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { warningsOf } from '#features/lending/conversations/warnings/server/door.ts'
import { isFreeToDecide } from '#features/lending/conversations/who-sees/server/door.ts'
import { recordActs, recordReadings } from '#features/people/audit/server/door.ts'
import { itemColumns } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { HeldThanks, heldMessagesApi } from '../../contract.admin.ts'

/** Number shown at once; the others follow when these are decided. */
const MOST = 100

/** The public thanks held for this moderator. Records that the moderator has read them. */
export async function readHeldThanks(db: Db, viewer: Viewer, now: Date): Promise<HeldThanks[]> {
  const rows = await db
    .select({
      transaction_id: transaction_thanks.transaction_id,
      side: transaction_thanks.side,
      held_at: transaction_thanks.held_at,
      text: transaction_thanks.text,
      item: itemColumns,
      author: users.firstname,
    })
    .from(transaction_thanks)
    .innerJoin(transactions, eq(transactions.id, transaction_thanks.transaction_id))
    .innerJoin(items, eq(items.id, transactions.item_id))
    .leftJoin(users, eq(users.id, transaction_thanks.by_id))
    .where(and(thanksWait, isFreeToDecide(viewer)))
    .orderBy(asc(transaction_thanks.held_at), asc(transaction_thanks.transaction_id))
    .limit(MOST)
  const ids = [...new Set(rows.map(({ transaction_id }) => transaction_id))]
  await recordReadings(db, viewer, 'held_thanks', ids, now)
  return rows.map(({ text, held_at, ...row }) => ({
    ...row,
    held_at: (held_at ?? now).toISOString(),
    text: text ?? '',
    warnings: warningsOf(text ?? '', 'borrower'),
  }))
}

/**
 * Publishes held thanks, or keeps them between the two sides, who both see it at once.
 * @returns how many were still held
 */
export async function decideThanks(
  { db, now }: Sending,
  moderator: Viewer,
  { transaction_id, side, show }: z.output<typeof heldMessagesApi.settleThanks.body>,
): Promise<number> {
  const [row] = await db
    .select({ transaction: transactions })
    .from(transactions)
    .where(and(eq(transactions.id, transaction_id), isFreeToDecide(moderator)))
  if (!row) return 0
  const isDecided = await settleThanks(db, { transaction_id, side, shown: show })
  if (!isDecided) return 0
  const verb = show ? ('release' as const) : ('discard' as const)
  const act = { subject: 'held_thanks' as const, subject_id: transaction_id, verb }
  await recordActs(db, moderator, [act], now)
  await announceChange(db, row.transaction)
  return 1
}
