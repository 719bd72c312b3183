import type {
  Outgoing,
  OutgoingMessage,
  OutgoingState,
} from '#features/lending/conversations/outbox/web/door.ts'
import type {
  Message,
  Party,
  Transaction,
  TransactionEvent,
} from '#features/lending/conversations/transactions/contract.ts'
import type {
  LoanSide,
  LoanStatus,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import type { MessageWarning } from '#features/lending/conversations/warnings/message-warnings.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

/** A message on the screen: stored on the server, or still being sent. */
export interface Bubble {
  kind: 'bubble'
  key: string
  /** Whether the user's own side wrote it. */
  own: boolean
  /** The person on that side who wrote it; null if not recorded. */
  author_id: string | null
  text: string
  created_at: string
  /** `held`: it waits for a moderator. `refused`: a moderator has refused it. */
  state: 'received' | 'sent' | 'seen' | 'held' | 'refused' | OutgoingState
  /** An automatic reply of the person's mail program. */
  automatic: boolean
  /** The risks shown to the reader. */
  warnings: readonly MessageWarning[]
  /** The part that was cut can be expanded: the message came by mail, from the viewer. */
  hasQuoted: boolean
  error?: unknown
}

/** An event of the transaction, shown on a line of its own between the messages. */
export interface Happening {
  kind: 'event'
  key: string
  /** Whether the user's own side caused it. */
  own: boolean
  /** Whether the user's own side is the borrower or the lender. */
  role: LoanSide
  /** The person who caused it; null if not recorded or if it happened by itself. */
  author_id: string | null
  created_at: string
  event: TransactionEvent
  /** The status of the transaction before this event. */
  before: LoanStatus
}

export type Entry = Bubble | Happening

/** Turns the `<br>` tags in messages of the old product into line breaks. */
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

/** Cached bubbles by message: a conversation may have thousands, and a new message changes none of them. */
const storedBubbles = new WeakMap<Message, Bubble>()

function storedBubble(message: Message, ownId: string): Bubble {
  const own = message.from_id === ownId
  const earlierBubble = storedBubbles.get(message)
  if (earlierBubble?.own === own) return earlierBubble
  const bubble: Bubble = {
    kind: 'bubble',
    key: message.id,
    own,
    author_id: message.author_id,
    text: plainText(message.text),
    created_at: message.created_at,
    state: stateOf(message, own),
    // Undefined in responses of a previous server version.
    automatic: message.automatic === true,
    warnings: own ? [] : message.warnings,
    // Undefined in responses of a previous server version.
    hasQuoted: message.has_quoted === true,
  }
  storedBubbles.set(message, bubble)
  return bubble
}

/** How far this device's clock may be ahead of the server's. */
const CLOCK_SKEW_MS = MINUTE_MS

/**
 * The outgoing messages that the server does not have yet. A message can arrive as a live event before its own
 * call returns; it must be shown only once.
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

/**
 * Whether an event gets a line of its own. The start of a request gets one only if it names days; otherwise the
 * first message says enough.
 */
const isTold = ({ status, reason, wanted_from }: TransactionEvent) =>
  status !== 'requested' || reason !== null || wanted_from !== null

/** The events since the oldest loaded message; older ones appear together with the older messages. */
function happenings({ events, messages, borrower_id }: Transaction, ownId: string): Happening[] {
  const role = borrower_id === ownId ? 'borrower' : 'lender'
  const since = messages[0]?.created_at ?? ''
  return events.flatMap((event, i): Happening[] =>
    isTold(event) && event.at >= since ? [happeningOf(event, events[i - 1], role)] : [],
  )
}

function happeningOf(
  event: TransactionEvent,
  previous: TransactionEvent | undefined,
  role: LoanSide,
): Happening {
  const { id: key, by_id: author_id, at: created_at } = event
  const before = previous?.status ?? 'requested'
  const own = event.side === role
  return { kind: 'event', key, own, role, author_id, created_at, event, before }
}

/** The last event, which decides the current state. */
export function lastHappening({ events }: Transaction, role: LoanSide): Happening | null {
  const last = events.at(-1)
  return last ? happeningOf(last, events.at(-2), role) : null
}

const onItsWay = (entry: OutgoingMessage): Bubble => ({
  kind: 'bubble',
  key: entry.request_id,
  own: true,
  author_id: entry.author_id,
  text: entry.text,
  created_at: entry.created_at,
  state: entry.state,
  automatic: false,
  warnings: [],
  hasQuoted: false,
  error: entry.error,
})

/** Merges events and messages by time; an event comes before the message that was sent with it. */
function inOrder(happened: Happening[], bubbles: Bubble[]): Entry[] {
  const entries: Entry[] = []
  let next = 0
  for (const bubble of bubbles) {
    for (; (happened[next]?.created_at ?? '~') <= bubble.created_at; next++) {
      entries.push(happened[next] as Happening)
    }
    entries.push(bubble)
  }
  return [...entries, ...happened.slice(next)]
}

/** All entries of a transaction, oldest first; messages that are being sent come last. */
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
