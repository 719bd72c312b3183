import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { payments, refunds } from '../tables.ts'

// What the import of a whole site writes: see features/community/moving.

/** Stores payments that a provider took for the old site, and what went back. */
export async function storeMovedPayments(
  db: Db,
  rows: (typeof payments.$inferInsert)[],
  givenBack: (typeof refunds.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(payments).values(rows)
  if (givenBack.length > 0) await db.insert(refunds).values(givenBack)
}

/** Which of a provider's ids are taken. */
export async function findProviderRefs(db: Db, refs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ ref: payments.provider_ref })
    .from(payments)
    .where(inArray(payments.provider_ref, [...refs]))
  return new Set(rows.flatMap(({ ref }) => ref ?? []))
}

/** What payments took, in cents. */
export async function findMovedPayments(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { id, amount_cents } = payments
  const rows = await db
    .select({ id, amount_cents })
    .from(payments)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.amount_cents]))
}

export async function changeMovedPayment(db: Db, id: string, amount_cents: number): Promise<void> {
  await db.update(payments).set({ amount_cents }).where(eq(payments.id, id))
}

export async function removeMovedPayments(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(payments)
    .where(inArray(payments.id, [...ids]))
    .returning({ id: payments.id })
  return rows.map(({ id }) => id)
}
