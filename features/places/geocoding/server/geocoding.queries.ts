import { sql } from 'drizzle-orm'
import type { Database, Db } from '#platform/server/db/client.ts'

/** Rate limit slots are stored in the cache table under keys with this prefix. */
const SLOT = 'slot:'
const KEEP = { found: '90 days', unknown: '1 day' }

/** The cached answer of a provider, or undefined. A cached `false` is an answer too. */
export async function readCached(database: Database, key: string): Promise<unknown> {
  const [row] = await database.query<{ result: unknown }>(
    `SELECT result FROM geocoding_cache WHERE key = $1 AND created_at > now() -
       (CASE WHEN result = 'false'::jsonb THEN $2 ELSE $3 END)::interval`,
    [key, KEEP.unknown, KEEP.found],
  )
  return row?.result
}

export async function writeCached(database: Database, key: string, result: unknown): Promise<void> {
  await database.query(
    `INSERT INTO geocoding_cache (key, result) VALUES ($1, $2::jsonb)
     ON CONFLICT (key) DO UPDATE SET result = excluded.result, created_at = now()`,
    [key, JSON.stringify(result)],
  )
}

/** Deletes expired answers. */
export async function deleteOldAnswers(db: Db, now: Date): Promise<void> {
  await db.execute(
    sql`DELETE FROM geocoding_cache WHERE NOT starts_with(key, ${SLOT}) AND created_at < ${now.toISOString()}::timestamptz -
      (CASE WHEN result = 'false'::jsonb THEN ${KEEP.unknown} ELSE ${KEEP.found} END)::interval`,
  )
}

/**
 * Reserves the next moment at which any process may query the provider. Returns the milliseconds to wait for it, or
 * null, without a reservation, if the wait exceeds `patienceMs`. Uses the database's clock, which all processes share.
 */
export async function reserveSlot(
  database: Database,
  provider: string,
  { intervalMs, patienceMs }: { intervalMs: number; patienceMs: number },
): Promise<number | null> {
  const [slot] = await database.query<{ wait: number }>(
    `WITH clock AS (SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms)
     INSERT INTO geocoding_cache AS slot (key, result)
     SELECT $1, to_jsonb(ms) FROM clock
     ON CONFLICT (key) DO UPDATE
       SET result = to_jsonb(greatest(slot.result::float8 + $2::float8, excluded.result::float8))
       WHERE slot.result::float8 + $2::float8 <= excluded.result::float8 + $3::float8
     RETURNING greatest(0, result::float8 - (SELECT ms FROM clock)) AS wait`,
    [SLOT + provider, intervalMs, patienceMs],
  )
  return slot?.wait ?? null
}
