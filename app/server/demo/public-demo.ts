import { TZDateMini } from '@date-fns/tz'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { audit_log } from '#features/people/audit/tables.ts'
import { ConfigError } from '#platform/server/config.ts'
import type { Database, Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import { community_settings } from '#platform/server/db/tables.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature } from '#platform/server/feature.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import type { TimeOfDay } from '#platform/server/setting-schemas.ts'
import { HOUR_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { TABLE_NAMES } from '../table-names.ts'
import { type DemoOptions, prepareDemo, writeDemo } from './demo.ts'

/** Row of `community_settings` that marks the database of a public demo, with the time of its last reset. */
const ROW = 'public_demo'
const isRow = eq(community_settings.key, ROW)
const rowSchema = z.object({ reset_at: z.coerce.date() })

/**
 * Rows that a reset keeps: the community's id, and the keys that every process has in memory. Visitors write nothing
 * here.
 */
const KEPT_TABLE = 'community_settings'

const NOT_A_DEMO = `DEMO=public deletes everything in the database every day, and this one holds a community that DEMO=public has not made. Name an empty database with DATABASE_URL, or an empty folder with DATA_DIR.`

/** Until the clock is this far behind the last reset, the processes' clocks merely differ. */
const CLOCK_DIFFERENCE_MS = HOUR_MS

/** The last time before `now` at which it was this time of day. */
export function lastTime({ hour, minute }: TimeOfDay, timeZone: string, now: Date): Date {
  const local = new TZDateMini(now.getTime(), timeZone)
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()]
  const today = new TZDateMini(year, month, day, hour, minute, timeZone)
  const last = today <= now ? today : new TZDateMini(year, month, day - 1, hour, minute, timeZone)
  return new Date(last.getTime())
}

/** Whether a demo that was last reset at `resetAt` is due. A reset in the future was made while the clock was wrong. */
export function isDue(resetAt: Date, due: Date, now: Date): boolean {
  return resetAt < due || resetAt.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS
}

/** When the public demo in this database was last reset; null if the database holds none. */
async function findReset(db: Db): Promise<Date | null> {
  const [row] = await db.select().from(community_settings).where(isRow)
  return row ? rowSchema.parse(row.value).reset_at : null
}

async function noteReset(tx: Db, now: Date): Promise<void> {
  const value = { reset_at: now.toISOString() }
  await tx
    .insert(community_settings)
    .values({ key: ROW, value })
    .onConflictDoUpdate({ target: community_settings.key, set: { value } })
}

/** Whether anyone has begun a community here: accounts, letterboxes, orders or settings. */
async function isBegun(db: Db): Promise<boolean> {
  const [row] = await db
    .select({
      isBegun: sql<boolean>`EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM letterboxes)
        OR EXISTS (SELECT FROM orders) OR EXISTS (SELECT FROM setting_versions)`,
    })
    .from(sql`(VALUES (1)) AS once`)
  return row?.isBegun === true
}

/** Deletes all rows. The sessions are deleted one by one, which ends their live streams in every process. */
async function deleteAll(tx: Db): Promise<void> {
  await tx.delete(tokens)
  const tables = [...TABLE_NAMES].filter((name) => name !== KEPT_TABLE)
  const names = sql.join(
    tables.map((name) => sql.identifier(name)),
    sql`, `,
  )
  // Its trigger refuses every deletion.
  await tx.execute(sql`ALTER TABLE ${audit_log} DISABLE TRIGGER USER`)
  await tx.execute(sql`TRUNCATE ${names} RESTART IDENTITY`)
  await tx.execute(sql`ALTER TABLE ${audit_log} ENABLE TRIGGER USER`)
}

type ResetDeps = Pick<Deps, 'database' | 'jobs' | 'settings' | 'clock' | 'config' | 'logger'>

/**
 * Replaces everything by the demo community, if it is time. One transaction: visitors see the old or the new community,
 * and nothing has changed if the process is killed. Of several processes one does it.
 * @returns whether it was time
 */
export async function resetIfDue(
  { database, jobs, settings, clock, config, logger }: ResetDeps,
  demo: DemoOptions = {},
): Promise<boolean> {
  const { publicDemo, timeZone } = config
  if (!publicDemo) return false
  const now = clock()
  const due = lastTime(publicDemo.resetAt, timeZone, now)
  const before = await findReset(database.orm)
  if (before && !isDue(before, due, now)) return false
  const isReset = await database.orm.transaction(async (tx) => {
    // Prepared again in each attempt, since writing it changes it.
    const prepared = await prepareDemo({ ...demo, now })
    await takeLock(tx, 'demo')
    const resetAt = await findReset(tx)
    // The mark is gone if a server without DEMO=public has meanwhile begun a community here.
    if (!resetAt) throw new ConfigError(NOT_A_DEMO)
    if (!isDue(resetAt, due, now)) return false
    await deleteAll(tx)
    await jobs.deleteWaiting(tx)
    await writeDemo(tx, prepared)
    await settings.announce(tx)
    await noteReset(tx, now)
    return true
  })
  if (isReset) logger.info('the public demo was reset')
  return isReset
}

/**
 * Fills an empty database with the public demo, and marks it as one that may be deleted.
 * @throws {ConfigError} if the database holds another community
 */
export async function beginPublicDemo(
  { orm }: Pick<Database, 'orm'>,
  demo: DemoOptions & { now: Date },
): Promise<void> {
  if (await findReset(orm)) return
  if (await isBegun(orm)) throw new ConfigError(NOT_A_DEMO)
  await orm.transaction(async (tx) => {
    const prepared = await prepareDemo(demo)
    await takeLock(tx, 'demo')
    await writeDemo(tx, prepared, demo.onProgress)
    await noteReset(tx, demo.now)
  })
}

/** A server without DEMO=public may begin a real community, so from now on DEMO=public refuses this database. */
export async function leavePublicDemo({ orm }: Pick<Database, 'orm'>): Promise<void> {
  await orm.delete(community_settings).where(isRow)
}

/** The reset as a feature, which only a public demo has. */
export const publicDemo: Feature = {
  name: 'public-demo',
  jobs: [
    {
      queue: 'public-demo-reset',
      everySeconds: MINUTE_SECONDS,
      failure: 'the public demo was not reset',
      run: (deps) => resetIfDue(deps),
    },
  ],
}
