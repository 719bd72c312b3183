import {
  type InWords,
  type LoanReason,
  type LoanSide,
  type LoanStatus,
  type LoanStep,
  mayStep,
  statusAfter,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Call, Line, Row } from './history.ts'

/** A transaction in the model: what its row says, and the lines of its history. */
export interface Loan extends Row {
  lines: (Omit<Line, 'at'> & { at?: number })[]
}

/** What a change leaves behind: a line that is added or taken away, and who is told of what. */
export interface Change {
  after: Loan
  line: Loan['lines'][number] | null
  takenBack: boolean
  told: { person: string; news: string }[]
}

export type Outcome = { refused: string } | Change

const otherSide = (side: LoanSide): LoanSide => (side === 'borrower' ? 'lender' : 'borrower')
const personOf = (loan: Row, side: LoanSide) => (side === 'borrower' ? loan.borrower : loan.lender)

/** Which side a person is; null for neither. */
export function sideOf(loan: Row, person: string): LoanSide | null {
  if (loan.borrower === person) return 'borrower'
  return loan.lender === person ? 'lender' : null
}

/** Days, the last one excluded, as the database writes them. */
export function rangeOf(from: string, until: string): string {
  const after = new Date(Date.parse(until) + DAY_MS).toISOString().slice(0, 10)
  return `[${from},${after})`
}

/** Whether two ranges of days have a day in common. */
export function overlap(one: string, other: string): boolean {
  const [from, after] = [one.slice(1, 11), one.slice(12, 22)]
  const [otherFrom, otherAfter] = [other.slice(1, 11), other.slice(12, 22)]
  return from < otherAfter && otherFrom < after
}

/** Who is told of a change that is taken by a side; nobody where the conversation is closed. */
function toldOf(loan: Loan, news: Partial<Record<LoanSide, string>>): Change['told'] {
  if (loan.closed) return []
  return (['borrower', 'lender'] as const).flatMap((side) => {
    const [person, what] = [personOf(loan, side), news[side]]
    return person && what ? [{ person, news: what }] : []
  })
}

/** A question for other days ends with the status in which it was asked, but for the return of what goes out. */
function afterStatus(before: Loan, status: LoanStatus): Loan {
  // What the borrower says was arranged in words waits for whatever comes next.
  const loan = { ...before, in_words: null }
  const { days_asked_by, asked_return_by } = loan
  if (days_asked_by === null || status === loan.status) return { ...loan, status }
  if (status === 'handed_over' && asked_return_by !== null)
    return { ...loan, status, asked_handover_at: null }
  return { ...loan, status, ...NO_DAYS }
}

const NO_DAYS = { days_asked_by: null, asked_handover_at: null, asked_return_by: null } as const

interface Days {
  lent: string
  handover_at: string | null
  return_by: string | null
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** What goes out is away from that day on, whatever was agreed, and on that day at least. */
function daysOut(agreed: string, today: string): string {
  const last = dayBefore(agreed.slice(12, 22))
  return rangeOf(today, last < today ? today : last)
}
const instantOf = (text: string | undefined) => (text ? new Date(text).toISOString() : null)

/**
 * The days of a yes to a request: those that it was asked for. Requests of a history name them; what was said to be fetched
 * already is promised from today.
 */
function wantedDays({ wanted_from, wanted_until }: Loan, today: string): Days & Partial<Loan> {
  const wanted = wanted_from ?? ''
  const from = wanted < today ? today : wanted
  const until = wanted_until ?? wanted
  const days = { lent: rangeOf(from, until), handover_at: null, return_by: until }
  return from === wanted ? days : { ...days, wanted_from: from, wanted_until: until }
}

/** The days as they would be by what is asked for; null where they are no others, or none at all. */
function otherDays(loan: Loan, asked: Call['days'], today: string): Days | null {
  const [handover_at, return_by] = [instantOf(asked.handover_at), asked.return_by ?? null]
  const agreedFrom = loan.lent?.slice(1, 11) ?? today
  const isOut = loan.status === 'handed_over'
  if (isOut && (handover_at !== null || return_by === null)) return null
  if (handover_at === null && return_by === null) return null
  const promisedFrom = handover_at === null ? agreedFrom : handover_at.slice(0, 10)
  const from = isOut ? earlier(agreedFrom, today) : promisedFrom
  const until = return_by ?? loan.return_by
  if (until === null || until < from || until < today) return null
  const isSame = until === loan.return_by && (handover_at ?? loan.handover_at) === loan.handover_at
  if (isSame) return null
  return {
    lent: rangeOf(from, until),
    handover_at: handover_at ?? loan.handover_at,
    return_by: until,
  }
}

interface Taken {
  set: Partial<Loan>
  reason: LoanReason | null
  news: Partial<Record<LoanSide, string>>
}

/** What a step does besides the status; a text is the code of a refusal. */
type Effect = (loan: Loan, side: LoanSide, call: Call, today: string) => Taken | string

const taken = (
  news: Taken['news'] = {},
  set: Partial<Loan> = {},
  reason: LoanReason | null = null,
): Taken => ({ set, reason, news })

/** The borrower says what was arranged in words, and the lender is asked whether it is right. */
function say(in_words: InWords, from = '', until = from): Taken {
  const wanted = { wanted_from: from, wanted_until: until }
  const set = { ...wanted, dates_by: 'borrower', in_words } as const
  const isAgreed = in_words === 'agreed'
  const news = { lender: isAgreed ? 'saidAgreed' : 'saidFetched' }
  return taken(news, set, isAgreed ? 'agreed_in_words' : 'fetched_in_words')
}

const EFFECTS: Record<LoanStep, Effect> = {
  accept: (loan, side, _call, today) => {
    const news = { borrower: 'accepted', lender: side === 'lender' ? 'promised' : 'agreed' }
    return taken(news, wantedDays(loan, today))
  },
  decline: () => taken({ borrower: 'declined' }),
  withdraw: () => taken({ lender: 'withdrawn' }),
  propose: (_, side, { days }) => {
    const { wanted_from = null, wanted_until = null } = days
    const set = { wanted_from, wanted_until, dates_by: side }
    return taken({ [otherSide(side)]: 'proposed' }, set, 'another_day')
  },
  changeDays: (loan, side, { days }, today) => {
    if (!otherDays(loan, days, today)) return 'validation'
    const set = {
      days_asked_by: side,
      asked_handover_at: instantOf(days.handover_at),
      asked_return_by: days.return_by ?? null,
    }
    return taken({ [otherSide(side)]: 'daysAsked' }, set, 'days_asked')
  },
  agreeDays: (loan, side, { days }, today) => {
    const isAsked =
      loan.asked_return_by === (days.return_by ?? null) &&
      loan.asked_handover_at === instantOf(days.handover_at)
    if (!isAsked) return 'status_changed'
    const agreed = otherDays(loan, days, today)
    if (!agreed) return 'validation'
    const news = { [side]: 'daysSettled', [otherSide(side)]: 'daysAgreed' }
    return taken(news, { ...NO_DAYS, ...agreed }, 'days_agreed')
  },
  keepDays: (loan, side) =>
    loan.days_asked_by === side
      ? taken({}, NO_DAYS, 'days_withdrawn')
      : taken({ [otherSide(side)]: 'daysKept' }, NO_DAYS, 'days_kept'),
  handOver: ({ lent }, _side, _call, today) =>
    taken({}, { lent: lent && daysOut(lent, today), lent_as_agreed: lent }),
  // Both sides are asked some days after the agreed one; no history lasts so long.
  notFetched: () => 'status_changed',
  sayAgreed: (_, __, { days }) => say('agreed', days.wanted_from, days.wanted_until),
  sayFetched: (_, __, { days }) => say('fetched', days.since, days.return_by),
  noteLoan: ({ in_words }, _, { days }) => {
    const { since = '', return_by = '' } = days
    const wanted = { wanted_from: since, wanted_until: return_by }
    const set = { ...wanted, return_by, lent: rangeOf(since, return_by), in_words }
    return taken({ borrower: 'noted' }, set, 'noted')
  },
  return: (_, side) => taken({ [otherSide(side)]: 'returned' }),
}

/** Steps about what happened at the door, whatever was said since. */
const FACTS: readonly LoanStep[] = ['handOver', 'return']

/** Whether something else was decided since the person looked: in each history times rise, so a time names a line. */
function isOvertaken({ lines, status }: Loan, { kind, read }: Call): boolean {
  if (read == null || FACTS.some((fact) => fact === kind)) return false
  if (status === 'expired') return false
  return lines.at(-1)?.at !== read
}

const ANSWERED: readonly LoanStatus[] = ['accepted', 'declined', 'handed_over', 'returned']

/**
 * A step of a person, but for whether a copy is free, which takes all loans of the thing.
 * @param today in the community's calendar
 */
export function takeStep(loan: Loan, call: Call, today: string): Outcome {
  if (call.kind === 'undo') return takeBack(loan, call)
  const step = call.kind as LoanStep
  const side = sideOf(loan, call.person)
  if (!side) return { refused: 'not_found' }
  if (step !== 'return' && personOf(loan, otherSide(side)) === null) return { refused: 'conflict' }
  if (!mayStep(loan, side, step) || isOvertaken(loan, call)) {
    const isAnswer = step === 'accept' || step === 'decline'
    const isAnswered = isAnswer && ANSWERED.includes(loan.status)
    return { refused: isAnswered ? 'already_answered' : 'status_changed' }
  }
  const effect = EFFECTS[step](loan, side, call, today)
  if (typeof effect === 'string') return { refused: effect }
  const { set, reason, news } = effect
  const status = statusAfter(step, loan.status)
  const line = { status, side, reason, request: call.id }
  const changed = { ...afterStatus(loan, status), ...set }
  const { wanted_from, wanted_until } = changed
  const dated = { ...line, wanted_from, wanted_until }
  const after = { ...changed, lines: [...loan.lines, dated] }
  return { after, line: dated, takenBack: false, told: toldOf(loan, news) }
}

const STATUS_BEFORE: Partial<Record<LoanStatus, LoanStatus>> = {
  handed_over: 'accepted',
  returned: 'handed_over',
}

const OF_WORDS: readonly (LoanReason | null)[] = ['noted', 'agreed_in_words', 'fetched_in_words']

/** What was noted, or said to be arranged in words, is taken back: the request is as it was before. */
function takeWordsBack(loan: Loan, before: Loan['lines'][number], last: typeof before): Change {
  const { status, reason, side, wanted_from = null, wanted_until = null } = before
  const isNoted = last.reason === 'noted'
  const lent = isNoted ? { lent: null, return_by: null } : {}
  const said = {
    dates_by: reason === 'another_day' && side ? side : loan.dates_by,
    in_words: reason === 'agreed_in_words' ? ('agreed' as const) : null,
  }
  const set = { status, wanted_from, wanted_until, ...lent, ...(isNoted ? {} : said) }
  const told = toldOf(loan, isNoted ? { borrower: 'notedUndone' } : {})
  const after = { ...loan, ...set, lines: loan.lines.slice(0, -1) }
  return { after, line: last, takenBack: true, told }
}

/** The last step is taken back by the side that took it. */
function takeBack(loan: Loan, call: Call): Outcome {
  const side = sideOf(loan, call.person)
  if (!side) return { refused: 'not_found' }
  if (personOf(loan, otherSide(side)) === null) return { refused: 'conflict' }
  const [before, last] = loan.lines.slice(-2)
  const isOfWords = last !== undefined && OF_WORDS.includes(last.reason)
  const status = isOfWords ? before?.status : STATUS_BEFORE[loan.status]
  const isOwn = last?.status === loan.status && last.side === side && before?.status === status
  if (!status || !isOwn || loan.closed || isOvertaken(loan, call)) {
    return { refused: 'status_changed' }
  }
  if (isOfWords && before) return takeWordsBack(loan, before, last)
  const days =
    status === 'accepted' ? { lent: loan.lent_as_agreed ?? loan.lent, lent_as_agreed: null } : {}
  const after = { ...loan, ...days, status, lines: loan.lines.slice(0, -1) }
  const news = loan.status === 'returned' ? { [otherSide(side)]: 'returnUndone' } : {}
  return { after, line: last, takenBack: true, told: toldOf(loan, news) }
}

interface Ending {
  reason: LoanReason
  told: Change['told']
  closed: boolean
  status?: 'withdrawn' | 'declined'
}

function endsBySelf(loan: Loan, { reason, told, closed, status = 'withdrawn' }: Ending): Change {
  const line = { status, side: null, reason, request: null } as const
  const after = { ...afterStatus(loan, status), closed, lines: [...loan.lines, line] }
  return { after, line, takenBack: false, told }
}

/** Another letterbox said yes to the same request; null where it makes no difference. */
export function lentElsewhere(loan: Loan): Change | null {
  if (loan.status !== 'requested') return null
  const told = toldOf(loan, { lender: 'lentElsewhere' })
  return endsBySelf(loan, { reason: 'lent_elsewhere', told, closed: loan.closed })
}

/** The wanted days are promised to somebody else by now; null where it makes no difference. */
export function promisedElsewhere(loan: Loan): Change | null {
  if (loan.status !== 'requested' || loan.closed) return null
  const told = toldOf(loan, { borrower: 'promisedElsewhere' })
  return endsBySelf(loan, { reason: 'lent', told, closed: false, status: 'declined' })
}

/** Whether a request has ended since its days were promised to somebody else. */
export function wasPromisedElsewhere({ status, lines }: Loan): boolean {
  const last = lines.at(-1)
  return status === 'declined' && last?.side === null && last.reason === 'lent'
}

const isOpen = ({ status }: Row) => status === 'requested' || status === 'accepted'

/** One side blocks the other; null where it is closed already. */
export function closeFor(loan: Loan, blocker: string): Change | null {
  const side = sideOf(loan, blocker)
  if (loan.closed || !side) return null
  if (!isOpen(loan)) {
    return { after: { ...loan, closed: true }, line: null, takenBack: false, told: [] }
  }
  const told = loan.status === 'accepted' ? toldOf(loan, { [otherSide(side)]: 'closed' }) : []
  return endsBySelf(loan, { reason: 'blocked', told, closed: true })
}

/** The account of a side is deleted. */
export function leave(loan: Loan, person: string): Change | null {
  const side = sideOf(loan, person)
  if (!side) return null
  const gone = side === 'borrower' ? { borrower: null } : { lender: null }
  const isOut = loan.status === 'handed_over'
  if (!isOpen(loan) && !isOut) {
    return { after: { ...loan, ...gone }, line: null, takenBack: false, told: [] }
  }
  const words =
    side === 'lender' ? ['lenderLeft', 'lenderLeftIt'] : ['borrowerLeft', 'borrowerLeftWithIt']
  const told = toldOf(loan, { [otherSide(side)]: words[isOut ? 1 : 0] ?? '' })
  if (isOut) return { after: { ...loan, ...gone }, line: null, takenBack: false, told }
  const change = endsBySelf(loan, { reason: 'left', told, closed: loan.closed })
  return { ...change, after: { ...change.after, ...gone } }
}

/** A request that has just been asked. */
export function begin(row: Row): Change {
  const line = {
    status: 'requested',
    side: 'borrower',
    reason: null,
    request: null,
    wanted_from: row.wanted_from,
    wanted_until: row.wanted_until,
  } as const
  const after: Loan = { ...row, lines: [line] }
  const told = row.lender ? [{ person: row.lender, news: 'request' }] : []
  return { after, line, takenBack: false, told }
}

const LENT: readonly LoanStatus[] = ['accepted', 'handed_over']

/** Other loans of the same thing that are promised or out on some of these days. */
export const rivalsOf = (loan: Row, lent: string, all: Iterable<Loan>): Loan[] =>
  [...all].filter(
    (other) =>
      other.id !== loan.id &&
      other.lender === loan.lender &&
      other.item === loan.item &&
      LENT.includes(other.status) &&
      other.lent !== null &&
      overlap(other.lent, lent),
  )
