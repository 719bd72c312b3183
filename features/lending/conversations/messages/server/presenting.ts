import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Message } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { viewersSide } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import { type MessageRow, message_quotations, messages } from '../tables.ts'

/** A message as seen by the side that wrote it. */
export function presentMessage(row: MessageRow, has_quoted = false): Message {
  return {
    id: row.id,
    text: row.text,
    from_id: row.from_id,
    to_id: row.to_id,
    author_id: row.author_id,
    created_at: row.created_at.toISOString(),
    seen: row.seen_at !== null,
    warnings: row.warnings,
    held: row.held_at !== null,
    refused: row.refused_at !== null,
    automatic: row.automatic,
    has_quoted,
  }
}

/** Whether the viewer wrote this message by mail and part of it was cut. */
export const hasQuoted = (messageId: SQLWrapper, viewerId: InSql<string>) => sql<boolean>`
  EXISTS (SELECT FROM ${message_quotations}
    WHERE author_id = ${viewerId} AND message_id = ${messageId})`

/** A message that waits for a moderator is visible only to the side that wrote it. */
export const reached = (viewerId: InSql<string>) => sql`
  (held_at IS NULL OR from_id = ${viewersSide(viewerId)})`

/** A message as a user of one of its sides sees it; null if the user may not see it. */
export async function findMessage(
  db: Db,
  messageId: string,
): Promise<((userId: string) => { transaction_id: string; message: Message } | null) | null> {
  const [row] = await db
    .select({
      message: messages,
      borrower_id: transactions.borrower_id,
      quoted_by: message_quotations.author_id,
    })
    .from(messages)
    .leftJoin(message_quotations, eq(message_quotations.message_id, messages.id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(eq(messages.id, messageId))
  if (!row) return null
  const { transaction_id, from_id, author_id } = row.message
  const message = presentMessage(row.message)
  return (userId) => {
    // Who on the sender's side sees it was decided when it was stored.
    if (row.message.held_at && userId === row.message.to_id) return null
    const hidden = userId === row.borrower_id && author_id !== from_id
    return {
      transaction_id,
      message: {
        ...message,
        author_id: hidden ? null : author_id,
        has_quoted: row.quoted_by === userId,
      },
    }
  }
}
