import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { community_settings } from '../db/tables.ts'

/** Notified when a key was rotated; the payload is its row. */
export const KEYS_CHANNEL = 'keys_changed'

/** A key that the server generates: the first process that needs it creates it. */
export interface KeyKind<Value> {
  /**
   * Its row in `community_settings`. A second row, see {@link historyRow}, stores when it was created and which
   * previous keys are still accepted.
   */
  row: string
  schema: z.ZodType<Value>
  make(): Value
  /** How long the previous key is accepted after a rotation: as long as what was made with it is in use. */
  takenMs: number
}

export interface StoredKey<Value> {
  current: Value
  /** Null if it was created before this was recorded. */
  madeAt: Date | null
  /** Previous keys, newest first, each with the time until which it is accepted. */
  previous: { value: Value; until: Date }[]
}

const historySchema = z.object({
  made_at: z.iso.datetime(),
  previous: z.array(z.object({ value: z.unknown(), until: z.iso.datetime() })),
})
type History = z.infer<typeof historySchema>

export const historyRow = (row: string) => `${row}_history`

/** The stored key; null if it was never created. */
export async function findKey<Value>(
  db: Db,
  { row, schema }: Pick<KeyKind<Value>, 'row' | 'schema'>,
): Promise<StoredKey<Value> | null> {
  const rows = await db
    .select()
    .from(community_settings)
    .where(inArray(community_settings.key, [row, historyRow(row)]))
  const value = rows.find(({ key }) => key === row)?.value
  if (value === undefined) return null
  const history = rows.find(({ key }) => key === historyRow(row))?.value
  const { made_at, previous }: Partial<History> =
    history === undefined ? {} : historySchema.parse(history)
  return {
    current: schema.parse(value),
    madeAt: made_at === undefined ? null : new Date(made_at),
    previous: (previous ?? []).map((before) => ({
      value: schema.parse(before.value),
      until: new Date(before.until),
    })),
  }
}

/** The key of this community. The first process that needs it creates it. */
export async function storedKey<Value>(
  db: Db,
  kind: KeyKind<Value>,
  now: Date,
): Promise<StoredKey<Value>> {
  const kept = await findKey(db, kind)
  if (kept) return kept
  const history: History = { made_at: now.toISOString(), previous: [] }
  // One statement, so that both rows come from the same process.
  await db
    .insert(community_settings)
    .values([
      { key: kind.row, value: kind.make() },
      { key: historyRow(kind.row), value: history },
    ])
    .onConflictDoNothing()
  const made = await findKey(db, kind)
  if (!made) throw new Error(`Unexpected missing ${kind.row}`)
  return made
}

/** The current key and the previous ones that are still accepted, newest first. */
export const takenKeys = <Value>(key: StoredKey<Value>, now: Date): Value[] => [
  key.current,
  ...key.previous.filter(({ until }) => until > now).map(({ value }) => value),
]

/**
 * Replaces the current key, which stays valid for a while, or not at all with `atOnce`. Every process reloads it after
 * the commit. Of two simultaneous rotations the second waits for the first.
 */
export async function rotateKey<Value>(
  tx: Db,
  kind: KeyKind<Value>,
  { now, atOnce }: { now: Date; atOnce: boolean },
): Promise<void> {
  await storedKey(tx, kind, now)
  await tx
    .select({ key: community_settings.key })
    .from(community_settings)
    .where(eq(community_settings.key, kind.row))
    .for('update')
  const before = await storedKey(tx, kind, now)
  const previous = [
    { value: before.current, until: new Date(now.getTime() + kind.takenMs) },
    ...before.previous.filter(({ until }) => until > now),
  ]
  const history: History = {
    made_at: now.toISOString(),
    previous: atOnce
      ? []
      : previous.map(({ value, until }) => ({ value, until: until.toISOString() })),
  }
  await tx
    .update(community_settings)
    .set({ value: kind.make() })
    .where(eq(community_settings.key, kind.row))
  await tx
    .insert(community_settings)
    .values({ key: historyRow(kind.row), value: history })
    .onConflictDoUpdate({ target: community_settings.key, set: { value: history } })
  await announceKey(tx, kind.row)
}

/** Makes every process reload a key after the commit. */
export async function announceKey(tx: Db, row: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${KEYS_CHANNEL}, ${row})`)
}

/** Deletes previous keys that are not accepted any more. */
export async function forgetOldKeys<Value>(
  db: Db,
  { row }: Pick<KeyKind<Value>, 'row'>,
  now: Date,
): Promise<void> {
  const isHistory = eq(community_settings.key, historyRow(row))
  const [kept] = await db.select().from(community_settings).where(isHistory)
  if (!kept) return
  const history = historySchema.parse(kept.value)
  const previous = history.previous.filter(({ until }) => new Date(until) > now)
  if (previous.length === history.previous.length) return
  await db
    .update(community_settings)
    .set({ value: { ...history, previous } })
    // Do not overwrite a rotation that happened in between.
    .where(sql`${isHistory} AND ${community_settings.value} = ${JSON.stringify(kept.value)}::jsonb`)
}
