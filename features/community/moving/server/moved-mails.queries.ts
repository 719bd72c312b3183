import { and, count, desc, eq, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { LegalTexts } from '#features/community/legal/contract.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { users } from '#platform/server/identity/tables.ts'
import { isRecipientOf } from '#platform/server/mail/mailings.queries.ts'
import { MOVED_PARTS, type MovedPart } from '../contract.admin.ts'
import { legacy_ids, moved_mails } from '../tables.ts'
import { isMoved } from './move.ts'

/** The kind of these mailings. */
export const MOVED_KIND = 'moved'

export type MovedMailRow = Pick<
  typeof moved_mails.$inferSelect,
  'texts' | 'most_bounces' | 'version'
>

/** The mail as it was saved; null if it never was. */
export async function findMovedMail(db: Db): Promise<MovedMailRow | null> {
  const [row] = await db.select().from(moved_mails)
  return row ?? null
}

/**
 * Stores the mail if it still has the version that was read.
 * @returns false if it has another one
 */
export async function storeMovedMail(
  db: Db,
  read: number,
  change: { texts: LegalTexts; most_bounces: number; updated_at: Date },
): Promise<boolean> {
  const rows = await db
    .insert(moved_mails)
    .values({ id: 1, ...change, version: 1 })
    .onConflictDoUpdate({
      target: moved_mails.id,
      set: { ...change, version: read + 1 },
      setWhere: eq(moved_mails.version, read),
    })
    .returning({ version: moved_mails.version })
  return rows[0]?.version === read + 1
}

const hasLetterbox = sql`EXISTS (SELECT FROM ${letterboxes} WHERE ${letterboxes.user_id} = ${users.id})`

const PARTS: Record<MovedPart, SQL | undefined> = {
  all: undefined,
  with_letterbox: hasLetterbox,
  without_letterbox: not(hasLetterbox),
  unconfirmed: sql`${users.email_confirmed_at} IS NULL`,
}

/** Condition on users: moved in, with an e-mail address, and not a recipient yet. */
const isOpen = and(
  isMoved(users.id, 'user'),
  isNotNull(users.email),
  not(isRecipientOf(MOVED_KIND)),
) as SQL

/** Condition on users of a part who have not been mailed: all, or the most recently active ones. */
export function openOf(db: Db, part: MovedPart, most: number | null): SQL {
  const which = and(isOpen, PARTS[part]) as SQL
  if (most === null) return which
  const first = db
    .select({ id: users.id })
    .from(users)
    .where(which)
    .orderBy(desc(users.last_seen_at), users.id)
    .limit(most)
  return inArray(users.id, first)
}

/** How many people of each part have not been mailed. */
export async function countOpenParts(db: Db): Promise<Record<MovedPart, number>> {
  const counts = await Promise.all(
    MOVED_PARTS.map(async (part) => {
      const [row] = await db
        .select({ people: count() })
        .from(users)
        .where(openOf(db, part, null))
      return [part, row?.people ?? 0] as const
    }),
  )
  return Object.fromEntries(counts) as Record<MovedPart, number>
}

/** How many accounts were moved in, and how many of them have no e-mail address. */
export async function countMoved(db: Db): Promise<{ people: number; without_email: number }> {
  const [row] = await db
    .select({
      people: count(),
      without_email: sql<number>`(count(*) FILTER (WHERE ${users.email} IS NULL))::int`,
    })
    .from(users)
    .where(isMoved(users.id, 'user'))
  return row ?? { people: 0, without_email: 0 }
}

const selectMovedUser = prepared('moved_user', (db) =>
  db.select({ kind: legacy_ids.kind }).from(legacy_ids).where(eq(legacy_ids.kind, 'user')).limit(1),
)

/** Whether a site was moved in. */
export async function isSiteMovedIn(db: Db): Promise<boolean> {
  return (await selectMovedUser(db, {})).length > 0
}
