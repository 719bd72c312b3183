import { eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { bank_payments } from '../tables.ts'

/** Which order money of a statement has paid before, and when; null where it has paid none. */
export async function findRecorded(
  db: Db,
  entryKey: string,
): Promise<{ order_id: string; created_at: Date } | null> {
  const { order_id, created_at } = bank_payments
  const [row] = await db
    .select({ order_id, created_at })
    .from(bank_payments)
    .where(eq(bank_payments.entry_key, entryKey))
  return row ?? null
}

export async function insertBankPayment(
  db: Db,
  payment: typeof bank_payments.$inferInsert,
): Promise<void> {
  await db.insert(bank_payments).values(payment)
}
