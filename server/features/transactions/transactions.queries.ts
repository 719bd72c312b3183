import type { Language } from '@letterlend/contract/languages.ts'
import {
  MESSAGES_PER_TRANSACTION,
  type Message,
  type Party,
  TRANSACTIONS_PER_PAGE,
  type Transaction,
} from '@letterlend/contract/transactions.ts'
import { and, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import {
  household_members,
  items,
  letterboxes,
  messages,
  transactions,
  users,
} from '../../db/schema.ts'
import type { Speaker } from './transactions.rules.ts'

type MessageRow = typeof messages.$inferSelect

/** As the side that wrote it sees it. */
export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    text: row.text,
    from_id: row.from_id,
    to_id: row.to_id,
    author_id: row.author_id,
    created_at: row.created_at.toISOString(),
    seen: row.seen_at !== null,
  }
}

/** What the database says of one side. */
interface PartyRow {
  id: string | null
  firstname: string | null
  show_name: boolean | null
  show_on_map: boolean | null
  letterbox_id: string | null
  address: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  holiday_until: string | null
}

/**
 * A side as others may see it, or all of it where it is `own`: a hidden letterbox is as good as none,
 * and the renter's first name is the renter's to show. Whoever asks introduces itself.
 */
function presentParty(row: PartyRow, role: 'borrower' | 'renter', own: boolean): Party | null {
  if (row.id === null) return null
  const named = own || role === 'borrower' || row.show_name === true
  const shown =
    own || (row.show_on_map === true && row.latitude !== null && row.holiday_until === null)
  return {
    id: row.id,
    firstname: named ? row.firstname : null,
    address: shown ? row.address : null,
    city: shown ? row.city : null,
    letterbox:
      shown && row.letterbox_id
        ? { id: row.letterbox_id, latitude: row.latitude, longitude: row.longitude }
        : null,
  }
}

const borrower = alias(users, 'borrower')
const renter = alias(users, 'renter')
const borrowerBox = alias(letterboxes, 'borrower_box')
const renterBox = alias(letterboxes, 'renter_box')

function partyColumns(
  user: typeof borrower | typeof renter,
  box: typeof borrowerBox | typeof renterBox,
) {
  return {
    id: user.id,
    firstname: user.firstname,
    show_name: user.show_name,
    show_on_map: user.show_on_map,
    letterbox_id: box.id,
    address: box.address,
    city: box.city,
    latitude: box.latitude,
    holiday_until: box.holiday_until,
    longitude: box.longitude,
  }
}

/** Who of a household wrote is told to the household alone. */
const authorSeenBy = (viewerId: string) => sql`
  CASE WHEN author_id = from_id OR ${transactions.borrower_id} IS DISTINCT FROM ${viewerId} THEN author_id END`

/** The newest messages of the transaction at hand as one JSON array, oldest first. */
function newestMessages(viewerId: string, before: Date | undefined): SQL<Message[]> {
  const older = before ? sql`AND created_at < ${before.toISOString()}::timestamptz` : sql``
  return sql<Message[]>`(
    SELECT coalesce(json_agg(json_build_object(
      'id', id, 'text', text, 'from_id', from_id, 'to_id', to_id,
      'author_id', ${authorSeenBy(viewerId)},
      'created_at', created_at, 'seen', seen_at IS NOT NULL
    ) ORDER BY created_at, id), '[]')
    FROM (
      SELECT * FROM messages WHERE transaction_id = ${transactions.id} ${older}
      ORDER BY created_at DESC, id DESC LIMIT ${MESSAGES_PER_TRANSACTION}
    ) newest
  )`
}

export interface TransactionFilter {
  transactionId?: string | undefined
  /** See the contract: pages messages when one transaction is asked for, transactions otherwise. */
  before?: Date | undefined
}

const NAME_COLUMN = { de: 'name_de', en: 'name_en', fr: 'name_fr' } as const

/** Who somebody is in transactions. */
export async function findSpeaker(db: Db, id: string): Promise<Speaker> {
  const [row] = await db
    .select({ owner: letterboxes.user_id, since: household_members.joined_at })
    .from(household_members)
    .innerJoin(letterboxes, eq(letterboxes.id, household_members.letterbox_id))
    .where(eq(household_members.user_id, id))
  return { id, household: row ?? null }
}

/** The transactions in which the user speaks for a side, last activity first. */
export async function listTransactions(
  db: Db,
  viewer: Speaker & { lang: Language },
  { transactionId, before }: TransactionFilter = {},
): Promise<Transaction[]> {
  const rows = await db
    .select({
      transaction: transactions,
      item: {
        id: items.id,
        image_path: items.image_path,
        name_de: items.name_de,
        name_en: items.name_en,
        name_fr: items.name_fr,
      },
      borrower: partyColumns(borrower, borrowerBox),
      renter: partyColumns(renter, renterBox),
      messages: newestMessages(viewer.id, transactionId ? before : undefined),
      has_new_message: sql<boolean>`EXISTS (
        SELECT FROM messages WHERE transaction_id = ${transactions.id}
        AND to_id = CASE WHEN ${transactions.borrower_id} = ${viewer.id}
          THEN ${transactions.borrower_id} ELSE ${transactions.renter_id} END
        AND seen_at IS NULL
      )`,
    })
    .from(transactions)
    .innerJoin(items, eq(items.id, transactions.item_id))
    .leftJoin(borrower, eq(borrower.id, transactions.borrower_id))
    .leftJoin(borrowerBox, eq(borrowerBox.user_id, transactions.borrower_id))
    .leftJoin(renter, eq(renter.id, transactions.renter_id))
    .leftJoin(renterBox, eq(renterBox.user_id, transactions.renter_id))
    .where(
      and(
        or(
          eq(transactions.borrower_id, viewer.id),
          eq(transactions.renter_id, viewer.id),
          viewer.household
            ? and(
                eq(transactions.renter_id, viewer.household.owner),
                gte(transactions.created_at, viewer.household.since),
              )
            : undefined,
        ),
        transactionId ? eq(transactions.id, transactionId) : undefined,
        before && !transactionId ? lt(transactions.updated_at, before) : undefined,
      ),
    )
    .orderBy(desc(transactions.updated_at), desc(transactions.id))
    .limit(TRANSACTIONS_PER_PAGE)
  const ownsRenter = (id: string | null) => id === viewer.id || id === viewer.household?.owner
  return rows.map((row) => ({
    id: row.transaction.id,
    status: row.transaction.status,
    item: { ...row.item, name: row.item[NAME_COLUMN[viewer.lang]] },
    borrower_id: row.transaction.borrower_id,
    renter_id: row.transaction.renter_id,
    borrower: presentParty(row.borrower, 'borrower', row.borrower.id === viewer.id),
    renter: presentParty(row.renter, 'renter', ownsRenter(row.renter.id)),
    messages: row.messages.map((message) => ({
      ...message,
      created_at: new Date(message.created_at).toISOString(),
    })),
    has_new_message: row.has_new_message,
    created_at: row.transaction.created_at.toISOString(),
    updated_at: row.transaction.updated_at.toISOString(),
  }))
}

/**
 * In how many transactions a message to the user waits to be seen. What waits for the letterbox of
 * the household counts for members who take messages.
 */
export async function countNewTransactions(db: Db, userId: string): Promise<number> {
  const household = sql`(
    SELECT letterboxes.user_id FROM household_members
    JOIN letterboxes ON letterboxes.id = household_members.letterbox_id
    JOIN users ON users.id = household_members.user_id AND users.enable_messaging
    WHERE household_members.user_id = ${userId}
  )`
  const asked = sql`EXISTS (
    SELECT FROM transactions WHERE id = ${messages.transaction_id}
    AND renter_id = ${messages.to_id} AND borrower_id IS DISTINCT FROM ${userId}
    AND created_at >= (SELECT joined_at FROM household_members WHERE user_id = ${userId})
  )`
  const [row] = await db
    .select({ count: sql<number>`count(DISTINCT ${messages.transaction_id})::int` })
    .from(messages)
    .where(
      and(
        isNull(messages.seen_at),
        or(eq(messages.to_id, userId), and(eq(messages.to_id, household), asked)),
      ),
    )
  return row?.count ?? 0
}

/** A message as each of those concerned sees it. */
export async function findMessage(
  db: Db,
  messageId: string,
): Promise<((userId: string) => { transaction_id: string; message: Message }) | null> {
  const [row] = await db
    .select({ message: messages, borrower_id: transactions.borrower_id })
    .from(messages)
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(eq(messages.id, messageId))
  if (!row) return null
  const { transaction_id, from_id, author_id } = row.message
  const message = presentMessage(row.message)
  return (userId) => {
    const hidden = userId === row.borrower_id && author_id !== from_id
    return { transaction_id, message: hidden ? { ...message, author_id: null } : message }
  }
}

/** The sender as the recipient may see it, in one word: first name, else street, else null. */
export async function findSenderName(
  db: Db,
  senderId: string,
  role: 'borrower' | 'renter',
): Promise<string | null> {
  const [sender] = await db
    .select(partyColumns(borrower, borrowerBox))
    .from(borrower)
    .leftJoin(borrowerBox, eq(borrowerBox.user_id, borrower.id))
    .where(eq(borrower.id, senderId))
  // Seen by somebody else, never by the sender.
  const party = sender ? presentParty(sender, role, false) : null
  return party?.firstname || party?.address || null
}
