import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { type LoanSide, mayStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import { dayOf } from '#platform/web/data/community-day.ts'
import { type AnswerInWords, answerInWords } from '../answer-in-words.ts'

type Written = Pick<
  Transaction,
  'written_at' | 'borrower_id' | 'messages' | 'events' | 'wanted_from' | 'wanted_until'
>

/** The lender's latest messages that no step has followed, joined into one text; empty if there are none. */
function wordsOfLender({ written_at, borrower_id, events, ...written }: Written): string {
  // Undefined in responses of a previous server version during a deployment.
  if (!written_at) return ''
  const messages = written.messages.filter(({ automatic }) => !automatic)
  const isOfLender = (index: number) => messages[index]?.from_id !== borrower_id
  const lastStep = events.findLast(({ side }) => side !== null)?.at ?? ''
  const last = messages.findLastIndex(
    ({ created_at }, index) => isOfLender(index) && created_at <= written_at,
  )
  let first = last
  while (first > 0 && isOfLender(first - 1) && (messages[first - 1]?.created_at ?? '') > lastStep) {
    first -= 1
  }
  return messages
    .slice(Math.max(first, 0), last + 1)
    .map(({ text }) => text)
    .join('\n')
}

/** What the lender's messages seem to say; empty if the lender has not written. */
export function readWords(transaction: Written, now: Date): AnswerInWords {
  const { wanted_from, wanted_until } = transaction
  const asked = { today: dayOf(now), wanted_from, wanted_until }
  return answerInWords(wordsOfLender(transaction), asked)
}

/**
 * Whether a lender who wrote is asked "is this a yes?", by the rules of the server's `yesQuestionAt`: if the
 * lender proposed the days, only after the borrower wrote about them.
 */
export function isYesAsked(transaction: Transaction, side: LoanSide): boolean {
  const { written_at, dates_by, borrower_id, messages, events } = transaction
  if (side !== 'lender' || !written_at || !mayStep(transaction, side, 'accept')) return false
  if (dates_by === 'borrower') return true
  const lastStep = events.findLast((event) => event.side !== null)?.at ?? ''
  return messages.some(
    ({ from_id, automatic, created_at }) =>
      from_id === borrower_id && !automatic && created_at > lastStep && created_at <= written_at,
  )
}
