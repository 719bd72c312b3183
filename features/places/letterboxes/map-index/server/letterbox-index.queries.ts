import { and, asc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { isReachable } from '#features/places/letterboxes/reach/server/door.ts'
import type { Database, Db } from '#platform/server/db/client.ts'
import { eachCopiedRow } from '#platform/server/db/copied-rows.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type Askable, mayBeAsked } from '../../askable.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'
import type { SegmentBuilder } from './build.ts'
import { ACTIVE_MS, kindOf, type OwnerFacts } from './letterbox-kind.ts'
import { isOnMap } from './letterbox-visibility.ts'
import type { IndexRow } from './segment.ts'

/** Rows per query. The embedded database blocks the process during a query, here for 50 ms. */
const CHUNK = 5000

/** The data of the owner and the household that decides the marker: {@link kindOf}. */
const OWNER = {
  reseller: users.reseller,
  membership_until: users.membership_until,
  enable_messaging: users.enable_messaging,
  takes_requests: users.takes_requests,
  last_seen_at: users.last_seen_at,
  reachable: isReachable.as('reachable'),
}

/** Whether the letterbox is shown as silent. */
const IS_SILENT = sql<boolean>`${letterboxes.silent_since} IS NOT NULL`.as('silent')

async function selectRows(db: Db, where: SQL | undefined, now: Date): Promise<IndexRow[]> {
  const rows = await db
    .select({
      id: letterboxes.id,
      latitude: letterboxes.latitude,
      longitude: letterboxes.longitude,
      silent: IS_SILENT,
      ...OWNER,
      stickers: sql<number[]>`ARRAY(
        SELECT ${letterbox_items.item_id} FROM ${letterbox_items}
        WHERE ${letterbox_items.letterbox_id} = ${letterboxes.id})`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(isOnMap, where))
    .orderBy(asc(letterboxes.id))
    .limit(CHUNK)
  return rows.map(({ id, latitude, longitude, silent, stickers, ...owner }) => ({
    id,
    latitude: latitude ?? Number.NaN,
    longitude: longitude ?? Number.NaN,
    kind: kindOf(owner, now),
    messaging: mayBeAsked(owner),
    silent,
    stickers,
  }))
}

/**
 * Passes all public letterboxes to `builder`. PostgreSQL reads one consistent state; the embedded database reads in
 * chunks by id, so that requests are answered in between.
 */
export async function readAllRows(
  database: Database,
  now: Date,
  builder: SegmentBuilder,
): Promise<void> {
  const copy = database.copyOut(new PgDialect().sqlToQuery(allCopied(database.orm)).sql)
  if (copy) await pushCopied(copy, now, builder)
  else await pushChunks(database.orm, now, builder)
}

async function pushChunks(db: Db, now: Date, builder: SegmentBuilder): Promise<void> {
  let where: SQL | undefined
  for (;;) {
    const rows = await selectRows(db, where, now)
    for (const row of rows) builder.push(row)
    const last = rows.at(-1)
    if (rows.length < CHUNK || !last) return
    where = gt(letterboxes.id, last.id)
  }
}

/** Copied columns of each letterbox, in this order. */
const COPIED = {
  id: letterboxes.id,
  latitude: letterboxes.latitude,
  longitude: letterboxes.longitude,
  silent: IS_SILENT,
  ...OWNER,
} as const
const COPIED_NAMES = [...Object.keys(COPIED), 'stickers']
const fieldOf = (name: keyof typeof COPIED | 'stickers') => COPIED_NAMES.indexOf(name)
const FIELDS = {
  id: fieldOf('id'),
  latitude: fieldOf('latitude'),
  longitude: fieldOf('longitude'),
  silent: fieldOf('silent'),
  reseller: fieldOf('reseller'),
  membershipUntil: fieldOf('membership_until'),
  enableMessaging: fieldOf('enable_messaging'),
  takesRequests: fieldOf('takes_requests'),
  lastSeenAt: fieldOf('last_seen_at'),
  reachable: fieldOf('reachable'),
  stickers: fieldOf('stickers'),
}

/**
 * Aggregates the stickers of all letterboxes in one query: looking them up per letterbox takes PostgreSQL longer than
 * everything else. COPY takes no parameters, so the values are inlined.
 */
function allCopied(db: Db): SQL {
  const stickers = db
    .select({
      letterbox_id: letterbox_items.letterbox_id,
      item_ids: sql<number[]>`array_agg(${letterbox_items.item_id})`.as('item_ids'),
    })
    .from(letterbox_items)
    .groupBy(letterbox_items.letterbox_id)
    .as('stickers')
  return db
    .select({ ...COPIED, stickers: stickers.item_ids })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(stickers, eq(stickers.letterbox_id, letterboxes.id))
    .where(isOnMap)
    .getSQL()
    .inlineParams()
}

/** Reuses one object for all letterboxes and one for all owners; each row overwrites the previous one. */
async function pushCopied(
  copy: AsyncIterable<Buffer>,
  now: Date,
  builder: SegmentBuilder,
): Promise<void> {
  const until = new Date()
  const owner: OwnerFacts & Askable = {
    reseller: false,
    membership_until: null,
    enable_messaging: false,
    takes_requests: false,
    reachable: false,
    last_seen_at: new Date(),
  }
  const stickers: number[] = []
  const letterbox: Omit<IndexRow, 'id'> = {
    latitude: 0,
    longitude: 0,
    kind: 'normal',
    messaging: false,
    silent: false,
    stickers,
  }
  await eachCopiedRow(copy, COPIED_NAMES.length, (row) => {
    owner.reseller = row.boolean(FIELDS.reseller)
    owner.enable_messaging = row.boolean(FIELDS.enableMessaging)
    owner.takes_requests = row.boolean(FIELDS.takesRequests)
    owner.reachable = row.boolean(FIELDS.reachable)
    owner.last_seen_at.setTime(row.milliseconds(FIELDS.lastSeenAt))
    owner.membership_until = null
    if (!row.isNull(FIELDS.membershipUntil)) {
      until.setTime(row.milliseconds(FIELDS.membershipUntil))
      owner.membership_until = until
    }
    letterbox.latitude = row.double(FIELDS.latitude)
    letterbox.longitude = row.double(FIELDS.longitude)
    letterbox.kind = kindOf(owner, now)
    letterbox.messaging = mayBeAsked(owner)
    letterbox.silent = row.boolean(FIELDS.silent)
    row.smallints(FIELDS.stickers, stickers)
    builder.pushWithBytes(row.bytes, row.startOf(FIELDS.id), letterbox)
  })
}

/** The public ones among the given letterboxes. */
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
