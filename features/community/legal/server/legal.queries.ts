import { and, desc, eq, gte, isNull, max, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { staffName } from '#platform/server/db/staff-name.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { LegalPage } from '#platform/shared/legal-pages.ts'
import { legal_versions, terms_consents } from '../tables.ts'

export type LegalVersion = typeof legal_versions.$inferSelect

/** What each process caches about the pages. */
export interface PublishedPages {
  /** The version of each page in force: the newest, unless it was withdrawn. */
  versions: Partial<Record<LegalPage, number>>
  /** The newest version of the terms that asks for consent; null if none does or no terms are in force. */
  consentVersion: number | null
}

export async function findPublishedPages(db: Db): Promise<PublishedPages> {
  const rows = await db
    .select({
      page: legal_versions.page,
      version: max(legal_versions.version),
      asking: sql<
        number | null
      >`max(${legal_versions.version}) FILTER (WHERE ${legal_versions.asks_consent})`,
    })
    .from(legal_versions)
    .groupBy(legal_versions.page)
    .having(
      sql`(array_agg(${legal_versions.withdrawn_at} ORDER BY ${legal_versions.version} DESC))[1] IS NULL`,
    )
  return {
    versions: Object.fromEntries(rows.map(({ page, version }) => [page, version ?? 0])),
    consentVersion: rows.find(({ page }) => page === 'terms')?.asking ?? null,
  }
}

/** The newest version of each page, and who published it. */
export async function findNewestVersions(db: Db) {
  const newest = sql`(${legal_versions.page}, ${legal_versions.version}) IN (
    SELECT page, max(version) FROM legal_versions GROUP BY page)`
  return db
    .select({ row: legal_versions, name: staffName(users), publisher: users.id })
    .from(legal_versions)
    .leftJoin(users, eq(users.id, legal_versions.published_by))
    .where(newest)
}

/** When each version of a page was published, the newest first. */
export const listVersions = (db: Db, page: LegalPage) =>
  db
    .select({
      version: legal_versions.version,
      published_at: legal_versions.published_at,
      withdrawn_at: legal_versions.withdrawn_at,
    })
    .from(legal_versions)
    .where(eq(legal_versions.page, page))
    .orderBy(desc(legal_versions.version))

export async function findVersion(
  db: Db,
  page: LegalPage,
  version: number,
): Promise<LegalVersion | null> {
  const [row] = await db
    .select()
    .from(legal_versions)
    .where(and(eq(legal_versions.page, page), eq(legal_versions.version, version)))
  return row ?? null
}

/** False if that version number exists already. */
export async function insertVersion(db: Db, row: LegalVersion): Promise<boolean> {
  const added = await db
    .insert(legal_versions)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: legal_versions.version })
  return added.length > 0
}

/** False if that version was withdrawn already. */
export async function markWithdrawn(
  db: Db,
  page: LegalPage,
  version: number,
  now: Date,
): Promise<boolean> {
  const withdrawn = await db
    .update(legal_versions)
    .set({ withdrawn_at: now })
    .where(
      and(
        eq(legal_versions.page, page),
        eq(legal_versions.version, version),
        isNull(legal_versions.withdrawn_at),
      ),
    )
    .returning({ version: legal_versions.version })
  return withdrawn.length > 0
}

/** True if the user has agreed to this version of the terms or a later one. */
export async function hasAgreedTo(db: Db, userId: string, version: number): Promise<boolean> {
  const [row] = await db
    .select({ version: terms_consents.version })
    .from(terms_consents)
    .where(and(eq(terms_consents.user_id, userId), gte(terms_consents.version, version)))
    .limit(1)
  return row !== undefined
}

/** Stores a consent; a second one changes nothing. */
export async function insertConsent(
  db: Db,
  consent: typeof terms_consents.$inferInsert,
): Promise<void> {
  await db.insert(terms_consents).values(consent).onConflictDoNothing()
}

/** When accounts are merged, the remaining account gets the consents of the other. */
export async function moveConsents(db: Db, from: string, into: string): Promise<void> {
  const there = db
    .select({ version: terms_consents.version })
    .from(terms_consents)
    .where(eq(terms_consents.user_id, into))
  await db
    .update(terms_consents)
    .set({ user_id: into })
    .where(and(eq(terms_consents.user_id, from), notInArray(terms_consents.version, there)))
}
