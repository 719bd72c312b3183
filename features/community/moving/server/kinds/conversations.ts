import { randomUUID } from 'node:crypto'
import {
  findConversations,
  findConversationsOf,
  findSeen,
  removeMovedConversations,
  removeMovedMessages,
  setSeen,
  settleMoved,
  storeMovedConversations,
  storeMovedMessages,
} from '#features/lending/conversations/moving-in/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { readSwitch, readTime } from '../cells.ts'
import { findLegacy } from '../legacy-ids.queries.ts'
import { textOfMessage } from '../message-text.ts'
import { isMoved, type Kind, type ReadRow, type StoredRow } from '../move.ts'

interface Conversation extends ReadRow {
  item_id: number
  borrower_id: string | null
  lender_id: string | null
  created_at: Date
}

const pairOf = ({
  item_id,
  borrower_id,
  lender_id,
}: Pick<Conversation, 'item_id' | 'borrower_id' | 'lender_id'>) =>
  `${borrower_id} ${lender_id} ${item_id}`

const isWhole = ({ borrower_id, lender_id }: Pick<Conversation, 'borrower_id' | 'lender_id'>) =>
  borrower_id !== null && lender_id !== null

export const transactionsKind: Kind<Conversation> = {
  kind: 'transaction',
  file: 'transactions.csv',
  columns: ['id', 'item_id', 'borrower_id', 'renter_id', 'status', 'created_at', 'updated_at'],

  async read(move, rows) {
    const { db, report } = move
    const users = await findLegacy(
      db,
      'user',
      rows.flatMap(({ fields }) => [fields.borrower_id ?? [], fields.renter_id ?? []].flat()),
    )
    const items = await findLegacy(
      db,
      'item',
      rows.flatMap(({ fields }) => fields.item_id ?? []),
    )
    return rows.flatMap(({ line, fields }): Conversation[] => {
      if (!fields.id) return report.refuse(line, 'id is missing')
      const item = items.get(fields.item_id ?? '')
      if (!item) return report.refuse(line, `item ${fields.item_id ?? ''} is not in items.csv`)
      const borrower_id = users.get(fields.borrower_id ?? '')?.new_id ?? null
      const lender_id = users.get(fields.renter_id ?? '')?.new_id ?? null
      if (borrower_id === null && lender_id === null)
        return report.refuse(line, 'both of its users are gone')
      if (borrower_id === lender_id) return report.refuse(line, 'both of its users are the same')
      const created_at = readTime(fields.created_at, move.timeZone) ?? move.now
      const item_id = Number(item.new_id)
      return [{ line, old_id: fields.id, values: {}, item_id, borrower_id, lender_id, created_at }]
    })
  },

  /** One conversation for two users and an item. */
  async store(move, rows) {
    const borrowers = rows.flatMap(({ borrower_id }) => borrower_id ?? [])
    const here =
      borrowers.length > 0
        ? await findConversationsOf(move.db, borrowers, isMoved(transactions.id, 'transaction'))
        : []
    const idOfPair = new Map(here.filter(isWhole).map((row) => [pairOf(row), row.id]))
    const stored: StoredRow<Conversation>[] = []
    const fresh: (Conversation & { id: string })[] = []
    for (const row of rows) {
      const before = isWhole(row) ? idOfPair.get(pairOf(row)) : undefined
      const new_id = before ?? randomUUID()
      if (before === undefined) {
        fresh.push({ ...row, id: new_id })
        if (isWhole(row)) idOfPair.set(pairOf(row), new_id)
      }
      stored.push({ row, new_id, created: before === undefined })
    }
    await storeMovedConversations(
      move.db,
      fresh.map(({ id, item_id, borrower_id, lender_id, created_at }) => ({
        id,
        item_id,
        borrower_id,
        lender_id,
        created_at,
      })),
    )
    return stored
  },

  async current(move, ids) {
    const rows = await findConversations(move.db, ids)
    return new Map(rows.map(({ id }) => [id, {}]))
  },
  change: async () => {},
  remove: (move, ids) => removeMovedConversations(move.db, ids),
}

interface Message extends ReadRow {
  transaction_id: string
  from_id: string | null
  to_id: string | null
  text: string
  created_at: Date
  seen_at: Date | null
}

export const messagesKind: Kind<Message> = {
  kind: 'message',
  file: 'messages.csv',
  columns: ['id', 'transaction_id', 'from_id', 'to_id', 'text', 'seen', 'created_at'],

  async read(move, rows) {
    const { db, report } = move
    const conversations = await findLegacy(
      db,
      'transaction',
      rows.flatMap(({ fields }) => fields.transaction_id ?? []),
    )
    const users = await findLegacy(
      db,
      'user',
      rows.flatMap(({ fields }) => [fields.from_id ?? [], fields.to_id ?? []].flat()),
    )
    return rows.flatMap(({ line, fields }): Message[] => {
      if (!fields.id) return report.refuse(line, 'id is missing')
      const conversation = conversations.get(fields.transaction_id ?? '')
      if (!conversation)
        return report.refuse(line, `conversation ${fields.transaction_id ?? ''} did not come in`)
      const text = textOfMessage(fields.text ?? '')
      if (text === '') return report.refuse(line, 'its text is empty')
      if ([...text].length > 20_000)
        return report.refuse(line, 'its text has more than 20000 characters')
      const created_at = readTime(fields.created_at, move.timeZone) ?? move.now
      // A switch, or the time when it was seen.
      const seen_at = readTime(fields.seen, move.timeZone)
      const isSeen = readSwitch(fields.seen, false)
      return [
        {
          line,
          old_id: fields.id,
          values: { seen: isSeen || seen_at !== null },
          transaction_id: conversation.new_id,
          from_id: users.get(fields.from_id ?? '')?.new_id ?? null,
          to_id: users.get(fields.to_id ?? '')?.new_id ?? null,
          text,
          created_at,
          seen_at: seen_at ?? (isSeen ? created_at : null),
        },
      ]
    })
  },

  async store(move, rows) {
    const entries = rows.map((row) => ({ row, new_id: randomUUID(), created: true }))
    await storeMovedMessages(
      move.db,
      entries.map(({ row, new_id }) => ({
        id: new_id,
        transaction_id: row.transaction_id,
        from_id: row.from_id,
        author_id: row.from_id,
        to_id: row.to_id,
        text: row.text,
        created_at: row.created_at,
        seen_at: row.seen_at,
      })),
    )
    return entries
  },

  async current(move, ids) {
    const seen = await findSeen(move.db, ids)
    return new Map([...seen].map(([id, at]) => [id, { seen: at !== null }]))
  },
  change: (move, id, row) => setSeen(move.db, id, row.seen_at),
  remove: (move, ids) => removeMovedMessages(move.db, ids),
  finish: (move) => settleMoved(move.db, isMoved(transactions.id, 'transaction')),
}
