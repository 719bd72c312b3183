import type {
  InWords,
  LoanReason,
  LoanSide,
  LoanStatus,
  LoanStep,
} from '#features/lending/conversations/transactions/loan-steps.ts'

/** What people do in a recorded history. */
export type CallKind = LoanStep | 'undo' | 'create' | 'ask' | 'block' | 'unblock' | 'remove'

/** One thing that a person did, under one request id, however often it had to be sent. */
export interface Call {
  /** The request id; of calls that carry none, only a name. */
  id: string
  kind: CallKind
  person: string
  /** Of steps: the transaction. Of `ask`: the request that others are asked besides. */
  transaction: string | null
  /** Of `create` and `ask`: who is asked. Of `block` and `unblock`: the other person. */
  others: string[]
  item: number | null
  /** What else the body said. */
  days: {
    wanted_from?: string
    wanted_until?: string
    handover_at?: string
    return_by?: string
    since?: string
  }
  /** Of steps: when the last event happened that its person had read; missing where the call did not say so. */
  read?: number | null
  /** Milliseconds since the epoch: when it was first sent, when the last try was sent, and when the last answer came. */
  began: number
  lastSent: number
  ended: number
  tries: number
  /** Null: the answer was lost, and it was not sent again. */
  answer: { status: number; code: string | null; transactions: string[] } | null
}

/** A transaction as its row says. */
export interface Row {
  id: string
  status: LoanStatus
  item: number
  borrower: string | null
  lender: string | null
  wanted_from: string | null
  wanted_until: string | null
  dates_by: LoanSide
  /** ISO instants, as `toISOString` writes them. */
  handover_at: string | null
  return_by: string | null
  days_asked_by: LoanSide | null
  asked_handover_at: string | null
  asked_return_by: string | null
  /** `[2026-11-21,2026-11-23)` */
  lent: string | null
  /** The same as agreed, once a hand-over has moved it. */
  lent_as_agreed: string | null
  copy: number | null
  ask: string | null
  in_words: InWords | null
  closed: boolean
}

/** A line of the history of a transaction. */
export interface Line {
  status: LoanStatus
  /** Milliseconds since the epoch. */
  at: number
  side: LoanSide | null
  reason: LoanReason | null
  request: string | null
  /** The days that were wanted by then; not of lines that people read. */
  wanted_from?: string | null
  wanted_until?: string | null
}

/** What the database wrote down as it happened, in the order in which rows were locked. */
export type Entry = { act: string; written: number } & (
  | { type: 'row'; row: Row }
  | { type: 'gone'; transaction: string }
  | { type: 'line'; transaction: string; line: Line }
  | { type: 'line_gone'; transaction: string; line: Line }
  | { type: 'said'; transaction: string; request: string | null }
  /** A mail about a change was put into the queue. */
  | { type: 'told'; mail: string; transaction: string; person: string; news: string }
)

export interface History {
  /** How many copies everybody has of an item; one where nothing is said. */
  copies: Record<number, number>
  calls: Call[]
  journal: Entry[]
  /** What people read at the end, by transaction: status and lines. */
  read: Record<string, { status: LoanStatus; lines: Omit<Line, 'request'>[] }>
  /** Mails in the mailboxes at the end, by their ids, and what still waits. */
  delivered: string[]
  waiting: string[]
}

/** The entries that one database transaction wrote: all of it happened at once. */
export interface Act {
  name: string
  written: number
  entries: Entry[]
}

/**
 * The acts of a journal, in the order of what each wrote last: an act that waited for another one, with half of it
 * written, comes after that one.
 */
export function actsOf(journal: readonly Entry[]): Act[] {
  const acts = new Map<string, Act>()
  for (const entry of journal) {
    const { act: name, written } = entry
    const act = acts.get(name) ?? { name, written, entries: [] }
    act.entries.push(entry)
    acts.delete(name)
    acts.set(name, act)
  }
  return [...acts.values()]
}
