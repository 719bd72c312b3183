import { and, asc, eq, isNotNull, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, prepared } from '#platform/server/db/prepared.ts'
import type { Announcement } from '../contract.ts'
import { announcement_views, announcements } from '../tables.ts'
import { isFor, isRunning } from './audience.ts'

/** The columns members see; the rest is for the back office. */
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

const selectFirstUnseen = prepared(
  'first_unseen_announcement',
  (db, { userId, now }: Asking<{ userId: string; now: Date }>) => {
    const views = db
      .select({ one: sql`1` })
      .from(announcement_views)
      .where(
        and(
          eq(announcement_views.announcement_id, announcements.id),
          eq(announcement_views.user_id, userId),
        ),
      )
    return db
      .select(shown)
      .from(announcements)
      .where(
        and(eq(announcements.on_page, true), isRunning(now), isFor(userId, now), notExists(views)),
      )
      .orderBy(asc(announcements.id))
      .limit(1)
  },
)

/** Oldest first, so that a series is read in order. */
export async function findFirstUnseen(
  db: Db,
  userId: string,
  now: Date,
): Promise<Announcement | null> {
  const [first] = await selectFirstUnseen(db, { userId, now })
  return first ?? null
}

/** A running announcement for this user, even one that is not shown on the page; null if there is none. */
export async function findRunning(
  db: Db,
  id: number,
  userId: string,
  now: Date,
): Promise<Announcement | null> {
  const [announcement] = await db
    .select(shown)
    .from(announcements)
    .where(and(eq(announcements.id, id), isRunning(now), isFor(userId, now)))
  return announcement ?? null
}

/**
 * Stores that the user has seen it, and the answer. Seeing it again without an answer keeps the earlier answer.
 * Returns false if it does not exist or is a draft. A retired one counts, since it may still be open in a browser.
 */
export async function markSeen(
  db: Db,
  view: typeof announcement_views.$inferSelect,
): Promise<boolean> {
  const published = db
    .select({
      announcement_id: announcements.id,
      user_id: sql`${view.user_id}::uuid`.as('user_id'),
      answer: sql`${view.answer}::boolean`.as('answer'),
      seen_at: sql`${view.seen_at.toISOString()}::timestamptz`.as('seen_at'),
    })
    .from(announcements)
    .where(
      and(
        eq(announcements.id, view.announcement_id),
        or(eq(announcements.active, true), isNotNull(announcements.retired_at)),
      ),
    )
  const kept = await db
    .insert(announcement_views)
    .select(published)
    .onConflictDoUpdate({
      target: [announcement_views.user_id, announcement_views.announcement_id],
      set: { answer: sql`coalesce(excluded.answer, ${announcement_views.answer})` },
    })
    .returning({ id: announcement_views.announcement_id })
  return kept.length > 0
}
