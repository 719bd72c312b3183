import {
  dayInWords,
  daysInWords,
  momentInWords,
} from '#features/lending/conversations/days/web/door.ts'
import type { Happening } from '#features/lending/conversations/messages/web/door.ts'
import type { TransactionEvent } from '#features/lending/conversations/transactions/contract.ts'
import type {
  LoanReason,
  LoanSide,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { FullKey } from '#platform/web/start/texts.ts'

/** The texts for what the reader did, and for what another person did. */
type Sentence = readonly [you: FullKey<'loans'>, other: FullKey<'loans'>]

const SENTENCES = {
  asked: ['loans:events.asked.you', 'loans:events.asked.other'],
  proposed: ['loans:events.proposed.you', 'loans:events.proposed.other'],
  accepted: ['loans:events.accepted.you', 'loans:events.accepted.other'],
  agreed: ['loans:events.agreed.you', 'loans:events.agreed.other'],
  declined: ['loans:events.declined.you', 'loans:events.declined.other'],
  takenBack: ['loans:events.takenBack.you', 'loans:events.takenBack.other'],
  withdrawn: ['loans:events.withdrawn.you', 'loans:events.withdrawn.other'],
  handedOver: ['loans:events.handedOver.you', 'loans:events.handedOver.other'],
  fetched: ['loans:events.fetched.you', 'loans:events.fetched.other'],
  gotBack: ['loans:events.gotBack.you', 'loans:events.gotBack.other'],
  returnAsked: ['loans:events.returnAsked.you', 'loans:events.returnAsked.other'],
  saidNotFetched: ['loans:events.saidNotFetched.you', 'loans:events.saidNotFetched.other'],
  daysAsked: ['loans:events.daysAsked.you', 'loans:events.daysAsked.other'],
  daysKept: ['loans:events.daysKept.you', 'loans:events.daysKept.other'],
  daysWithdrawn: ['loans:events.daysWithdrawn.you', 'loans:events.daysWithdrawn.other'],
  agreedInWords: ['loans:events.agreedInWords.you', 'loans:events.agreedInWords.other'],
  fetchedInWords: ['loans:events.fetchedInWords.you', 'loans:events.fetchedInWords.other'],
  noted: ['loans:events.noted.you', 'loans:events.noted.other'],
  broughtBack: ['loans:events.broughtBack.you', 'loans:events.broughtBack.other'],
} as const satisfies Record<string, Sentence>

const REASONS: Partial<Record<LoanReason, FullKey<'loans'>>> = {
  lent: 'loans:events.because.lent',
  away: 'loans:events.because.away',
  broken: 'loans:events.because.broken',
  gone: 'loans:events.because.gone',
}

/** The key of the sentence about an event, and the values to insert. */
export interface EventWords {
  key: FullKey<'loans'>
  /** The person who did it; empty for the reader, and if it happened by itself. */
  name: string
  /** When, in words. */
  when: string | null
  /** Why. */
  because: FullKey<'loans'> | null
}

/** The sentence about a change of days; null for any other event. */
function sentenceOfDays({ reason, handover_at }: TransactionEvent): Sentence | null {
  if (reason === 'days_asked') return handover_at ? SENTENCES.daysAsked : SENTENCES.returnAsked
  if (reason === 'days_agreed') return SENTENCES.agreed
  if (reason === 'days_kept') return SENTENCES.daysKept
  return reason === 'days_withdrawn' ? SENTENCES.daysWithdrawn : null
}

/** The sentence about what was arranged in words; null for any other event. */
function sentenceOfWords({ reason }: TransactionEvent): Sentence | null {
  if (reason === 'agreed_in_words') return SENTENCES.agreedInWords
  if (reason === 'fetched_in_words') return SENTENCES.fetchedInWords
  return reason === 'noted' ? SENTENCES.noted : null
}

function sentenceOf(event: TransactionEvent, side: LoanSide, before: string): Sentence {
  const special = sentenceOfDays(event) ?? sentenceOfWords(event)
  if (special) return special
  const lender = side === 'lender'
  switch (event.status) {
    case 'requested':
      return event.reason === 'another_day' ? SENTENCES.proposed : SENTENCES.asked
    case 'accepted':
      return lender ? SENTENCES.accepted : SENTENCES.agreed
    case 'declined':
      return before === 'accepted' ? SENTENCES.takenBack : SENTENCES.declined
    case 'handed_over':
      return lender ? SENTENCES.handedOver : SENTENCES.fetched
    case 'returned':
      return lender ? SENTENCES.gotBack : SENTENCES.broughtBack
    case 'expired':
      return SENTENCES.saidNotFetched
    default:
      return SENTENCES.withdrawn
  }
}

/** The sentence about an event that neither side caused. */
function byItself({ status, reason }: TransactionEvent, role: LoanSide): FullKey<'loans'> {
  if (reason === 'lent_elsewhere') {
    return role === 'lender'
      ? 'loans:events.lentElsewhere.lender'
      : 'loans:events.lentElsewhere.borrower'
  }
  if (status === 'declined' && reason === 'lent') {
    return role === 'lender'
      ? 'loans:events.promisedElsewhere.lender'
      : 'loans:events.promisedElsewhere.borrower'
  }
  if (reason === 'left') return 'loans:events.left'
  if (reason === 'not_delivered') return 'loans:events.notDelivered'
  if (reason === 'not_fetched') return 'loans:events.notFetched'
  if (reason === 'days_ended') return 'loans:events.daysEnded'
  if (status === 'expired' && (reason === 'away' || reason === 'gone')) {
    return reason === 'away' ? 'loans:events.expiredAway' : 'loans:events.expiredGone'
  }
  return status === 'expired' ? 'loans:events.expired' : 'loans:events.ended'
}

/** The days that were proposed, or agreed instead. */
function otherDays(
  { status, reason, handover_at, return_by }: TransactionEvent,
  language: Language,
) {
  const isFetched = handover_at !== null && (reason === 'days_asked' || status === 'accepted')
  const days = [
    isFetched ? momentInWords(handover_at, language) : null,
    return_by && dayInWords(return_by, language),
  ]
  return days.filter(Boolean).join(' – ') || null
}

function whenOf(event: TransactionEvent, language: Language): string | null {
  const { status, handover_at, wanted_from, wanted_until, return_by, reason } = event
  if (reason === 'days_kept' || reason === 'days_withdrawn') return null
  if (reason === 'days_asked' || reason === 'days_agreed') return otherDays(event, language)
  if (reason === 'noted' || reason === 'fetched_in_words') {
    return wanted_from && dayInWords(wanted_from, language)
  }
  if (status === 'accepted' && handover_at) return momentInWords(handover_at, language)
  if (status !== 'requested' && status !== 'accepted') return null
  const until = status === 'accepted' ? (return_by ?? wanted_until) : wanted_until
  return wanted_from && daysInWords({ from: wanted_from, until }, language)
}

/**
 * The text of an event in the conversation.
 * @param writer another member of the user's household who did it
 */
export function eventWords(
  { event, own, role, before }: Pick<Happening, 'event' | 'own' | 'role' | 'before'>,
  { otherName, writer }: { otherName: string; writer: string | null },
  language: Language,
): EventWords {
  // The text must not reveal who has blocked whom, so it names neither side.
  if (event.side === null || event.reason === 'blocked') {
    return { key: byItself(event, role), name: '', when: null, because: null }
  }
  const [you, other] = sentenceOf(event, event.side, before)
  const name = own ? (writer ?? '') : otherName
  const because = (event.reason && REASONS[event.reason]) ?? null
  return { key: name ? other : you, name, when: whenOf(event, language), because }
}
