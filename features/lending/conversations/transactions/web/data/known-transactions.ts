import { replaceEqualDeep } from '@tanstack/react-query'
import type { Message, Transaction } from '../../contract.ts'
import { MESSAGES_PER_TRANSACTION } from '../../transaction-limits.ts'

/** The user's transactions, in one cache entry for all features; live events update it as well. */
export const TRANSACTIONS_KEY = ['transactions'] as const
/** Only the server can evaluate a search: searches reload when a transaction has changed. */
export const SEARCHES_KEY = [...TRANSACTIONS_KEY, 'search'] as const
/** Likewise, only the server can count conversations that are not loaded. */
export const WAITING_COUNT_KEY = [...SEARCHES_KEY, 'waiting count'] as const

/**
 * The id of the user's side in a transaction: the borrower, or the lender, whose household may be several people.
 */
export function sideIdOf(
  { borrower_id, renter_id }: Pick<Transaction, 'borrower_id' | 'renter_id'>,
  userId: string,
): string {
  return borrower_id === userId ? userId : (renter_id ?? userId)
}

const byTime = (a: Message, b: Message) =>
  a.created_at === b.created_at ? a.id.localeCompare(b.id) : a.created_at < b.created_at ? -1 : 1

/** Returns the loaded list if the new one has the same elements in the same order, else the new one. */
const unlessSame = <T>(loaded: T[], next: T[]): T[] =>
  next.length === loaded.length && next.every((each, i) => each === loaded[i]) ? loaded : next

/**
 * The messages of both lists, each once, oldest first. A seen message stays seen, whichever response arrived
 * last. Unchanged messages and lists stay the same objects: a conversation may have thousands, whose rows would
 * otherwise render again.
 */
export function mergeMessages(loaded: Message[], fresh: Message[]): Message[] {
  const all = new Map(loaded.map((message) => [message.id, message]))
  for (const message of fresh) {
    const before = all.get(message.id)
    const after = { ...message, seen: message.seen || before?.seen === true }
    all.set(message.id, before ? replaceEqualDeep(before, after) : after)
  }
  return unlessSame(loaded, [...all.values()].sort(byTime))
}

/** Sorts by last activity, latest first. */
function byLastActivity(transactions: Transaction[]): Transaction[] {
  return transactions.toSorted((a, b) =>
    a.updated_at === b.updated_at ? 0 : a.updated_at > b.updated_at ? -1 : 1,
  )
}

/**
 * Whether messages may be missing between the loaded ones and those of a response: the response is full, and all
 * its messages are newer than the loaded ones.
 */
function leavesGap(loaded: Message[], fresh: Message[]): boolean {
  const [newest, oldest] = [loaded.at(-1), fresh[0]]
  if (!newest || !oldest || fresh.length < MESSAGES_PER_TRANSACTION) return false
  return byTime(newest, oldest) < 0
}

/**
 * Whether a response is older than the loaded transaction: it then has fewer events. A response with a later last
 * activity is never older, even if it has fewer events because a step was undone.
 */
function isOlder(fresh: Transaction, loaded: Transaction): boolean {
  return fresh.updated_at <= loaded.updated_at && fresh.events.length < loaded.events.length
}

/** Returns the loaded object if the response brings nothing new, so that components do not render again. */
function mergeTransaction(loaded: Transaction, fresh: Transaction): Transaction {
  const loadedIds = new Set(loaded.messages.map(({ id }) => id))
  const nothingNew = fresh.messages.every(({ id }) => loadedIds.has(id))
  const unread = nothingNew ? Math.min(fresh.unread, loaded.unread) : fresh.unread
  // Across a gap the earlier messages are dropped; they load again when the reader scrolls to them.
  const messages = leavesGap(loaded.messages, fresh.messages)
    ? fresh.messages
    : mergeMessages(loaded.messages, fresh.messages)
  const { messages: loadedMessages, ...before } = loaded
  const { messages: _, ...newer } = isOlder(fresh, loaded) ? loaded : fresh
  const after = replaceEqualDeep(before, {
    ...newer,
    archived: fresh.archived,
    muted: fresh.muted,
    unread,
    has_new_message: nothingNew
      ? fresh.has_new_message && loaded.has_new_message
      : fresh.has_new_message,
    updated_at: loaded.updated_at > fresh.updated_at ? loaded.updated_at : fresh.updated_at,
  })
  return after === before && messages === loadedMessages ? loaded : { ...after, messages }
}

/**
 * Merges a response into the loaded transactions. A response holds only the newest messages, and may be older
 * than a live event that overtook it. Neither messages nor transactions are ever deleted.
 */
export function mergeTransactions(
  loaded: Transaction[] | undefined,
  fresh: Transaction[],
): Transaction[] {
  if (!loaded) return fresh
  const all = new Map(loaded.map((transaction) => [transaction.id, transaction]))
  for (const transaction of fresh) {
    const before = all.get(transaction.id)
    all.set(transaction.id, before ? mergeTransaction(before, transaction) : transaction)
  }
  return unlessSame(loaded, byLastActivity([...all.values()]))
}

/**
 * A transaction with a new message: it takes over the message's time as its last activity, and leaves the
 * archive.
 */
function receiving(transaction: Transaction, message: Message, userId: string): Transaction {
  const own = sideIdOf(transaction, userId)
  const messages = mergeMessages(transaction.messages, [message])
  // An automatic reply is no answer and does not move the conversation.
  if (message.automatic) return { ...transaction, messages }
  const isNew = !transaction.messages.some(({ id }) => id === message.id)
  const waits = isNew && message.to_id === own && !message.seen
  const isOfLender = message.from_id === transaction.renter_id
  const isUndecided = transaction.status === 'requested' || transaction.status === 'expired'
  const isWritten = isNew && isOfLender && isUndecided
  return {
    ...transaction,
    messages,
    has_new_message: transaction.has_new_message || waits,
    unread: transaction.unread + (waits ? 1 : 0),
    answered: transaction.answered || isOfLender,
    written_at: isWritten ? message.created_at : transaction.written_at,
    archived: transaction.archived && message.author_id === userId,
    updated_at:
      message.created_at > transaction.updated_at ? message.created_at : transaction.updated_at,
  }
}

/** Adds a message and moves its transaction to the top; null if that transaction is not loaded. */
export function withMessage(
  transactions: Transaction[],
  transactionId: string,
  message: Message,
  userId: string,
): Transaction[] | null {
  if (!transactions.some(({ id }) => id === transactionId)) return null
  return byLastActivity(
    transactions.map((transaction) =>
      transaction.id === transactionId ? receiving(transaction, message, userId) : transaction,
    ),
  )
}

/** Marks the messages to the side `seenBy` in one transaction as seen. */
export function withSeen(
  transactions: Transaction[],
  transactionId: string,
  seenBy: string,
  userId: string,
): Transaction[] {
  return transactions.map((transaction) => {
    if (transaction.id !== transactionId) return transaction
    const own = seenBy === sideIdOf(transaction, userId)
    return {
      ...transaction,
      ...(own && { has_new_message: false, unread: 0 }),
      messages: transaction.messages.map((message) =>
        message.to_id === seenBy && !message.seen ? { ...message, seen: true } : message,
      ),
    }
  })
}
