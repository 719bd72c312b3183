import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'
import { titleFor } from '../../best-text.ts'
import {
  type AdminAnnouncement,
  type AdminAnnouncementRow,
  type AnnouncementState,
  type AnswersOfDay,
  REGION_RADII,
  type Region,
} from '../../contract.admin.ts'
import { type AnnouncementRow, announcement_views, announcements } from '../../tables.ts'
import { isRunning } from '../audience.ts'
import { localTimeOf } from '../local-time.ts'

/** An instant, and the time zone to show it in. */
export interface Moment {
  now: Date
  timeZone: string
}

/** The condition that selects the announcements in each state. */
const withState = (now: Date): Record<AnnouncementState, SQL | undefined> => {
  const { active, retired_at, visible_from, visible_until } = announcements
  const at = sql`${now.toISOString()}::timestamptz`
  return {
    draft: sql`NOT ${active} AND ${retired_at} IS NULL`,
    scheduled: sql`${active} AND ${retired_at} IS NULL AND ${visible_from} > ${at}`,
    running: isRunning(now),
    ended: sql`${active} AND ${retired_at} IS NULL AND ${visible_until} <= ${at}`,
    retired: sql`${retired_at} IS NOT NULL`,
  }
}

export function stateOf(row: AnnouncementRow, now: Date): AnnouncementState {
  if (row.retired_at) return 'retired'
  if (!row.active) return 'draft'
  if (row.visible_until && row.visible_until <= now) return 'ended'
  return row.visible_from && row.visible_from > now ? 'scheduled' : 'running'
}

/** Name of an announcement in the audit log. */
export const subjectOf = (row: Pick<AnnouncementRow, 'id' | 'title' | 'title_de' | 'title_fr'>) =>
  ({
    subject: 'announcement',
    subject_id: row.id,
    label: titleFor(row, DEFAULT_LANGUAGE),
  }) as const

export function regionOf(row: AnnouncementRow): Region | null {
  const { region_latitude: latitude, region_longitude: longitude } = row
  const radius = REGION_RADII.find((each) => each === row.region_radius)
  return latitude === null || longitude === null || radius === undefined
    ? null
    : { latitude, longitude, radius }
}

type Counts = Pick<AdminAnnouncementRow, 'seen' | 'answered_yes' | 'answered_no'>

const viewsWith = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})::int`

async function countViews(db: Db, ids: number[]): Promise<Map<number, Counts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: announcement_views.announcement_id,
      seen: viewsWith(sql`true`),
      answered_yes: viewsWith(sql`${announcement_views.answer}`),
      answered_no: viewsWith(sql`NOT ${announcement_views.answer}`),
    })
    .from(announcement_views)
    .where(inArray(announcement_views.announcement_id, ids))
    .groupBy(announcement_views.announcement_id)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

function presentRow(
  row: AnnouncementRow,
  counts: Counts | undefined,
  { now, timeZone }: Moment,
): AdminAnnouncementRow {
  const { id, title, title_de, title_fr, version, audience, reach } = row
  const { on_page, by_mail, by_push } = row
  const local = (at: Date | null) => at && localTimeOf(timeZone, at)
  return {
    id,
    title,
    title_de,
    title_fr,
    version,
    audience,
    on_page,
    by_mail,
    by_push,
    reach,
    state: stateOf(row, now),
    region: regionOf(row),
    visible_from: local(row.visible_from),
    visible_until: local(row.visible_until),
    seen: counts?.seen ?? 0,
    answered_yes: counts?.answered_yes ?? 0,
    answered_no: counts?.answered_no ?? 0,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export interface AnnouncementSearch {
  search: string
  state?: AnnouncementState | undefined
  page: number
  size: number
}

/** One page of the matching announcements, newest first, and their total. */
export async function searchAnnouncements(
  db: Db,
  { search, state, page, size }: AnnouncementSearch,
  moment: Moment,
): Promise<{ rows: AdminAnnouncementRow[]; total: number }> {
  const text = search.trim()
  const { title, title_de, title_fr } = announcements
  const titled =
    text === ''
      ? undefined
      : or(
          holds(sql`coalesce(${title}, '')`, text),
          holds(sql`coalesce(${title_de}, '')`, text),
          holds(sql`coalesce(${title_fr}, '')`, text),
        )
  const where = and(titled, state && withState(moment.now)[state])
  const rows = await db
    .select()
    .from(announcements)
    .where(where)
    .orderBy(desc(announcements.id))
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await db.select({ total: count() }).from(announcements).where(where)
  const counts = await countViews(
    db,
    rows.map(({ id }) => id),
  )
  return {
    rows: rows.map((row) => presentRow(row, counts.get(row.id), moment)),
    total: all?.total ?? 0,
  }
}

/** All fields the back office shows. */
export async function presentWhole(
  db: Db,
  row: AnnouncementRow,
  moment: Moment,
): Promise<AdminAnnouncement> {
  const counts = await countViews(db, [row.id])
  const { content, content_de, content_fr, closeable, actions } = row
  return {
    ...presentRow(row, counts.get(row.id), moment),
    content,
    content_de,
    content_fr,
    closeable,
    actions,
  }
}

export async function findAnnouncement(db: Db, id: number): Promise<AnnouncementRow | null> {
  const [row] = await db.select().from(announcements).where(eq(announcements.id, id))
  return row ?? null
}

/** Locks the row until the end of the transaction. */
export async function lockAnnouncement(tx: Db, id: number): Promise<AnnouncementRow | null> {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update')
  return row ?? null
}

/** Answers by the day on which the announcement was first seen, in the community's time zone. */
export async function countAnswers(db: Db, id: number, timeZone: string): Promise<AnswersOfDay[]> {
  const day = sql<string>`to_char(${announcement_views.seen_at} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`
  return db
    .select({
      day: day.as('day'),
      yes: viewsWith(sql`${announcement_views.answer}`),
      no: viewsWith(sql`NOT ${announcement_views.answer}`),
      closed: viewsWith(sql`${announcement_views.answer} IS NULL`),
    })
    .from(announcement_views)
    .where(eq(announcement_views.announcement_id, id))
    .groupBy(sql`1`)
    .orderBy(asc(sql`1`))
}
