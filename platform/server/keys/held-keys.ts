import { count, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findKey, type KeyKind, rotateKey } from './stored-keys.ts'

/** What it takes to look after keys: a command has no more. */
export type KeyDeps = Pick<Deps, 'config' | 'clock'>

/** What may be told of a key: never its value, and no hash of it. */
export interface KeyState {
  isSet: boolean
  /** When it was made; null where that was not noted. */
  madeAt: Date | null
  /** Until when the one before is still taken; null where none is. */
  previousUntil: Date | null
  /** Of what there are many, such as sessions: how many; null of what there is one. */
  count: number | null
}

/** A key, or a kind of secrets, that a noun holds and can rotate. What that means for people says the table of keys. */
export interface HeldKey {
  /** As the table calls it. */
  id: string
  state(db: Db, deps: KeyDeps): Promise<KeyState>
  /** In one transaction; `atOnce` ends what was made with the one before, where it would be taken for a while longer. */
  rotate(tx: Db, deps: KeyDeps, how: { atOnce: boolean }): Promise<void>
}

/** One of those that `stored-keys.ts` keeps. */
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

/** Secrets of which there are many, and only hashes are kept: rotating them ends all. */
export const heldSecrets = (
  id: string,
  of: {
    table: PgTable
    /** Which of its rows still open something; all without it. */
    isOpen?: (now: Date) => SQL | undefined
    /** Which of its rows are deleted; all without it. */
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
