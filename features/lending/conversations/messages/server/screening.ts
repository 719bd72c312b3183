import { and, asc, eq, gt, not } from 'drizzle-orm'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import type { TransactionRow } from '#features/lending/conversations/transactions/tables.ts'
import type { MessageWarning } from '#features/lending/conversations/warnings/message-warnings.ts'
import { sameTextKey, warningsOf } from '#features/lending/conversations/warnings/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import { messages } from '../tables.ts'
import { type HeldFor, heldFor, SAME_TEXT_MS, textKeyOf } from './screening.rules.ts'

/** Stored with a message whose receiver has not answered yet. */
export interface Screening {
  warnings: MessageWarning[]
  text_key: string | null
  held_for: HeldFor | null
}

/** For a message between two sides that have both written already. */
const NOTHING_TO_SCREEN: Screening = { warnings: [], text_key: null, held_for: null }

/** The key that messages with the same text share, regardless of spacing and spelling variants. */
export const keyOfText = (text: string): string => textKeyOf(sameTextKey(text))

const selectSameText = (db: Db, { textKey, since }: { textKey: string; since: Date }) =>
  db
    .select({
      from_id: messages.from_id,
      to_id: messages.to_id,
      transaction_id: messages.transaction_id,
      created_at: messages.created_at,
      held_at: messages.held_at,
      held_for: messages.held_for,
      account_since: users.created_at,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.from_id))
    .where(and(eq(messages.text_key, textKey), gt(messages.created_at, since)))

/** All recent messages with the same text, and what moderators decided about them. */
const findSameText = (db: Db, textKey: string, now: Date) =>
  selectSameText(db, { textKey, since: new Date(now.getTime() - SAME_TEXT_MS) })

/**
 * Screens a borrower's first message to one or several lenders: its warnings, and whether it waits for a
 * moderator.
 */
export async function screenRequest(
  db: Db,
  borrowerId: string,
  text: string,
  toIds: readonly string[],
  now: Date,
): Promise<Screening> {
  const warnings = warningsOf(text, 'borrower')
  const text_key = keyOfText(text)
  const author = await findUser(db, borrowerId)
  if (!author || tasksOf(author).includes('moderation'))
    return { warnings, text_key, held_for: null }
  const sameTexts = await findSameText(db, text_key, now)
  return {
    warnings,
    text_key,
    held_for: heldFor({ author, toIds, warnings, sameTexts: sameTexts, now }),
  }
}

/**
 * Whether the borrower has written since the lender's first message. Until then the lender's messages are also
 * first messages.
 */
async function borrowerHasAnswered(db: Db, { id, borrower_id, lender_id }: TransactionRow) {
  const allMessages = await db
    .select({ from_id: messages.from_id })
    .from(messages)
    .where(and(eq(messages.transaction_id, id), not(messages.automatic)))
    .orderBy(asc(messages.created_at), asc(messages.id))
  const first = allMessages.findIndex(({ from_id }) => from_id === lender_id)
  return first >= 0 && allMessages.slice(first).some(({ from_id }) => from_id === borrower_id)
}

export async function screenMessage(
  db: Db,
  row: TransactionRow,
  side: LoanSide,
  text: string,
  now: Date,
): Promise<Screening> {
  if (side === 'lender') {
    const knowEachOther = await borrowerHasAnswered(db, row)
    return knowEachOther
      ? NOTHING_TO_SCREEN
      : { ...NOTHING_TO_SCREEN, warnings: warningsOf(text, 'lender') }
  }
  if (row.answered_at || !row.borrower_id || !row.lender_id) return NOTHING_TO_SCREEN
  return screenRequest(db, row.borrower_id, text, [row.lender_id], now)
}
