import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#platform/server/db/client.ts'

/** Processes tell each other through this channel of the database. */
export const LIVE_EVENT_CHANNEL = 'live_event'

/** Ids only: a notification is limited to 8000 bytes. Each process loads what its own users need. */
export const announcementSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    message_id: z.uuid(),
    users: z.array(z.uuid()),
    /** The users whose number of new transactions may have changed. */
    recount: z.array(z.uuid()),
  }),
  z.object({
    type: z.literal('seen'),
    transaction_id: z.uuid(),
    seen_by: z.uuid(),
    users: z.array(z.uuid()),
    recount: z.array(z.uuid()),
  }),
  z.object({
    type: z.literal('transaction'),
    transaction_id: z.uuid(),
    users: z.array(z.uuid()),
    /** The users whose number of new transactions may have changed. */
    recount: z.array(z.uuid()).default([]),
  }),
  z.object({ type: z.literal('waits'), users: z.array(z.uuid()) }),
  /** Raised by a trigger when a session is revoked. */
  z.object({ type: z.literal('session_ended'), session_id: z.uuid() }),
])
export type Announcement = z.infer<typeof announcementSchema>

/** Notifies every process when the transaction of `db` commits, and only then. */
export async function announceLiveEvent(
  db: Db,
  announcement: z.input<typeof announcementSchema>,
): Promise<void> {
  const payload = JSON.stringify(announcement)
  await db.execute(sql`SELECT pg_notify(${LIVE_EVENT_CHANNEL}, ${payload})`)
}
