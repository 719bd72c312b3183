import { and, eq } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { type Speaker, sideIdOf } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { message_quotations, messages } from '../tables.ts'

/** Stores what was cut from a message, for as long as the message exists. */
export async function keepQuotation(
  db: Db,
  message: { id: string; author_id: string },
  text: string,
): Promise<void> {
  const { id: message_id, author_id } = message
  await db.insert(message_quotations).values({ message_id, author_id, text }).onConflictDoNothing()
}

/**
 * Returns what was cut from a message that the speaker wrote.
 * @throws {AppError} not_found for everyone else, and once the speaker no longer sees the conversation
 */
export async function readQuotation(
  db: Db,
  speaker: Speaker,
  { transactionId, messageId }: { transactionId: string; messageId: string },
): Promise<string> {
  const [row] = await db
    .select({ text: message_quotations.text, transaction: transactions })
    .from(message_quotations)
    .innerJoin(messages, eq(messages.id, message_quotations.message_id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(
      and(
        eq(messages.id, messageId),
        eq(transactions.id, transactionId),
        eq(message_quotations.author_id, speaker.id),
      ),
    )
  if (!row || !sideIdOf(row.transaction, speaker)) throw new AppError('not_found')
  return row.text
}
