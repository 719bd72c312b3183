import { eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { bank_payments } from '../tables.ts'

/** Whether money of a statement has paid an order before. */
export async function isRecorded(db: Db, entryKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: bank_payments.id })
    .from(bank_payments)
    .where(eq(bank_payments.entry_key, entryKey))
  return rows.length > 0
}

export async function insertBankPayment(
  db: Db,
  payment: typeof bank_payments.$inferInsert,
): Promise<void> {
  await db.insert(bank_payments).values(payment)
}
