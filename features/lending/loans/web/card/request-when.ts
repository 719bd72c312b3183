import {
  dayInWords,
  daysInWords,
  momentInWords,
} from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import type { Language } from '#platform/shared/languages.ts'
import { dayOf } from '#platform/web/data/community-day.ts'
import type { FullKey } from '#platform/web/start/texts.ts'

export interface WhenWords {
  key: FullKey<'loans'>
  when: string
  late?: boolean
  /** Proposed, not agreed. */
  asked?: boolean
}

type Dated = Pick<
  Transaction,
  | 'status'
  | 'wanted_from'
  | 'wanted_until'
  | 'dates_by'
  | 'handover_at'
  | 'return_by'
  | 'stands_until'
  | 'days_asked_by'
  | 'asked_handover_at'
  | 'asked_return_by'
  | 'in_words'
>

/** For a yes without a return day: the day until which it holds. */
function stands({ stands_until }: Dated, language: Language): WhenWords[] {
  if (!stands_until) return []
  return [{ key: 'loans:when.stands', when: dayInWords(stands_until, language) }]
}

function backBy(request: Dated, language: Language, now: Date): WhenWords[] {
  const { status, return_by, stands_until } = request
  // Undefined in responses of a previous server version during a deployment.
  if (stands_until) return stands(request, language)
  if (return_by === null) return [{ key: 'loans:when.openReturn', when: '' }]
  const when = dayInWords(return_by, language)
  const late = status === 'handed_over' && return_by < dayOf(now)
  return [late ? { key: 'loans:when.late', when, late } : { key: 'loans:when.back', when }]
}

/** Days that one side proposes and the other has not accepted. */
function askedFor(request: Dated, side: LoanSide, language: Language): WhenWords[] {
  const { days_asked_by, asked_handover_at, asked_return_by } = request
  if (!days_asked_by) return []
  const who = days_asked_by === side ? 'you' : 'other'
  const lines: WhenWords[] = []
  if (asked_handover_at) {
    const when = momentInWords(asked_handover_at, language)
    lines.push({ key: `loans:when.askedFetch.${who}`, when, asked: true })
  }
  if (asked_return_by) {
    const when = dayInWords(asked_return_by, language)
    lines.push({ key: `loans:when.askedBack.${who}`, when, asked: true })
  }
  return lines
}

/**
 * The days of a request in words: the wanted days before it is accepted, the agreed ones afterwards, and proposed
 * changes.
 * @param side the reader's side
 */
export function whenWords(
  request: Dated,
  side: LoanSide,
  language: Language,
  now: Date,
): WhenWords[] {
  const said = saidWords(request, side, language)
  return said ?? [...daysWords(request, language, now), ...askedFor(request, side, language)]
}

/** What the borrower says was arranged in words; null if nothing. */
function saidWords(request: Dated, side: LoanSide, language: Language): WhenWords[] | null {
  const { in_words, wanted_from: from, wanted_until: until } = request
  if (!in_words || from === null) return null
  const who = side === 'borrower' ? 'you' : 'other'
  if (in_words === 'agreed') {
    const when = daysInWords({ from, until }, language)
    return [{ key: `loans:when.saidAgreed.${who}`, when, asked: true }]
  }
  const lines: WhenWords[] = [
    { key: `loans:when.saidFetched.${who}`, when: dayInWords(from, language), asked: true },
  ]
  if (until) lines.push({ key: 'loans:when.back', when: dayInWords(until, language) })
  return lines
}

function daysWords(request: Dated, language: Language, now: Date): WhenWords[] {
  const { status, wanted_from: from, wanted_until: until, dates_by, handover_at } = request
  if (status === 'handed_over') return backBy(request, language, now)
  if (status === 'accepted' && handover_at) {
    const fetched = { key: 'loans:when.fetched', when: momentInWords(handover_at, language) }
    return [fetched as WhenWords, ...backBy(request, language, now)]
  }
  if (from === null) {
    if (status === 'accepted') return backBy(request, language, now)
    return status === 'requested' ? [{ key: 'loans:when.open', when: '' }] : []
  }
  const lastDay = status === 'accepted' ? (request.return_by ?? until) : until
  const when = daysInWords({ from, until: lastDay }, language)
  const isSuggested = status === 'requested' && dates_by === 'lender'
  const days = { key: isSuggested ? 'loans:when.suggested' : 'loans:when.days', when } as const
  return [days, ...stands(request, language)]
}
