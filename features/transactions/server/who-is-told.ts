import { inArray } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import type { LoanSide } from '../loan-steps.ts'
import type { TransactionRow } from '../tables.ts'
import { findHousehold, idsOf } from './who-sees.ts'

export interface Receiver {
  user: UserRow
  /** A mail told of it, it was looked at, or the lender's side has answered it. */
  knows: boolean
  archived: boolean
}

/**
 * Whoever is told of what happens at a side: its account, and who takes messages of its household; not
 * who muted the conversation. Nobody of what one side closed, nor the lender of what waits for a
 * moderator.
 * @param closing it was closed just now, and this is the last that is told of it
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
  const accounts = await db.select().from(users).where(inArray(users.id, ids))
  const receivers: Receiver[] = []
  for (const user of accounts) {
    const view = await findView(db, user.id, row.id)
    if (view?.muted) continue
    const answered = side === 'lender' && row.answered_at !== null
    const knows = answered || Boolean(view?.told_of || view?.viewed_at)
    receivers.push({ user, knows, archived: view?.archived ?? false })
  }
  return receivers
}

import { findView } from './views.queries.ts'
