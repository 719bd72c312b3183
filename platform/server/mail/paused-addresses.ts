import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { users } from '../identity/tables.ts'
import { type MailRefusal, nextPause } from './mail-refusal.rules.ts'
import { paused_addresses } from './tables.ts'

const isAddress = (address: string) => eq(paused_addresses.address, address.toLowerCase())

/** Since when a mailbox has rejected mails; null if it accepts them. */
export async function findPause(db: Db, address: string) {
  const [row] = await db.select().from(paused_addresses).where(isAddress(address))
  return row ?? null
}

/**
 * Records that a mailbox rejects mails for now.
 * @param db a transaction
 * @param isLost the mail bounced after it was accepted
 * @returns the end of the pause; `over` if it has lasted too long; null for an address without an account
 */
export async function pauseAddress(
  db: Db,
  address: string,
  { code }: MailRefusal,
  now: Date,
  isLost = false,
): Promise<Date | 'over' | null> {
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = ${address.toLowerCase()}`)
  if (!account) return null
  const [before] = await db.select().from(paused_addresses).where(isAddress(address)).for('update')
  const pause = nextPause(before ?? null, now, isLost)
  if (!pause) {
    await endPause(db, address)
    return 'over'
  }
  await db
    .insert(paused_addresses)
    .values({ address: address.toLowerCase(), code, ...pause })
    .onConflictDoUpdate({ target: paused_addresses.address, set: { code, ...pause } })
  return pause.until
}

/** A server accepted a mail. It may still bounce, so the pause ends only after some days without one. */
export async function noteTaken(db: Db, address: string, now: Date): Promise<void> {
  await db
    .update(paused_addresses)
    .set({ taken_at: now, until: now })
    .where(and(isAddress(address), isNull(paused_addresses.taken_at)))
}

/** The owner is there and reads mails. */
export async function endPause(db: Db, address: string): Promise<void> {
  await db.delete(paused_addresses).where(isAddress(address))
}

/** Deletes pauses that ended long ago, and those of addresses that got no mail since. */
export async function forgetPauses(db: Db, before: Date): Promise<void> {
  await db.delete(paused_addresses).where(
    sql`${lt(paused_addresses.taken_at, before)} OR ${lt(paused_addresses.until, before)} OR NOT EXISTS (
        SELECT FROM ${users} WHERE lower(${users.email}) = ${paused_addresses.address})`,
  )
}
