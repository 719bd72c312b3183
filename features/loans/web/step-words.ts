import type { LoanSide, LoanStatus, LoanStep } from '#features/transactions/loan-steps.ts'
import type { FullKey } from '#platform/web/start/texts.ts'
import type { ButtonTone } from '#platform/web/ui/app-button.tsx'

interface StepButton {
  label: FullKey<'loans'>
  tone: ButtonTone
}

const LENDER: Record<LoanStep, StepButton> = {
  accept: { label: 'loans:steps.lender.accept', tone: 'primary' },
  decline: { label: 'loans:steps.lender.decline', tone: 'secondary' },
  propose: { label: 'loans:steps.propose', tone: 'secondary' },
  withdraw: { label: 'loans:steps.withdraw', tone: 'quiet' },
  handOver: { label: 'loans:steps.lender.handOver', tone: 'primary' },
  return: { label: 'loans:steps.lender.return', tone: 'primary' },
}

const BORROWER: Record<LoanStep, StepButton> = {
  ...LENDER,
  accept: { label: 'loans:steps.borrower.accept', tone: 'primary' },
  handOver: { label: 'loans:steps.borrower.handOver', tone: 'primary' },
  return: { label: 'loans:steps.borrower.return', tone: 'primary' },
}

/** The button of a step for one of the sides: its label, and how much it stands out. */
export function stepButton(step: LoanStep, side: LoanSide, status: LoanStatus): StepButton {
  const takesBack = status === 'accepted' && (step === 'decline' || step === 'withdraw')
  if (takesBack) return { label: 'loans:steps.takeBack', tone: 'quiet' }
  if (side === 'borrower') return BORROWER[step]
  if (step === 'accept' && status === 'expired') {
    return { label: 'loans:steps.lender.acceptLate', tone: 'primary' }
  }
  return LENDER[step]
}

/** Steps with a form; the others are taken with one press. */
export const ASKING_STEPS = ['accept', 'decline', 'propose', 'withdraw'] as const
export type AskingStep = (typeof ASKING_STEPS)[number]

/** Whether a dialog with a form opens first. A borrower accepts the lender's days with one press. */
export function asksFirst(step: LoanStep, side: LoanSide): step is AskingStep {
  if (step === 'accept') return side === 'lender'
  return ASKING_STEPS.some((asking) => asking === step)
}
