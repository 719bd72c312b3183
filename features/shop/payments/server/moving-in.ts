import { inArray } from 'drizzle-orm'
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

export async function removeMovedPayments(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(payments)
    .where(inArray(payments.id, [...ids]))
    .returning({ id: payments.id })
  return rows.map(({ id }) => id)
}
