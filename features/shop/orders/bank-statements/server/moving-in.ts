import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { bank_payments } from '../tables.ts'

// What the import of a whole site writes: see features/community/moving.

/** Stores money that came to the bank account or the till of the old site. */
export async function storeMovedBankPayments(
  db: Db,
  rows: (typeof bank_payments.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(bank_payments).values(rows)
}

/** What came, in cents. */
export async function findMovedBankPayments(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { id, amount_cents } = bank_payments
  const rows = await db
    .select({ id, amount_cents })
    .from(bank_payments)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.amount_cents]))
}

export async function changeMovedBankPayment(
  db: Db,
  id: string,
  amount_cents: number,
): Promise<void> {
  await db.update(bank_payments).set({ amount_cents }).where(eq(bank_payments.id, id))
}

export async function removeMovedBankPayments(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(bank_payments)
    .where(inArray(bank_payments.id, [...ids]))
    .returning({ id: bank_payments.id })
  return rows.map(({ id }) => id)
}
