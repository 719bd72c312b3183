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

/** The button for changing the days, labelled with the most common reason. */
function changeDaysButton(side: LoanSide, { status, days_asked_by }: About): StepButton {
  // The other side has proposed some: the user can propose different ones.
  if (days_asked_by) return { label: 'loans:steps.propose', tone: 'secondary' }
  if (status !== 'handed_over') return LENDER.changeDays
  return side === 'borrower'
    ? { label: 'loans:steps.borrower.longer', tone: 'secondary' }
    : { label: 'loans:steps.lender.sooner', tone: 'secondary' }
}

/** The button of a step for one of the sides: its label and emphasis. */
export function stepButton(step: LoanStep, side: LoanSide, about: About): StepButton {
  const { days_asked_by } = about
  const button = usualButton(step, side, about)
  // A side with a pending proposal answers that first.
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

/** Whether the step confirms what the borrower says was arranged in words. */
const saysRight = (step: LoanStep, { in_words }: About) =>
  (step === 'accept' && in_words === 'agreed') || (step === 'noteLoan' && in_words === 'fetched')

/** Whether a possible step makes no sense: a thing that was fetched is not promised any more. */
export const isMoot = (step: LoanStep, { in_words }: About): boolean =>
  in_words === 'fetched' && (step === 'accept' || step === 'propose')

/** Steps with a form; the others take one press. */
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
 * The step whose form opens first; null if one press is enough. One press is enough when a borrower accepts the
 * lender's days, and when a lender confirms what was arranged, unless its days have passed.
 */
export function askedFirst(step: LoanStep, side: LoanSide, about: About): AskingStep | null {
  const isOnePress = saysRight(step, about)
    ? !areDaysOver(about, serverNow())
    : step === 'accept' && side === 'borrower'
  return isOnePress ? null : (ASKING_STEPS.find((asking) => asking === step) ?? null)
}
