import type { Message, Party, Transaction, TransactionEvent } from '../../contract.ts'
import type { LoanSide, LoanStatus } from '../../loan-steps.ts'
import type { MessageWarning } from '../../message-warnings.ts'
import type { Outgoing, OutgoingMessage, OutgoingState } from '../data/outbox.ts'

/** A message on the screen: stored, or still on its way. */
export interface Bubble {
  kind: 'bubble'
  key: string
  /** Of the own side. */
  own: boolean
  /** Who of that side wrote it; null where that is not known. */
  author_id: string | null
  text: string
  created_at: string
  /** `held`: a moderator looks at it first. `refused`: and let it reach nobody. */
  state: 'received' | 'sent' | 'seen' | 'held' | 'refused' | OutgoingState
  /** What the reader is warned of. */
  warnings: readonly MessageWarning[]
  error?: unknown
}

/** Something that happened to the request, told in a line of its own between the bubbles. */
export interface Happening {
  kind: 'event'
  key: string
  /** The own side did it. */
  own: boolean
  /** Which side of the loan is the own one. */
  role: LoanSide
  /** Who of that side did it; null where that is not known, and for what happened by itself. */
  author_id: string | null
  created_at: string
  event: TransactionEvent
  /** What the transaction was before. */
  before: LoanStatus
}

export type Entry = Bubble | Happening

/** Line breaks of the old product were stored as tags. */
export function plainText(text: string): string {
  return text.replace(/<br\s*\/?>\n?/gi, '\n')
}

export function otherParty(transaction: Transaction, ownId: string): Party | null {
  return transaction.borrower_id === ownId ? transaction.renter : transaction.borrower
}

function stateOf({ seen, held, refused }: Message, own: boolean): Bubble['state'] {
  if (!own) return 'received'
  if (refused) return 'refused'
  return held ? 'held' : seen ? 'seen' : 'sent'
}

/** Thousands of them stay the same when one is added. */
const stored = new WeakMap<Message, Bubble>()

function storedBubble(message: Message, ownId: string): Bubble {
  const own = message.from_id === ownId
  const known = stored.get(message)
  if (known?.own === own) return known
  const bubble: Bubble = {
    kind: 'bubble',
    key: message.id,
    own,
    author_id: message.author_id,
    text: plainText(message.text),
    created_at: message.created_at,
    state: stateOf(message, own),
    warnings: own ? [] : message.warnings,
  }
  stored.set(message, bubble)
  return bubble
}

/** How far the clock of this device may be ahead of the server's. */
const CLOCK_SKEW_MS = 60_000

/**
 * Outgoing messages that the server does not have yet. A message can come back as a live event
 * before its own call is answered; it is then shown once.
 */
export function stillOutgoing(
  messages: Message[],
  outgoing: readonly OutgoingMessage[],
  ownId: string,
): OutgoingMessage[] {
  if (outgoing.length === 0) return []
  const arrived = messages.filter(({ from_id }) => from_id === ownId)
  return outgoing.filter((entry) => {
    if (entry.state === 'failed') return true
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

/** The beginning is told by the first message, unless it came with days. */
const isTold = ({ status, reason, wanted_from }: TransactionEvent) =>
  status !== 'requested' || reason !== null || wanted_from !== null

/** What happened since the oldest message that is known: what is older comes with older messages. */
function happenings({ events, messages, borrower_id }: Transaction, ownId: string): Happening[] {
  const role = borrower_id === ownId ? 'borrower' : 'lender'
  const since = messages[0]?.created_at ?? ''
  return events.flatMap((event, i): Happening[] => {
    if (!isTold(event) || event.at < since) return []
    const before = events[i - 1]?.status ?? 'requested'
    const own = event.side === role
    const { id: key, by_id: author_id, at: created_at } = event
    return [{ kind: 'event', key, own, role, author_id, created_at, event, before }]
  })
}

const onItsWay = (entry: OutgoingMessage): Bubble => ({
  kind: 'bubble',
  key: entry.request_id,
  own: true,
  author_id: entry.author_id,
  text: entry.text,
  created_at: entry.created_at,
  state: entry.state,
  warnings: [],
  error: entry.error,
})

/** Both by their time; what happened stands above the message that came with it. */
function inOrder(happened: Happening[], said: Bubble[]): Entry[] {
  const entries: Entry[] = []
  let next = 0
  for (const bubble of said) {
    for (; (happened[next]?.created_at ?? '~') <= bubble.created_at; next++) {
      entries.push(happened[next] as Happening)
    }
    entries.push(bubble)
  }
  return [...entries, ...happened.slice(next)]
}

/** Everything to show of one transaction, oldest first; what is on its way comes last. */
export function conversationEntries(
  transaction: Transaction,
  outgoing: readonly Outgoing[],
  ownId: string,
): Entry[] {
  const { messages } = transaction
  const own = outgoing.filter(
    (entry): entry is OutgoingMessage =>
      entry.kind === 'message' &&
      entry.transaction_id === transaction.id &&
      entry.from_id === ownId,
  )
  return [
    ...inOrder(
      happenings(transaction, ownId),
      messages.map((message) => storedBubble(message, ownId)),
    ),
    ...stillOutgoing(messages, own, ownId).map(onItsWay),
  ]
}
