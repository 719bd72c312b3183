import type { Message, Party, Transaction } from '@letterlend/contract/transactions.ts'
import type { Outgoing } from '../../data/outbox.ts'

/** A message on the screen: stored, or still on its way. */
export interface Bubble {
  key: string
  /** Of the own side. */
  own: boolean
  /** Who of that side wrote it; null where that is not known. */
  author_id: string | null
  text: string
  created_at: string
  state: 'received' | 'sent' | 'seen' | 'sending' | 'failed'
  error?: unknown
}

export interface Day {
  /** Local calendar day, `2026-11-21`. */
  date: string
  bubbles: Bubble[]
}

/** Line breaks of the old product were stored as tags. */
export function plainText(text: string): string {
  return text.replace(/<br\s*\/?>\n?/gi, '\n')
}

export function otherParty(transaction: Transaction, ownId: string): Party | null {
  return transaction.borrower_id === ownId ? transaction.renter : transaction.borrower
}

/** A calendar day of the reader, whose midnight it is. */
function localDay(iso: string): string {
  const time = new Date(iso)
  const month = String(time.getMonth() + 1).padStart(2, '0')
  return `${time.getFullYear()}-${month}-${String(time.getDate()).padStart(2, '0')}`
}

function storedBubble(message: Message, ownId: string): Bubble {
  const own = message.from_id === ownId
  return {
    key: message.id,
    own,
    author_id: message.author_id,
    text: plainText(message.text),
    created_at: message.created_at,
    state: own ? (message.seen ? 'seen' : 'sent') : 'received',
  }
}

/** How far the clock of this device may be ahead of the server's. */
const CLOCK_SKEW_MS = 60_000

/**
 * Outgoing messages that the server does not have yet. A message can come back as a live event
 * before its own call is answered; it is then shown once.
 */
export function stillOutgoing(
  messages: Message[],
  outgoing: readonly Outgoing[],
  ownId: string,
): Outgoing[] {
  const arrived = messages.filter(({ from_id }) => from_id === ownId)
  return outgoing.filter((entry) => {
    if (entry.state !== 'sending') return true
    const earliest = Date.parse(entry.created_at) - CLOCK_SKEW_MS
    const index = arrived.findLastIndex(
      ({ text, author_id, created_at }) =>
        text === entry.text &&
        (author_id === null || author_id === entry.author_id) &&
        Date.parse(created_at) >= earliest,
    )
    if (index < 0) return true
    arrived.splice(index, 1)
    return false
  })
}

/** Everything to show of one transaction, by local days, oldest first; what is on its way comes last. */
export function conversationDays(
  transaction: Transaction,
  outgoing: readonly Outgoing[],
  ownId: string,
): Day[] {
  const own = outgoing.filter(
    ({ transaction_id, from_id }) => transaction_id === transaction.id && from_id === ownId,
  )
  const bubbles = [
    ...transaction.messages.map((message) => storedBubble(message, ownId)),
    ...stillOutgoing(transaction.messages, own, ownId).map(
      (entry): Bubble => ({
        key: entry.request_id,
        own: true,
        author_id: entry.author_id,
        text: entry.text,
        created_at: entry.created_at,
        state: entry.state,
        error: entry.error,
      }),
    ),
  ]
  const days: Day[] = []
  for (const bubble of bubbles) {
    const date = localDay(bubble.created_at)
    const last = days.at(-1)
    if (last?.date === date) last.bubbles.push(bubble)
    else days.push({ date, bubbles: [bubble] })
  }
  return days
}
