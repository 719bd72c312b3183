import { eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { bank_payments } from '../tables.ts'

/** The order that a statement entry has already paid, and the import that read it; null if it has paid none. */
export async function findRecorded(
  db: Db,
  entryKey: string,
): Promise<{ order_id: string; import_id: string | null } | null> {
  const { order_id, import_id } = bank_payments
  const [row] = await db
    .select({ order_id, import_id })
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
