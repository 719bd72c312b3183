import { and, asc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { canBeAsked } from '../../askable.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'
import type { IndexRow } from './letterbox-index.segment.ts'
import { ACTIVE_MS, kindOf } from './letterbox-kind.ts'
import { isOnMap } from './letterbox-visibility.ts'

/**
 * How many rows are read at once. On the embedded database each query blocks the process, this one
 * for 50 ms.
 */
const CHUNK = 5000

async function selectRows(db: Db, where: SQL | undefined, now: Date): Promise<IndexRow[]> {
  const rows = await db
    .select({
      id: letterboxes.id,
      latitude: letterboxes.latitude,
      longitude: letterboxes.longitude,
      reseller: users.reseller,
      membership_until: users.membership_until,
      enable_messaging: users.enable_messaging,
      takes_requests: users.takes_requests,
      last_seen_at: users.last_seen_at,
      stickers: sql<number[]>`ARRAY(
        SELECT ${letterbox_items.item_id} FROM ${letterbox_items}
        WHERE ${letterbox_items.letterbox_id} = ${letterboxes.id})`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(isOnMap, where))
    .orderBy(asc(letterboxes.id))
    .limit(CHUNK)
  return rows.map(({ id, latitude, longitude, stickers, ...owner }) => ({
    id,
    latitude: latitude ?? Number.NaN,
    longitude: longitude ?? Number.NaN,
    kind: kindOf(owner, now),
    messaging: canBeAsked(owner),
    stickers,
  }))
}

/** All letterboxes that everyone may see, a chunk at a time in the order of their ids. */
export async function* readAllRows(db: Db, now: Date): AsyncGenerator<IndexRow[]> {
  let where: SQL | undefined
  for (;;) {
    const rows = await selectRows(db, where, now)
    yield rows
    const last = rows.at(-1)
    if (rows.length < CHUNK || !last) return
    where = gt(letterboxes.id, last.id)
  }
}

/** Those of the given letterboxes that everyone may see. */
export async function readRows(db: Db, ids: readonly string[], now: Date): Promise<IndexRow[]> {
  const rows: IndexRow[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK)
    rows.push(...(await selectRows(db, inArray(letterboxes.id, chunk), now)))
  }
  return rows
}

/** Letterboxes whose owner stopped being active or a supporter between two instants. */
export async function findLapsed(db: Db, since: Date, now: Date): Promise<string[]> {
  const before = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds)
  const rows = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      or(
        and(
          gte(users.last_seen_at, before(since, ACTIVE_MS)),
          lte(users.last_seen_at, before(now, ACTIVE_MS)),
        ),
        and(gte(users.membership_until, since), lt(users.membership_until, now)),
      ),
    )
  return rows.map(({ id }) => id)
}

export async function findLetterboxIdOfUser(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, userId))
  return row?.id ?? null
}
