import type { Db } from '#platform/server/db/client.ts'
import { together } from '#platform/server/db/together.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUsers } from '#platform/server/identity/users.queries.ts'
import type { LoanSide } from '../loan-steps.ts'
import type { TransactionRow } from '../tables.ts'
import { findViews } from './views.queries.ts'
import { findHousehold, idsOf } from './who-sees.ts'

export interface Receiver {
  user: UserRow
  /**
   * Whether the user knows of the transaction: a mail told of it, the user looked at it, or the
   * lender's side has answered it.
   */
  knows: boolean
  archived: boolean
}

/**
 * All who are told of what happens at a side: its account, and the members of its household who
 * take messages, except those who muted the conversation. Nobody is told of a transaction that one
 * side closed, nor the lender of a request that waits for a moderator.
 * @param closing it was closed just now, and its closing is the last thing that is told
 */
export async function findReceivers(
  db: Db,
  row: TransactionRow,
  side: LoanSide,
  { closing = false } = {},
): Promise<Receiver[]> {
  const sideId = side === 'borrower' ? row.borrower_id : row.renter_id
  if (!sideId || (row.closed_at && !closing) || (row.held_at && side === 'lender')) return []
  const members = await findHousehold(db, row, sideId)
  const ids = [sideId, ...idsOf(members.filter(({ enable_messaging }) => enable_messaging))]
  const [accounts, views] = await together([findUsers(db, ids), findViews(db, ids, row.id)])
  const receivers: Receiver[] = []
  for (const user of accounts) {
    const view = views.find(({ user_id }) => user_id === user.id)
    if (view?.muted) continue
    const hasAnswered = side === 'lender' && row.answered_at !== null
    const knows = hasAnswered || Boolean(view?.told_of || view?.viewed_at)
    receivers.push({ user, knows, archived: view?.archived ?? false })
  }
  return receivers
}
