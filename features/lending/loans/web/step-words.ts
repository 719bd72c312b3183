import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide, LoanStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import type { FullKey } from '#platform/web/start/texts.ts'
import type { ButtonTone } from '#platform/web/ui/app-button.tsx'
import { areDaysOver } from './days-of-yes.ts'
import { asksFetched } from './loan-status.ts'

interface StepButton {
  label: FullKey<'loans'>
  tone: ButtonTone
}

const LENDER: Record<LoanStep, StepButton> = {
  accept: { label: 'loans:steps.lender.accept', tone: 'primary' },
  decline: { label: 'loans:steps.lender.decline', tone: 'secondary' },
  propose: { label: 'loans:steps.propose', tone: 'secondary' },
  withdraw: { label: 'loans:steps.withdraw', tone: 'quiet' },
  agreeDays: { label: 'loans:steps.agreeDays', tone: 'primary' },
  keepDays: { label: 'loans:steps.keepDays', tone: 'secondary' },
  changeDays: { label: 'loans:steps.changeDays', tone: 'secondary' },
  handOver: { label: 'loans:steps.lender.handOver', tone: 'primary' },
  notFetched: { label: 'loans:fetched.no', tone: 'secondary' },
  return: { label: 'loans:steps.lender.return', tone: 'primary' },
  sayAgreed: { label: 'loans:steps.borrower.sayAgreed', tone: 'quiet' },
  sayFetched: { label: 'loans:steps.borrower.sayFetched', tone: 'quiet' },
  noteLoan: { label: 'loans:steps.lender.noteLoan', tone: 'quiet' },
}

const BORROWER: Record<LoanStep, StepButton> = {
  ...LENDER,
  accept: { label: 'loans:steps.borrower.accept', tone: 'primary' },
  handOver: { label: 'loans:steps.borrower.handOver', tone: 'primary' },
  return: { label: 'loans:steps.borrower.return', tone: 'primary' },
}

type About = Pick<
  Transaction,
  'status' | 'days_asked_by' | 'fetching' | 'in_words' | 'wanted_from' | 'wanted_until'
>

/** The button for other days, in the words of what they are most often needed for. */
function changeDaysButton(side: LoanSide, { status, days_asked_by }: About): StepButton {
  // The other side has asked for some: a third one can be named.
  if (days_asked_by) return { label: 'loans:steps.propose', tone: 'secondary' }
  if (status !== 'handed_over') return LENDER.changeDays
  return side === 'borrower'
    ? { label: 'loans:steps.borrower.longer', tone: 'secondary' }
    : { label: 'loans:steps.lender.sooner', tone: 'secondary' }
}

/** The button of a step for one of the sides: its label, and how much it stands out. */
export function stepButton(step: LoanStep, side: LoanSide, about: About): StepButton {
  const { days_asked_by } = about
  const button = usualButton(step, side, about)
  // Whoever was asked for other days answers that first.
  const isAsked = days_asked_by !== null && days_asked_by !== side
  const waits = isAsked && (step === 'handOver' || step === 'return')
  if (waits) return { ...button, tone: 'secondary' }
  if (step === 'changeDays') return changeDaysButton(side, about)
  if (step === 'handOver' && asksFetched(about))
    return { label: 'loans:fetched.yes', tone: 'primary' }
  const isOwnQuestion = step === 'keepDays' && days_asked_by === side
  return isOwnQuestion ? { label: 'loans:steps.dropDays', tone: 'quiet' } : button
}

function usualButton(step: LoanStep, side: LoanSide, about: About): StepButton {
  const { status } = about
  if (saysRight(step, about)) return { label: 'loans:steps.lender.right', tone: 'primary' }
  const takesBack = status === 'accepted' && (step === 'decline' || step === 'withdraw')
  if (takesBack) return { label: 'loans:steps.takeBack', tone: 'quiet' }
  if (side === 'borrower') return BORROWER[step]
  if (step === 'accept' && status === 'expired') {
    return { label: 'loans:steps.lender.acceptLate', tone: 'primary' }
  }
  return LENDER[step]
}

/** Whether a step says that it is right what the borrower says was arranged in words. */
const saysRight = (step: LoanStep, { in_words }: About) =>
  (step === 'accept' && in_words === 'agreed') || (step === 'noteLoan' && in_words === 'fetched')

/** Whether a step that could be taken is none for what the borrower says: what was fetched is not promised any more. */
export const isMoot = (step: LoanStep, { in_words }: About): boolean =>
  in_words === 'fetched' && (step === 'accept' || step === 'propose')

/** Steps with a form; the others are taken with one press. */
export const ASKING_STEPS = [
  'accept',
  'decline',
  'propose',
  'withdraw',
  'changeDays',
  'sayAgreed',
  'sayFetched',
  'noteLoan',
] as const
export type AskingStep = (typeof ASKING_STEPS)[number]

/**
 * The step whose form opens first; null where one press is enough. A borrower accepts the lender's days with one press,
 * and a lender what is right, unless its days are over.
 */
export function askedFirst(step: LoanStep, side: LoanSide, about: About): AskingStep | null {
  const isOnePress = saysRight(step, about)
    ? !areDaysOver(about, serverNow())
    : step === 'accept' && side === 'borrower'
  return isOnePress ? null : (ASKING_STEPS.find((asking) => asking === step) ?? null)
}
