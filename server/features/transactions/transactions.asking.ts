import { type AskedLetterbox, REFUSAL_CODES, refuseBorrow } from '@letterlend/contract/borrowing.ts'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { items, letterbox_items, letterboxes, transactions, users } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { managedBy } from '../letterboxes/letterboxes.ownership.ts'
import { isOnMap } from '../letterboxes/letterboxes.queries.ts'
import { findHousehold, holdAccounts, idsOf } from './transactions.households.ts'
import { findSenderName } from './transactions.queries.ts'
import { checkNewTransactionQuota, lockAuthor } from './transactions.quotas.ts'
import { findSent, type MessageRow, type NewMessage, storeMessage } from './transactions.storing.ts'
import { type Sending, tellByMail } from './transactions.telling.ts'

interface NewTransaction extends NewMessage {
  renter_id: string
  item_id: number
}

/** One that may be asked, or is the borrower's own: a hidden one is not even read. */
async function findAskedLetterbox(
  db: Db,
  borrowerId: string,
  { renter_id: renterId, item_id: itemId }: NewTransaction,
): Promise<AskedLetterbox | null> {
  const [row] = await db
    .select({
      own: sql<boolean>`${managedBy(borrowerId)}`,
      on_map: sql<boolean>`${isOnMap}`,
      enable_messaging: users.enable_messaging,
      reseller: users.reseller,
      lends_item: sql<boolean>`coalesce(${items.active}, false)`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(
      letterbox_items,
      and(eq(letterbox_items.letterbox_id, letterboxes.id), eq(letterbox_items.item_id, itemId)),
    )
    .leftJoin(items, eq(items.id, letterbox_items.item_id))
    .where(and(eq(letterboxes.user_id, renterId), or(isOnMap, managedBy(borrowerId))))
  return row ?? null
}

/**
 * Asks the owner of a letterbox for an item.
 * @throws {AppError} own_letterbox, not_found, not_borrowable, messaging_disabled, rate_limited, and
 * conflict when the request id was used for something else.
 */
export async function createTransaction(
  sending: Sending,
  borrowerId: string,
  asked: NewTransaction,
): Promise<MessageRow> {
  const { db, mail, now } = sending
  await lockAuthor(db, borrowerId)
  // Locking the own account lines up the calls of one borrower: neither the same request twice
  // nor many at once can slip past the checks.
  const [borrower] = await db
    .select({
      id: users.id,
      email_confirmed: sql<boolean>`${users.email_confirmed_at} IS NOT NULL`,
      enable_messaging: users.enable_messaging,
      show_on_map: users.show_on_map,
      created_at: users.created_at,
    })
    .from(users)
    .where(eq(users.id, borrowerId))
    .for('no key update')
  if (!borrower) throw new AppError('unauthorized')
  const earlier = await findSent(db, borrowerId, asked.request_id)
  if (earlier) {
    if (earlier.text !== asked.text || earlier.to_id !== asked.renter_id) {
      throw new AppError('conflict')
    }
    return earlier
  }
  const letterbox = await findAskedLetterbox(db, borrowerId, asked)
  const refusal = refuseBorrow({ borrower, renter_id: asked.renter_id, letterbox })
  if (refusal) throw new AppError(REFUSAL_CODES[refusal])
  const ageMs = now.getTime() - borrower.created_at.getTime()
  await checkNewTransactionQuota(db, borrowerId, ageMs, now)
  const sides = { borrower_id: borrowerId, renter_id: asked.renter_id, created_at: now }
  // Its members are mailed as well.
  const household = await findHousehold(db, sides, asked.renter_id)
  const accounts = await holdAccounts(db, [asked.renter_id, ...idsOf(household)])
  if (!accounts.has(asked.renter_id)) throw new AppError('not_found')
  const [transaction] = await db
    .insert(transactions)
    .values({
      item_id: asked.item_id,
      ...sides,
      updated_at: now,
    })
    .returning({ id: transactions.id })
  if (!transaction) throw new Error('Unexpected empty answer to an insert')
  const envelope = {
    transaction_id: transaction.id,
    from_id: borrowerId,
    to_id: asked.renter_id,
    author_id: borrowerId,
  }
  const people = { created_at: now, sender: [], recipient: household }
  const message = await storeMessage(db, envelope, asked, people)
  const mailed = {
    fromFirstname: (await findSenderName(db, borrowerId, 'borrower')) ?? mail.config.brandName,
    itemId: asked.item_id,
    transactionId: transaction.id,
    messageId: message.id,
    text: asked.text,
    firstInTransaction: true,
  }
  await tellByMail(sending, mailed, { id: asked.renter_id, household })
  return message
}
