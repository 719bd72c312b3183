import { createHash } from 'node:crypto'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { LegacyKind } from '../legacy-kinds.ts'
import { legacy_ids } from '../tables.ts'

export type LegacyRow = typeof legacy_ids.$inferSelect
/** What a row says, field by field. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

const HASH_LENGTH = 10

export const hashOf = (value: Values[string]): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, HASH_LENGTH)

export const hashesOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hashOf(value)]))

/** The rows of earlier runs, and of this one, by old id. */
export async function findLegacy(
  db: Db,
  kind: LegacyKind,
  oldIds: readonly string[],
): Promise<Map<string, LegacyRow>> {
  if (oldIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(legacy_ids)
    .where(and(eq(legacy_ids.kind, kind), inArray(legacy_ids.old_id, [...new Set(oldIds)])))
  return new Map(rows.map((row) => [row.old_id, row]))
}

export async function storeLegacy(db: Db, rows: LegacyRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(legacy_ids)
    .values(rows)
    .onConflictDoUpdate({
      target: [legacy_ids.kind, legacy_ids.old_id],
      set: { imported: sql`excluded.imported` },
    })
}

/** All rows of a kind, some hundred at a time. */
export async function* eachLegacy(db: Db, kind: LegacyKind): AsyncGenerator<LegacyRow[]> {
  let after = ''
  while (true) {
    const rows = await db
      .select()
      .from(legacy_ids)
      .where(and(eq(legacy_ids.kind, kind), sql`${legacy_ids.old_id} > ${after}`))
      .orderBy(legacy_ids.old_id)
      .limit(500)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.old_id ?? ''
  }
}

export async function forgetLegacy(
  db: Db,
  kind: LegacyKind,
  oldIds: readonly string[],
): Promise<void> {
  await db
    .delete(legacy_ids)
    .where(and(eq(legacy_ids.kind, kind), inArray(legacy_ids.old_id, [...oldIds])))
}

/** How many rows of each kind were moved in. */
export async function countLegacy(db: Db): Promise<Map<LegacyKind, number>> {
  const rows = await db
    .select({ kind: legacy_ids.kind, count: count() })
    .from(legacy_ids)
    .groupBy(legacy_ids.kind)
  return new Map(rows.map((row) => [row.kind, row.count]))
}
