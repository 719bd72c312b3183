import { eq } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { waits } from '../tables.ts'
import { isThing, type Thing } from './line.queries.ts'

/** A notification of the database may have 8000 bytes. */
const USERS_PER_EVENT = 100

/** Those who see something of a line: the members in it, and the owner and household of the letterbox. */
async function findWatching(db: Db, thing: Thing): Promise<string[]> {
  const { letterbox_id } = thing
  const waiting = db.select({ id: waits.user_id }).from(waits).where(isThing(thing))
  const owner = db
    .select({ id: letterboxes.user_id })
    .from(letterboxes)
    .where(eq(letterboxes.id, letterbox_id))
  const household = db
    .select({ id: household_members.user_id })
    .from(household_members)
    .where(eq(household_members.letterbox_id, letterbox_id))
  const rows = await waiting.union(owner).union(household)
  return rows.map(({ id }) => id)
}

/**
 * Notifies the open pages of everybody who sees something of a line that it has changed. Call it in the transaction of
 * the change.
 * @param gone members who have just left the line
 */
export async function announceLine(tx: Db, thing: Thing, gone: readonly string[] = []) {
  const users = [...new Set([...(await findWatching(tx, thing)), ...gone])]
  for (let from = 0; from < users.length; from += USERS_PER_EVENT) {
    await announceLiveEvent(tx, { type: 'waits', users: users.slice(from, from + USERS_PER_EVENT) })
  }
}
