import type { Transaction } from '#features/transactions/contract.ts'
import type { LoanSide, LoanStep } from '#features/transactions/loan-steps.ts'
import type { FullKey } from '#platform/web/start/texts.ts'
import type { ButtonTone } from '#platform/web/ui/app-button.tsx'
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
}

const BORROWER: Record<LoanStep, StepButton> = {
  ...LENDER,
  accept: { label: 'loans:steps.borrower.accept', tone: 'primary' },
  handOver: { label: 'loans:steps.borrower.handOver', tone: 'primary' },
  return: { label: 'loans:steps.borrower.return', tone: 'primary' },
}

type About = Pick<Transaction, 'status' | 'days_asked_by' | 'fetching'>

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

function usualButton(step: LoanStep, side: LoanSide, { status }: About): StepButton {
  const takesBack = status === 'accepted' && (step === 'decline' || step === 'withdraw')
  if (takesBack) return { label: 'loans:steps.takeBack', tone: 'quiet' }
  if (side === 'borrower') return BORROWER[step]
  if (step === 'accept' && status === 'expired') {
    return { label: 'loans:steps.lender.acceptLate', tone: 'primary' }
  }
  return LENDER[step]
}

/** Steps with a form; the others are taken with one press. */
export const ASKING_STEPS = ['accept', 'decline', 'propose', 'withdraw', 'changeDays'] as const
export type AskingStep = (typeof ASKING_STEPS)[number]

/** Whether a dialog with a form opens first. A borrower accepts the lender's days with one press. */
export function asksFirst(step: LoanStep, side: LoanSide): step is AskingStep {
  if (step === 'accept') return side === 'lender'
  return ASKING_STEPS.some((asking) => asking === step)
}
