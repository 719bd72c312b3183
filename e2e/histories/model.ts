import {
  isOver,
  type LoanReason,
  type LoanSide,
  type LoanState,
  type LoanStatus,
  type LoanStep,
  mayStep,
  statusAfter,
} from '#features/lending/conversations/transactions/loan-steps.ts'

/** First and last day on which an item is away. */
type Days = [from: string, until: string]

export interface LoanEvent {
  /** Assigned by the server; null until the response is read. */
  id: string | null
  status: LoanStatus
  side: LoanSide | null
  reason: LoanReason | null
  wanted: Days
}

/** A transaction: its row and everything that belongs to it. People are ids; null once the account is deleted. */
export interface Loan extends LoanState {
  id: string | null
  item: number
  borrower: string | null
  lender: string | null
  wanted: Days
  return_by: string | null
  asked_return_by: string | null
  lent: Days | null
  lent_as_agreed: Days | null
  copy: number | null
  /** Shared by the requests of one call to several lenders. */
  ask: string | null
  events: LoanEvent[]
  messages: string[]
  thanks: Partial<Record<LoanSide, string>>
}

export interface Model {
  /** Account ids; a deleted account stays in `people` but not in `members`. */
  people: string[]
  members: string[]
  blocks: { by: string; other: string }[]
  loans: Loan[]
}

/** Calls other than the steps of a loan. */
export type OtherCall = 'ask' | 'undo' | 'write' | 'thank' | 'block' | 'unblock' | 'deleteAccount'
export type CallKind = LoanStep | OtherCall

/** A call by one person. */
export interface Call {
  kind: CallKind
  person: string
  request_id: string
  /** The transaction, and its last event that the person has seen. */
  loan: string
  last_event_id: string | null
  /** Text of a message or request; unique per call. */
  text: string
  /** The days in a request or a step. */
  days: Days
  today: string
  lenders: string[]
  item: number
  /** The person to block. */
  other: string
}

/** Copies of each item that every person lends. */
export const COPIES: Readonly<Record<number, number>> = { 1: 1, 2: 2 }

/** An error code, or `ok`. */
export type Answer = string
const OK: Answer = 'ok'

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one < other ? other : one)
const overlap = (one: Days, other: Days) => one[0] <= other[1] && other[0] <= one[1]
const otherSide = (side: LoanSide): LoanSide => (side === 'borrower' ? 'lender' : 'borrower')

/** A lent item is away at least until today, whatever was agreed. */
const away = ([from, until]: Days, today: string): Days => [
  earlier(from, today),
  later(until, today),
]

export function sideOf(loan: Loan, person: string): LoanSide | null {
  if (loan.borrower === person) return 'borrower'
  return loan.lender === person ? 'lender' : null
}

/** A copy that is free on these days, preferring the loan's own; undefined if none is left. */
function freeCopy(
  { loans }: Model,
  loan: Loan,
  { lent, isOut, today }: { lent: Days; isOut: boolean; today: string },
): number | undefined {
  const taken = loans
    .filter((other) => other !== loan && other.lender === loan.lender && other.item === loan.item)
    .filter(({ status }) => status === 'accepted' || status === 'handed_over')
    .filter(
      (other) =>
        other.lent !== null &&
        (overlap(other.lent, lent) ||
          (other.status === 'handed_over' &&
            overlap(away(other.lent, today), isOut ? away(lent, today) : lent))),
    )
    .map(({ copy }) => copy)
  const free = Array.from({ length: COPIES[loan.item] ?? 1 }, (_, copy) => copy).filter(
    (copy) => !taken.includes(copy),
  )
  return loan.copy !== null && free.includes(loan.copy) ? loan.copy : free[0]
}

interface Change {
  set?: Partial<Loan>
  reason?: LoanReason
  /** Needs the item on `set.lent`, or on these days. */
  needs?: Days
  isOut?: boolean
}

const NO_DAYS_ASKED = { days_asked_by: null, asked_return_by: null }

/** The days of a loan after changing its return day; null if the day is the same or in the past. */
function otherDays({ lent, status, return_by }: Loan, until: string, today: string): Days | null {
  const from = lent?.[0] ?? today
  if (until < later(from, today) || until === return_by) return null
  return [status === 'handed_over' ? earlier(from, today) : from, until]
}

/** The changes of a step except the status, or an error code. */
function changeBy(step: LoanStep, loan: Loan, side: LoanSide, call: Call): Change | Answer {
  const { days, today } = call
  switch (step) {
    case 'accept': {
      const lent: Days = [later(loan.wanted[0], today), loan.wanted[1]]
      return { set: { lent, wanted: lent, return_by: lent[1] }, needs: lent }
    }
    case 'propose':
      return { set: { wanted: days, dates_by: side }, reason: 'another_day' }
    case 'sayAgreed': {
      const said = { dates_by: 'borrower', in_words: 'agreed' } as const
      return { set: { ...said, wanted: days }, reason: 'agreed_in_words' }
    }
    case 'sayFetched': {
      const said = { dates_by: 'borrower', in_words: 'fetched' } as const
      return { set: { ...said, wanted: days }, reason: 'fetched_in_words' }
    }
    case 'noteLoan': {
      const set = { wanted: days, lent: days, return_by: days[1], in_words: loan.in_words }
      return { set, reason: 'noted', needs: days, isOut: true }
    }
    case 'changeDays': {
      const lent = otherDays(loan, days[1], today)
      if (!lent) return 'validation'
      const set = { days_asked_by: side, asked_return_by: days[1] }
      return { set, reason: 'days_asked', needs: lent, isOut: loan.status === 'handed_over' }
    }
    case 'agreeDays': {
      if (days[1] !== loan.asked_return_by) return 'status_changed'
      const lent = otherDays(loan, days[1], today)
      if (!lent) return 'validation'
      const set = { ...NO_DAYS_ASKED, lent, return_by: days[1] }
      return { set, reason: 'days_agreed', needs: lent, isOut: loan.status === 'handed_over' }
    }
    case 'keepDays': {
      const isOwn = loan.days_asked_by === side
      return { set: NO_DAYS_ASKED, reason: isOwn ? 'days_withdrawn' : 'days_kept' }
    }
    case 'handOver': {
      const lent: Days = [today, later(loan.lent?.[1] ?? today, today)]
      return { set: { lent, lent_as_agreed: loan.lent }, needs: lent, isOut: true }
    }
    // The reminder comes only after the agreed day, and no history lasts that long.
    case 'notFetched':
      return 'status_changed'
    case 'decline':
    case 'withdraw':
    case 'return':
      return {}
  }
}

/** Records an event, caused by a side or automatic. */
function change(
  loan: Loan,
  { status, side, reason = null }: Pick<LoanEvent, 'status' | 'side'> & Partial<LoanEvent>,
  set: Partial<Loan> = {},
): void {
  // A pending request for another return day survives the hand-over.
  const isStillAsked =
    status === loan.status || (status === 'handed_over' && loan.asked_return_by !== null)
  Object.assign(loan, { in_words: null, ...(isStillAsked ? {} : NO_DAYS_ASKED), ...set, status })
  loan.events.push({ id: null, status, side, reason, wanted: loan.wanted })
}

/** What happened at the door counts, whichever events the person has seen. */
const FACTS: readonly string[] = ['handOver', 'return']

const isOvertaken = (loan: Loan, call: Call) =>
  !FACTS.includes(call.kind) &&
  loan.status !== 'expired' &&
  loan.events.at(-1)?.id !== call.last_event_id

const ANSWERED: readonly LoanStatus[] = ['accepted', 'declined', 'handed_over', 'returned']

function takeStep(model: Model, loan: Loan, side: LoanSide, call: Call, step: LoanStep): Answer {
  if (!mayStep(loan, side, step) || isOvertaken(loan, call)) {
    const isAnswer = step === 'accept' || step === 'decline'
    return isAnswer && ANSWERED.includes(loan.status) ? 'already_answered' : 'status_changed'
  }
  const changed = changeBy(step, loan, side, call)
  if (typeof changed === 'string') return changed
  const { set = {}, reason = null, needs: lent, isOut = false } = changed
  if (lent) {
    const copy = freeCopy(model, loan, { lent, isOut, today: call.today })
    if (copy === undefined) return 'already_lent'
    // A request for other days reserves no copy.
    if (step !== 'changeDays') set.copy = copy
  }
  change(loan, { status: statusAfter(step, loan.status), side, reason }, set)
  if (step !== 'accept' && step !== 'noteLoan') return OK
  // The first yes ends the other requests of the same call.
  for (const sibling of model.loans) {
    const isWaiting = sibling.status === 'requested' || sibling.status === 'expired'
    const isSibling = sibling !== loan && sibling.ask !== null && sibling.ask === loan.ask
    if (isSibling && isWaiting)
      change(sibling, { status: 'withdrawn', side: null, reason: 'lent_elsewhere' })
  }
  return OK
}

const STATUS_BEFORE: Partial<Record<LoanStatus, LoanStatus>> = {
  handed_over: 'accepted',
  returned: 'handed_over',
}
const OF_WORDS: readonly (LoanReason | null)[] = ['noted', 'agreed_in_words', 'fetched_in_words']

/** Whether the side that caused an event may undo it. */
export const isUndoable = ({ status, reason }: LoanEvent): boolean =>
  OF_WORDS.includes(reason) || (reason === null && STATUS_BEFORE[status] !== undefined)

/** Undoes the last step, which only the side that took it may do. */
function undo(model: Model, loan: Loan, side: LoanSide, call: Call): Answer {
  const [before, last] = loan.events.slice(-2)
  if (!before || !last || last.side !== side || last.status !== loan.status) return 'status_changed'
  const isOfWords = OF_WORDS.includes(last.reason)
  const isFact = STATUS_BEFORE[last.status] === before.status
  const isThankedFor = Object.keys(loan.thanks).length > 0
  if (
    !isUndoable(last) ||
    !(isOfWords || isFact) ||
    loan.closed ||
    isThankedFor ||
    isOvertaken(loan, call)
  )
    return 'status_changed'
  const { status, wanted } = before
  const set: Partial<Loan> = { status }
  if (last.reason === 'noted') {
    Object.assign(set, { wanted, return_by: null, lent: null, copy: null })
  } else if (isOfWords) {
    const isProposed = before.reason === 'another_day' && before.side !== null
    set.wanted = wanted
    set.dates_by = isProposed && before.side ? before.side : loan.dates_by
    set.in_words = before.reason === 'agreed_in_words' ? 'agreed' : null
  } else {
    const isOut = status === 'handed_over'
    const lent = isOut ? loan.lent : (loan.lent_as_agreed ?? loan.lent)
    const copy = lent && freeCopy(model, loan, { lent, isOut, today: call.today })
    if (copy === undefined) return 'already_lent'
    Object.assign(set, { lent, copy, lent_as_agreed: isOut ? loan.lent_as_agreed : null })
  }
  Object.assign(loan, set)
  loan.events.pop()
  return OK
}

function thank(loan: Loan, side: LoanSide, { text }: Call): Answer {
  if (loan.status !== 'returned' || loan.closed || loan.thanks[side]) return 'status_changed'
  loan.thanks[side] = text
  return OK
}

function write(loan: Loan, { text }: Call): Answer {
  if (loan.closed) return 'conflict'
  loan.messages.push(text)
  return OK
}

/** A call in an existing conversation. */
function inConversation(model: Model, call: Call): Answer {
  const loan = model.loans.find(({ id }) => id === call.loan)
  const side = loan && sideOf(loan, call.person)
  if (!loan || !side) return 'not_found'
  if (loan[otherSide(side)] === null && call.kind !== 'return') return 'conflict'
  if (call.kind === 'undo') return undo(model, loan, side, call)
  if (call.kind === 'thank') return thank(loan, side, call)
  if (call.kind === 'write') return write(loan, call)
  return takeStep(model, loan, side, call, call.kind as LoanStep)
}

const areBlocked = ({ blocks }: Model, one: string, other: string) =>
  blocks.some(
    ({ by, other: blocked }) =>
      (by === one && blocked === other) || (by === other && blocked === one),
  )

function ask(model: Model, { person, lenders, item, days, text, request_id }: Call): Answer {
  const refusalOf = (lender: string): Answer | null => {
    if (!model.members.includes(lender) || areBlocked(model, person, lender)) return 'not_found'
    const isStanding = (loan: Loan) =>
      loan.borrower === person && loan.lender === lender && loan.item === item
    return model.loans.some((loan) => isStanding(loan) && !isOver(loan.status))
      ? 'asked_already'
      : null
  }
  const asked = lenders.filter((lender) => refusalOf(lender) === null)
  const [first = ''] = lenders
  if (asked.length === 0) return refusalOf(first) ?? OK
  for (const lender of asked) {
    const event = { status: 'requested', side: 'borrower', reason: null } as const
    model.loans.push({
      id: null,
      status: 'requested',
      item,
      borrower: person,
      lender,
      dates_by: 'borrower',
      wanted: days,
      return_by: null,
      days_asked_by: null,
      asked_return_by: null,
      in_words: null,
      lent: null,
      lent_as_agreed: null,
      copy: null,
      ask: lenders.length > 1 ? request_id : null,
      closed: false,
      events: [{ ...event, id: null, wanted: days }],
      messages: [text],
      thanks: {},
    })
  }
  return OK
}

/** Ends a request or a promise automatically; a lent item can still be returned. */
function endByItself(loan: Loan, reason: LoanReason): void {
  if (loan.status === 'requested' || loan.status === 'accepted')
    change(loan, { status: 'withdrawn', side: null, reason })
}

const between = ({ loans }: Model, one: string, other: string) =>
  loans.filter((loan) => sideOf(loan, one) && sideOf(loan, other))

function block(model: Model, { person, other }: Call): Answer {
  const isBlocked = model.blocks.some((block) => block.by === person && block.other === other)
  if (isBlocked || !model.members.includes(other)) return OK
  model.blocks.push({ by: person, other })
  for (const loan of between(model, person, other)) {
    if (!loan.closed) endByItself(loan, 'blocked')
    loan.closed = true
  }
  return OK
}

function unblock(model: Model, { person, other }: Call): Answer {
  model.blocks = model.blocks.filter((block) => block.by !== person || block.other !== other)
  if (areBlocked(model, person, other)) return OK
  for (const loan of between(model, person, other)) loan.closed = false
  return OK
}

function deleteAccount(model: Model, { person }: Call): Answer {
  for (const loan of model.loans) {
    const side = sideOf(loan, person)
    if (!side) continue
    endByItself(loan, 'left')
    loan[side] = null
    delete loan.thanks[otherSide(side)]
  }
  model.members = model.members.filter((id) => id !== person)
  model.blocks = model.blocks.filter(({ by, other }) => by !== person && other !== person)
  model.loans = model.loans.filter(({ borrower, lender }) => borrower !== null || lender !== null)
  return OK
}

/** Carries out a call in the model, as the server is expected to. */
export function carryOut(model: Model, call: Call): Answer {
  if (!model.members.includes(call.person)) return 'unauthorized'
  if (call.kind === 'ask') return ask(model, call)
  if (call.kind === 'block') return block(model, call)
  if (call.kind === 'unblock') return unblock(model, call)
  if (call.kind === 'deleteAccount') return deleteAccount(model, call)
  return inConversation(model, call)
}
