import { count, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findKey, type KeyKind, rotateKey } from './stored-keys.ts'

/** Dependencies for managing keys; commands have no more than these. */
export type KeyDeps = Pick<Deps, 'config' | 'clock'>

/** Public facts about a key: never its value or a hash of it. */
export interface KeyState {
  isSet: boolean
  /** When it was created; null if unknown. */
  madeAt: Date | null
  /** Until when the previous key is still accepted; null if there is none. */
  previousUntil: Date | null
  /** The number of secrets, such as sessions; null for a single key. */
  count: number | null
}

/** A key, or a kind of secrets, that a feature owns and can rotate. The table of keys describes the effect on users. */
export interface HeldKey {
  id: string
  state(db: Db, deps: KeyDeps): Promise<KeyState>
  /**
   * Rotates in one transaction; `atOnce` also invalidates the previous key, which would otherwise stay valid for a
   * while.
   */
  rotate(tx: Db, deps: KeyDeps, how: { atOnce: boolean }): Promise<void>
}

export const heldStoredKey = <Value>(id: string, kind: KeyKind<Value>): HeldKey => ({
  id,
  async state(db, { clock }) {
    const key = await findKey(db, kind)
    const now = clock()
    const until = key?.previous.map((before) => before.until).filter((each) => each > now) ?? []
    return {
      isSet: key !== null,
      madeAt: key?.madeAt ?? null,
      previousUntil: until.length === 0 ? null : new Date(Math.max(...until.map(Number))),
      count: null,
    }
  },
  rotate: (tx, { clock }, { atOnce }) => rotateKey(tx, kind, { now: clock(), atOnce }),
})

/** Secrets that exist in large numbers and are stored as hashes: rotating ends all of them. */
export const heldSecrets = (
  id: string,
  of: {
    table: PgTable
    /** Condition for rows that are still valid; default: all. */
    isOpen?: (now: Date) => SQL | undefined
    /** Condition for the rows to delete; default: all. */
    isOne?: SQL | undefined
  },
): HeldKey => ({
  id,
  async state(db, { clock }) {
    const [row] = await db.select({ total: count() }).from(of.table).where(of.isOpen?.(clock()))
    const total = row?.total ?? 0
    return { isSet: total > 0, madeAt: null, previousUntil: null, count: total }
  },
  async rotate(tx) {
    await tx.delete(of.table).where(of.isOne)
  },
})
