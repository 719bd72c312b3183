import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { withoutLinks } from '#features/lending/conversations/warnings/server/door.ts'
import { findSpeaker } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { borrower, borrowerBox, partyColumns, presentParty } from './sides-as-shown.ts'

/** The name by which a user knows another one, or null. Borrowers give their first name to the lenders they ask. */
export async function findKnownName(
  db: Db,
  userId: string,
  otherId: string,
): Promise<string | null> {
  const { household } = await findSpeaker(db, userId)
  const requestsOfOther = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.borrower_id, otherId),
        // Also counts requests from before this member joined: the whole household was given the name.
        inArray(transactions.lender_id, household ? [userId, household.owner] : [userId]),
        isNull(transactions.held_at),
      ),
    )
    .limit(1)
  return findSenderName(db, otherId, requestsOfOther.length > 0 ? 'borrower' : 'lender')
}

const selectSenders = (db: Db, { ids }: { ids: string[] }) =>
  db
    .select(partyColumns(borrower, borrowerBox))
    .from(borrower)
    .leftJoin(borrowerBox, eq(borrowerBox.user_id, borrower.id))
    .where(inArray(borrower.id, ids))

/** The sender's name as the recipient may see it: first name, else street, else null. */
export async function findSenderName(
  db: Db,
  senderId: string,
  role: LoanSide,
): Promise<string | null> {
  const [sender] = await selectSenders(db, { ids: [senderId] })
  return sender ? nameOf(sender, role) : null
}

type Sender = Awaited<ReturnType<typeof selectSenders>>[number]

function nameOf(sender: Sender, role: LoanSide): string | null {
  // The reader is never the sender, hence not `own`.
  const party = presentParty(sender, role, { own: false })
  const name = party?.firstname || party?.address
  // Users choose their names, and mail programs turn some names into links.
  return name ? withoutLinks(name) : null
}

/**
 * The names of the other sides, as each of these sides may see them; null if the other side shows none or is
 * gone.
 */
export async function findNamesFor(
  db: Db,
  { borrower_id, lender_id }: Pick<TransactionRow, 'borrower_id' | 'lender_id'>,
  receivers: readonly LoanSide[],
): Promise<Record<LoanSide, string | null>> {
  const otherOf = { borrower: lender_id, lender: borrower_id }
  const ids = receivers.map((side) => otherOf[side]).filter((id) => id !== null)
  const senders = ids.length > 0 ? await selectSenders(db, { ids }) : []
  const nameFor = (receiver: LoanSide) => {
    const sender = senders.find(({ id }) => id === otherOf[receiver])
    return sender ? nameOf(sender, receiver === 'lender' ? 'borrower' : 'lender') : null
  }
  return { borrower: nameFor('borrower'), lender: nameFor('lender') }
}

/** {@link findNamesFor} for one side. */
export async function findNameFor(
  db: Db,
  row: Pick<TransactionRow, 'borrower_id' | 'lender_id'>,
  receiver: LoanSide,
): Promise<string | null> {
  return (await findNamesFor(db, row, [receiver]))[receiver]
}
