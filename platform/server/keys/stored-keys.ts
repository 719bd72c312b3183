import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { community_settings } from '../db/tables.ts'

/** Announces that a key was rotated; the payload is its row. */
export const KEYS_CHANNEL = 'keys_changed'

/** A key that the server makes itself: once, by whichever process comes first. */
export interface KeyKind<Value> {
  /**
   * Its row of `community_settings`. A row beside it, see {@link historyRow}, says since when it is there and which ones
   * from before are still taken.
   */
  row: string
  schema: z.ZodType<Value>
  make(): Value
  /** How long the one before is taken after a rotation: as long as what was made with it is in use. */
  takenMs: number
}

export interface StoredKey<Value> {
  current: Value
  /** Null for one that was made before this was noted. */
  madeAt: Date | null
  /** Those before it, the newest first, each with the moment from which on it is taken no more. */
  previous: { value: Value; until: Date }[]
}

const historySchema = z.object({
  made_at: z.iso.datetime(),
  previous: z.array(z.object({ value: z.unknown(), until: z.iso.datetime() })),
})
type History = z.infer<typeof historySchema>

export const historyRow = (row: string) => `${row}_history`

/** As it is stored; null where there is none yet. */
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

/** The key of this community, made once by whichever process comes first. */
export async function storedKey<Value>(
  db: Db,
  kind: KeyKind<Value>,
  now: Date,
): Promise<StoredKey<Value>> {
  const kept = await findKey(db, kind)
  if (kept) return kept
  const history: History = { made_at: now.toISOString(), previous: [] }
  // One statement: of two processes one writes both rows.
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

/** The key and those before it that are still taken, the newest first. */
export const takenKeys = <Value>(key: StoredKey<Value>, now: Date): Value[] => [
  key.current,
  ...key.previous.filter(({ until }) => until > now).map(({ value }) => value),
]

/**
 * Puts a new key in the place of the current one, which is taken for a while longer, or with `atOnce` no more. Every
 * process reads it again once the transaction is done; of two rotations at once the second one waits for the first.
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

/** Has every process read a key again, once the transaction is done. */
export async function announceKey(tx: Db, row: string): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${KEYS_CHANNEL}, ${row})`)
}

/** Deletes keys from before that nobody takes any more. */
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
    // Not over a rotation that came in between.
    .where(sql`${isHistory} AND ${community_settings.value} = ${JSON.stringify(kept.value)}::jsonb`)
}
