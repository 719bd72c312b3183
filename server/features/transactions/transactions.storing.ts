import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { messages } from '../../db/schema.ts'
import { announceLiveEvent } from '../../live/live-event.ts'
import type { Member } from '../letterboxes/letterboxes.ownership.ts'
import { idsOf } from './transactions.households.ts'

export type MessageRow = typeof messages.$inferSelect

export interface NewMessage {
  text: string
  request_id?: string | undefined
}

/** What was sent with the same request id before: asking again does nothing twice. */
export async function findSent(db: Db, fromId: string, requestId: string | undefined) {
  if (!requestId) return null
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.from_id, fromId), eq(messages.request_id, requestId)))
  return row ?? null
}

interface Envelope {
  transaction_id: string
  from_id: string
  to_id: string
  author_id: string
}

/** Stores a message and tells the open pages of everyone concerned. */
export async function storeMessage(
  db: Db,
  envelope: Envelope,
  { text, request_id }: NewMessage,
  { created_at, sender, recipient }: { created_at: Date; sender: Member[]; recipient: Member[] },
): Promise<MessageRow> {
  const [message] = await db
    .insert(messages)
    .values({ ...envelope, text, request_id: request_id ?? null, created_at })
    .returning()
  if (!message) throw new Error('Unexpected empty answer to an insert')
  await announceLiveEvent(db, {
    type: 'message',
    message_id: message.id,
    users: [envelope.from_id, envelope.to_id, ...idsOf(sender), ...idsOf(recipient)],
    recount: [envelope.to_id, ...idsOf(recipient)],
  })
  return message
}
