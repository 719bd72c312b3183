import { and, eq, inArray } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import { unarchive } from '#features/lending/conversations/views/server/door.ts'
import type { Member } from '#features/places/letterboxes/members/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type MessageRow, messages } from '../tables.ts'
import type { Screening } from './screening.ts'

export interface NewMessage {
  text: string
  request_id?: string | undefined
  /** When it was written, if not now: a reply by mail that had to wait. */
  written_at?: Date | undefined
}

const selectSent = (db: Db, { fromId, requestId }: { fromId: string; requestId: string }) =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.from_id, fromId), eq(messages.request_id, requestId)))

/** The message that was sent before with the same request id, so that a repeated call stores nothing twice. */
export async function findSent(db: Db, fromId: string, requestId: string | undefined) {
  if (!requestId) return null
  const [row] = await selectSent(db, { fromId, requestId })
  return row ?? null
}

interface Envelope {
  transaction_id: string
  from_id: string
  to_id: string
  author_id: string
}

interface Storing {
  created_at: Date
  /** The households of both sides. */
  sender: Member[]
  recipient: Member[]
  screening: Screening
  /** The request that it belongs to waits for a moderator. */
  requestHeld: boolean
}

/**
 * Stores a message and notifies the open pages of everyone concerned. A message that waits for a moderator is
 * only shown to the side that wrote it.
 */
export async function storeMessage(
  db: Db,
  envelope: Envelope,
  { text, request_id }: NewMessage,
  { created_at, sender, recipient, screening, requestHeld }: Storing,
): Promise<MessageRow> {
  const held = requestHeld || screening.held_for !== null
  const [message] = await db
    .insert(messages)
    .values({
      ...envelope,
      ...screening,
      text,
      request_id: request_id ?? null,
      created_at,
      held_at: held ? created_at : null,
    })
    .returning()
  if (!message) throw new Error('Unexpected empty answer to an insert')
  if (!held) await unarchive(db, envelope.transaction_id, envelope.author_id)
  const recount = held ? [] : [envelope.to_id, ...recipient.map(({ id }) => id)]
  await announceLiveEvent(db, {
    type: 'message',
    message_id: message.id,
    users: [envelope.from_id, ...sender.map(({ id }) => id), ...recount],
    recount,
  })
  return message
}

/** Delivers a message that waited for a moderator to the other side. */
export async function deliverMessage(db: Db, id: string, at: Date): Promise<void> {
  await db.update(messages).set({ created_at: at, held_at: null }).where(eq(messages.id, id))
}

/** Refuses messages that waited for a moderator, so that they are never delivered. */
export async function refuseMessages(db: Db, ids: string[], at: Date): Promise<void> {
  await db.update(messages).set({ refused_at: at }).where(inArray(messages.id, ids))
}
