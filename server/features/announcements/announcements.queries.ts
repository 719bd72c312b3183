import type { Announcement, AnnouncementReport } from '@letterlend/contract/announcements.ts'
import { and, asc, desc, eq, getTableColumns, notExists, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { sqlState } from '../../db/database-errors.ts'
import { announcement_views, announcements } from '../../db/schema.ts'

const FOREIGN_KEY_VIOLATION = '23503'

type NewAnnouncement = typeof announcements.$inferInsert

/** What users see; the rest of the row is the admins'. */
const shown = {
  id: announcements.id,
  title: announcements.title,
  title_de: announcements.title_de,
  title_fr: announcements.title_fr,
  content: announcements.content,
  content_de: announcements.content_de,
  content_fr: announcements.content_fr,
  closeable: announcements.closeable,
  actions: announcements.actions,
}

/** The oldest one goes first: a series is read in its order. */
export async function findFirstUnseen(db: Db, userId: string): Promise<Announcement | null> {
  const views = db
    .select({ one: sql`1` })
    .from(announcement_views)
    .where(
      and(
        eq(announcement_views.announcement_id, announcements.id),
        eq(announcement_views.user_id, userId),
      ),
    )
  const [first] = await db
    .select(shown)
    .from(announcements)
    .where(and(eq(announcements.active, true), notExists(views)))
    .orderBy(asc(announcements.id))
    .limit(1)
  return first ?? null
}

export async function findActive(db: Db, id: number): Promise<Announcement | null> {
  const [found] = await db
    .select(shown)
    .from(announcements)
    .where(and(eq(announcements.id, id), eq(announcements.active, true)))
  return found ?? null
}

/**
 * Keeps that it was seen, and the answer; looking at it again without answering keeps the earlier
 * answer. False when there is no such announcement; a retired one may still be open somewhere.
 */
export async function markSeen(
  db: Db,
  view: typeof announcement_views.$inferInsert,
): Promise<boolean> {
  try {
    await db
      .insert(announcement_views)
      .values(view)
      .onConflictDoUpdate({
        target: [announcement_views.user_id, announcement_views.announcement_id],
        set: { answer: sql`coalesce(excluded.answer, ${announcement_views.answer})` },
      })
    return true
  } catch (error) {
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) return false
    throw error
  }
}

const views = (condition: SQL) =>
  sql<number>`count(${announcement_views.user_id}) FILTER (WHERE ${condition})::int`

async function selectReports(db: Db, where?: SQL): Promise<AnnouncementReport[]> {
  const rows = await db
    .select({
      ...getTableColumns(announcements),
      seen: views(sql`true`),
      answered_yes: views(sql`${announcement_views.answer}`),
      answered_no: views(sql`NOT ${announcement_views.answer}`),
    })
    .from(announcements)
    .leftJoin(announcement_views, eq(announcement_views.announcement_id, announcements.id))
    .where(where)
    .groupBy(announcements.id)
    .orderBy(desc(announcements.created_at), desc(announcements.id))
  return rows.map(({ created_at, updated_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }))
}

export function listReports(db: Db): Promise<AnnouncementReport[]> {
  return selectReports(db)
}

/** Null when the number asked for is taken. */
export async function createAnnouncement(
  db: Db,
  values: NewAnnouncement,
): Promise<AnnouncementReport | null> {
  const [created] = await db
    .insert(announcements)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: announcements.id })
  if (!created) return null
  const [report] = await selectReports(db, eq(announcements.id, created.id))
  return report ?? null
}

/** Null when there is none. */
export async function updateAnnouncement(
  db: Db,
  id: number,
  change: Partial<NewAnnouncement>,
): Promise<AnnouncementReport | null> {
  await db.update(announcements).set(change).where(eq(announcements.id, id))
  const [report] = await selectReports(db, eq(announcements.id, id))
  return report ?? null
}
