import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import type { TransactionRow } from '#features/lending/conversations/transactions/tables.ts'
import { transaction_views } from '#features/lending/conversations/views/tables.ts'
import { hearsAsMember } from '#features/lending/conversations/who-sees/server/door.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'

const member = alias(users, 'member')

export interface Receiver {
  user: UserRow
  /**
   * Whether the user knows of the transaction: the user was mailed about it, opened it, or the lender's side has
   * answered it.
   */
  knows: boolean
  archived: boolean
}

/** The people whom a transaction may concern: the accounts of these sides, and the lender's household. */
interface Concerned {
  transactionId: string
  /** The accounts of the sides. */
  ids: string[]
  /** The owner whose household is also notified; null for none. */
  lenderId: string | null
  borrowerId: string | null
  createdAt: Date
}

const selectConcerned = (
  db: Db,
  { transactionId, ids, lenderId, borrowerId, createdAt }: Concerned,
) => {
  const household = db
    .select({ id: household_members.user_id })
    .from(household_members)
    .innerJoin(letterboxes, eq(letterboxes.id, household_members.letterbox_id))
    .innerJoin(member, eq(member.id, household_members.user_id))
    .where(
      and(
        lenderId === null ? sql`false` : eq(letterboxes.user_id, lenderId),
        member.enable_messaging,
        hearsAsMember({ borrower_id: borrowerId, created_at: createdAt }),
      ),
    )
  return (
    db
      .select({ user: users, view: transaction_views })
      .from(users)
      .leftJoin(
        transaction_views,
        and(
          eq(transaction_views.user_id, users.id),
          eq(transaction_views.transaction_id, transactionId),
        ),
      )
      // Written so that the primary key is used for any number of accounts.
      .where(sql`${users.id} = ANY(${sql.param(ids)}::uuid[] || ARRAY(${household}))`)
      .orderBy(asc(users.created_at), asc(users.id))
  )
}

const sideIdOf = (row: TransactionRow, side: LoanSide) =>
  side === 'borrower' ? row.borrower_id : row.lender_id

/** Whether a side is notified about a transaction. */
function isTold(row: TransactionRow, side: LoanSide, closing: boolean): boolean {
  if (sideIdOf(row, side) === null || (row.closed_at && !closing)) return false
  return !(row.held_at && side === 'lender')
}

/**
 * Everyone on a side who is notified: its account, and the household members who receive messages, except those
 * who muted the conversation. No one is notified about a closed transaction, nor is the lender about a request
 * that waits for a moderator.
 * @param closing it was closed just now; that is the last notification
 */
export async function findReceivers(
  db: Db,
  row: TransactionRow,
  side: LoanSide,
  closing = false,
): Promise<Receiver[]> {
  return (await findReceiversOf(db, row, [side], closing))[side]
}

/** {@link findReceivers} for several sides in one query. */
export async function findReceiversOf(
  db: Db,
  row: TransactionRow,
  sides: readonly LoanSide[],
  closing = false,
): Promise<Record<LoanSide, Receiver[]>> {
  const told = sides.filter((side) => isTold(row, side, closing))
  const receivers: Record<LoanSide, Receiver[]> = { borrower: [], lender: [] }
  if (told.length === 0) return receivers
  const concerned = await selectConcerned(db, {
    transactionId: row.id,
    ids: told.map((side) => sideIdOf(row, side)).filter((id) => id !== null),
    lenderId: told.includes('lender') ? row.lender_id : null,
    borrowerId: row.borrower_id,
    createdAt: row.created_at,
  })
  for (const { user, view } of concerned) {
    if (view?.muted) continue
    const side = user.id === row.borrower_id ? 'borrower' : 'lender'
    const hasAnswered = side === 'lender' && row.answered_at !== null
    const knows = hasAnswered || Boolean(view?.told_of || view?.viewed_at)
    receivers[side].push({ user, knows, archived: view?.archived ?? false })
  }
  return receivers
}
