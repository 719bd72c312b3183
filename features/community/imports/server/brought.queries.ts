import { eq, sql } from 'drizzle-orm'
import { isClaimed } from '#features/places/letterboxes/importing/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { ImportCounts, LetterboxImport } from '../contract.admin.ts'
import { import_rows, imports } from '../tables.ts'

/** What has become of the letterboxes of an import. */
export async function countOwners(
  db: Db,
  importId: string,
  counts: ImportCounts | null,
): Promise<NonNullable<LetterboxImport['owners']>> {
  const state = sql<'claimed' | 'gone' | 'silent' | 'reachable'>`CASE
    WHEN ${isClaimed} THEN 'claimed'
    WHEN ${letterboxes.gone_since} IS NOT NULL THEN 'gone'
    WHEN ${users.email} IS NULL OR ${letterboxes.unclaimed_since} IS NOT NULL
      OR EXISTS (SELECT FROM ${refused_addresses} WHERE ${refused_addresses.address} = lower(${users.email}))
      THEN 'silent'
    ELSE 'reachable' END`
  const rows = await db
    .select({ state, letterboxes: sql<number>`count(*)::int` })
    .from(import_rows)
    .innerJoin(letterboxes, eq(letterboxes.id, import_rows.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(eq(import_rows.import_id, importId))
    // Its position: PostgreSQL does not see that two expressions with parameters are the same.
    .groupBy(sql`1`)
  const owners = { claimed: 0, reachable: 0, silent: 0, gone: 0 }
  for (const row of rows) owners[row.state] = row.letterboxes
  const still = rows.reduce((sum, row) => sum + row.letterboxes, 0)
  // A deleted letterbox has no row any more.
  const brought = counts ? counts.create + counts.update : still
  return { ...owners, gone: owners.gone + Math.max(0, brought - still) }
}

const NOTHING: ImportCounts = {
  create: 0,
  update: 0,
  unchanged: 0,
  taken_over: 0,
  rejected: 0,
  warnings: 0,
  approximate: 0,
}

const isSite = eq(imports.status, 'moved_in')

/** Lists letterboxes of a whole site among the imports; all runs are one import. */
export async function noteMovedIn(
  db: Db,
  letterboxIds: readonly string[],
  { folder, lang, now }: { folder: string; lang: Language; now: Date },
): Promise<void> {
  if (letterboxIds.length === 0) return
  const [before] = await db.select().from(imports).where(isSite)
  const counts = before?.counts ?? NOTHING
  const whole = { ...counts, create: counts.create + letterboxIds.length }
  const [site] = before
    ? await db.update(imports).set({ counts: whole }).where(isSite).returning({ id: imports.id })
    : await db
        .insert(imports)
        .values({ file_name: folder, lang, status: 'moved_in', created_at: now, counts: whole })
        .returning({ id: imports.id })
  if (!site) throw new Error('Unexpected empty answer to an insert')
  const import_id = site.id
  await db
    .insert(import_rows)
    .values(letterboxIds.map((letterbox_id) => ({ import_id, letterbox_id, after: {} })))
}

/** Removes the whole site from the imports, once its letterboxes are deleted. */
export async function forgetMovedIn(db: Db): Promise<void> {
  await db.delete(imports).where(isSite)
}
