import type { Language } from '@letterlend/contract/languages.ts'
import type { LoanSide } from '@letterlend/contract/loan-steps.ts'
import type { OpenLoan } from '@letterlend/contract/loans.ts'
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { items, letterboxes, transactions } from '../../db/schema.ts'
import { findMembers } from '../letterboxes/letterboxes.ownership.ts'
import { itemColumns } from './item-columns.ts'
import { dropNotices, isSide, lockConversations } from './transactions.closing.ts'
import { announceChange, changeTransaction } from './transactions.events.ts'
import { afterLock, everybodyOf, type TransactionRow } from './transactions.locking.ts'
import { tellOfChange } from './transactions.news.ts'
import { findSenderName } from './transactions.queries.ts'
import { isOfMember, roleOf } from './transactions.rules.ts'
import type { Sending } from './transactions.telling.ts'

const OPEN = ['requested', 'accepted', 'handed_over'] as const
const isOpen = inArray(transactions.status, [...OPEN])

/** Everybody who is told that an account goes. */
export async function findLeftBehind(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(transactions)
    .where(and(isSide(userId), isOpen))
  return (await everybodyOf(db, rows)).filter((id) => id !== userId)
}

/** What was asked or promised ends; what is out stays out until who is left says that it is back. */
async function leaveConversation(
  called: Sending,
  row: TransactionRow,
  by: LoanSide,
): Promise<void> {
  const { db } = called
  const sending = await afterLock(called, [row])
  await dropNotices(db, row)
  const told = { by, reason: 'left', message: null } as const
  if (row.status === 'handed_over') {
    await announceChange(db, row)
    return tellOfChange(sending, row, told)
  }
  const event = { status: 'withdrawn', side: null, by_id: null, reason: 'left' } as const
  const changed = await changeTransaction(sending, row, event, {})
  return tellOfChange(sending, changed, told)
}

/**
 * Ends what an account that is about to go has asked or promised, and tells the other sides. What the
 * household keeps was handed over to it before.
 */
export async function leaveConversations(sending: Sending, userId: string): Promise<void> {
  for (const row of await lockConversations(sending.db, and(isSide(userId), isOpen))) {
    await leaveConversation(sending, row, roleOf(row, userId))
  }
}

/** Whom the letterbox of an owner would go to, and what was asked of it since with it. */
async function findHeir(db: Db, ownerId: string) {
  const [letterbox] = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, ownerId))
  const [heir] = letterbox ? await findMembers(db, [letterbox.id]) : []
  return heir ?? null
}

/** What would lose a side if the account was deleted now: what is out first, then what was promised. */
export async function listOpenLoans(
  db: Db,
  viewer: { id: string; lang: Language },
): Promise<OpenLoan[]> {
  const delivered = or(eq(transactions.borrower_id, viewer.id), isNull(transactions.held_at))
  const rows = await db
    .select({ row: transactions, item: { ...itemColumns, image_path: items.image_path } })
    .from(transactions)
    .innerJoin(items, eq(items.id, transactions.item_id))
    .where(and(isSide(viewer.id), isOpen, isNull(transactions.closed_at), delivered))
    .orderBy(asc(transactions.created_at))
  const heir = await findHeir(db, viewer.id)
  const open: OpenLoan[] = []
  for (const { row, item } of rows) {
    const status = OPEN.find((each) => each === row.status)
    const side = roleOf(row, viewer.id)
    const inherited =
      heir !== null &&
      side === 'lender' &&
      row.borrower_id !== heir.id &&
      isOfMember(row, heir.joined_at)
    if (!status || inherited) continue
    const [otherId, role] =
      side === 'lender'
        ? ([row.borrower_id, 'borrower'] as const)
        : ([row.renter_id, 'renter'] as const)
    open.push({
      transaction_id: row.id,
      item: { ...item, name: item[`name_${viewer.lang}`] },
      status,
      side,
      other: otherId && (await findSenderName(db, otherId, role)),
      return_by: row.return_by,
    })
  }
  return open.sort((one, other) => OPEN.indexOf(other.status) - OPEN.indexOf(one.status))
}
