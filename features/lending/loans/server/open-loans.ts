import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { findSenderName } from '#features/lending/conversations/sides/server/door.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import {
  belongsTo,
  isSeenByAccount,
  lends,
  type Speaker,
  sideOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { itemColumns } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { findMembers } from '#features/places/letterboxes/members/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import type { OPEN_LOANS_OF, OpenLoan } from '../contract.ts'

const OPEN = ['requested', 'accepted', 'handed_over'] as const
export const isOpen = inArray(transactions.status, [...OPEN])

interface Scope {
  where: SQL | undefined
  /** The viewer's side in a transaction; null for transactions to leave out. */
  ownSideIn: (row: TransactionRow) => LoanSide | null
}

/** The member who would get an owner's letterbox, and with it the requests made since the member joined. */
async function findHeir(db: Db, ownerId: string) {
  const [letterbox] = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(eq(letterboxes.user_id, ownerId))
  const [heir] = letterbox ? await findMembers(db, [letterbox.id]) : []
  return heir ?? null
}

/** The transactions that would lose a side if the account were deleted now. */
async function ofAccount(db: Db, { id }: Speaker): Promise<Scope> {
  const heir = await findHeir(db, id)
  return {
    where: isSeenByAccount(id),
    ownSideIn(row) {
      const side = sideOf(row, id)
      const goesToHeir =
        heir !== null &&
        side === 'lender' &&
        belongsTo(row, { id: heir.id, household: { owner: id, since: heir.joined_at } }) === id
      return goesToHeir ? null : side
    },
  }
}

/** The transactions of the letterbox that the viewer speaks for. */
const ofLetterbox = (viewer: Speaker): Scope => ({
  where: lends(viewer),
  ownSideIn: () => 'lender',
})

/** Transactions that are not over: first those that are out, then promises, then pending requests. */
export async function listOpenLoans(
  db: Db,
  viewer: Speaker & { lang: Language },
  of: (typeof OPEN_LOANS_OF)[number],
): Promise<OpenLoan[]> {
  const { where, ownSideIn } = of === 'account' ? await ofAccount(db, viewer) : ofLetterbox(viewer)
  const rows = await db
    .select({ row: transactions, item: { ...itemColumns, image_path: items.image_path } })
    .from(transactions)
    .innerJoin(items, eq(items.id, transactions.item_id))
    .where(and(where, isOpen, isNull(transactions.closed_at)))
    .orderBy(asc(transactions.created_at))
  const openLoans: OpenLoan[] = []
  for (const { row, item } of rows) {
    const status = OPEN.find((each) => each === row.status)
    const side = ownSideIn(row)
    if (!status || !side) continue
    const [otherId, role] =
      side === 'lender'
        ? ([row.borrower_id, 'borrower'] as const)
        : ([row.lender_id, 'lender'] as const)
    openLoans.push({
      transaction_id: row.id,
      item: { name: item[`name_${storedLanguage(viewer.lang)}`], ...item },
      status,
      side,
      other: otherId && (await findSenderName(db, otherId, role)),
      return_by: row.return_by,
    })
  }
  return openLoans.sort((one, other) => OPEN.indexOf(other.status) - OPEN.indexOf(one.status))
}
