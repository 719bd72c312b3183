import { type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './client.ts'

/**
 * Every advisory lock that the server takes. Two versions run side by side during an update, so a lock never changes
 * its number.
 */
export const LOCKS = {
  /** Migrating the database, and filling it from a backup. */
  migration: 736_173_001,
  demo: 736_173_002,
  /** Serialises processes that start together while they fill the database and print the set-up link. */
  start: 736_173_003,
  /** Shares the number of `start`, so that an import of letterboxes also waits for a process that is starting. */
  letterboxImport: 736_173_003,
  backup: 736_173_004,
  answerBands: 736_173_021,
  mailings: 6_100_004,
  lastAdmin: 7_261_904,
  /** `hashtext('items.add')`. */
  newItem: 307_270_367,
  /** Key: id of the author. */
  author: 1_731_904,
  /** Key: id of the household. */
  household: 1_731_905,
  /** Key: ids of the letterbox and the item that members wait for. */
  waits: 1_731_906,
  /** Key: template and recipient. The lock number is the key's hash alone. */
  gatheredMail: null,
} as const satisfies Record<string, number | null>

/** Locks that are taken per key; all others have no key. */
type KeyedLock = 'author' | 'household' | 'waits' | 'gatheredMail'
export type PlainLock = Exclude<keyof typeof LOCKS, KeyedLock>

/**
 * Takes a lock until the transaction ends, and waits while another transaction holds it.
 * @param tx a transaction: outside of one, the lock is released after the statement
 * @param key callers with different keys do not wait for each other
 */
export async function takeLock(
  tx: Pick<Db, 'execute'>,
  ...[name, key]: [name: PlainLock, key?: undefined] | [name: KeyedLock, key: string | SQL]
): Promise<void> {
  const number = LOCKS[name] === null ? [] : [sql`${LOCKS[name]}`]
  const hash = key === undefined ? [] : [sql`hashtext(${key}::text)`]
  const lock = sql.join([...number, ...hash], sql`, `)
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lock})`)
}

/** Takes a lock until the transaction ends, unless it is held. Returns whether it was free. */
export async function tryLock(tx: Pick<Db, 'select'>, name: PlainLock): Promise<boolean> {
  const [row] = await tx
    .select({ isMine: sql<boolean>`pg_try_advisory_xact_lock(${LOCKS[name]})` })
    .from(sql`(VALUES (1)) AS once`)
  return row?.isMine === true
}

/** Whether a session or transaction holds a lock at this moment. */
export async function isLocked(db: Pick<Db, 'select'>, name: PlainLock): Promise<boolean> {
  // Shared, so that two simultaneous checks do not see each other. Released after the statement.
  const [row] = await db
    .select({ isFree: sql<boolean>`pg_try_advisory_xact_lock_shared(${LOCKS[name]})` })
    .from(sql`(VALUES (1)) AS once`)
  return row?.isFree === false
}

/** Takes a lock until the connection ends, and waits while another session holds it. */
export async function takeSessionLock(client: pg.ClientBase, name: PlainLock): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCKS[name]])
}

/** Runs `work` while a dedicated connection holds the lock. */
export async function withLock(
  pool: pg.Pool,
  name: PlainLock,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await takeSessionLock(client, name)
    await work(client)
  } finally {
    // Destroy the connection: ending the session releases the lock in every case.
    client.release(true)
  }
}
