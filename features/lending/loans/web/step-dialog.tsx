import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { AcceptForm } from './accept-form.tsx'
import { AgreedForm } from './agreed-form.tsx'
import { DaysForm } from './days-form.tsx'
import { DeclineForm } from './decline-form.tsx'
import { FetchedForm } from './fetched-form.tsx'
import { ProposeForm } from './propose-form.tsx'
import type { AskingStep } from './step-words.ts'
import type { LoanSteps } from './use-loan-step.ts'

const TITLES = {
  accept: 'accept.title',
  decline: 'decline.title',
  propose: 'propose.title',
  sayAgreed: 'agreed.title',
  sayFetched: 'noted.title.borrower',
  noteLoan: 'noted.title.lender',
} as const

/** The title for the most common reason to change the days. */
export function changeDaysTitle({ status, days_asked_by }: Transaction, side: LoanSide) {
  if (status !== 'handed_over' || days_asked_by) return 'change.title.days'
  return side === 'borrower' ? 'change.title.longer' : 'change.title.sooner'
}

interface StepDialogProps {
  step: AskingStep
  transaction: Transaction
  side: LoanSide
  otherName: string
  steps: LoanSteps
  opened: boolean
  onClose: () => void
}

/** The dialog with the form of a step. */
export function StepDialog({ step, opened, onClose, ...props }: StepDialogProps) {
  const { t } = useTranslation('loans')
  const { transaction, otherName: name, steps } = props
  if (step === 'withdraw') {
    return (
      <ConfirmDialog
        opened={opened}
        title={t('withdraw.title')}
        confirmLabel={t('withdraw.confirm')}
        dismissLabel={t('withdraw.dismiss')}
        destructive
        onConfirm={() => {
          steps.take('withdraw', {})
          onClose()
        }}
        onClose={onClose}
      >
        {t(transaction.status === 'accepted' ? 'withdraw.agreed' : 'withdraw.body', { name })}
      </ConfirmDialog>
    )
  }
  const takesBack = step === 'decline' && transaction.status === 'accepted'
  const title = step === 'changeDays' ? changeDaysTitle(transaction, props.side) : TITLES[step]
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(takesBack ? 'decline.takeBackTitle' : title, { name })}
    >
      {step === 'accept' ? <AcceptForm {...props} onTaken={onClose} /> : null}
      {step === 'decline' ? <DeclineForm {...props} onTaken={onClose} /> : null}
      {step === 'propose' ? <ProposeForm {...props} onTaken={onClose} /> : null}
      {step === 'sayAgreed' ? <AgreedForm {...props} onTaken={onClose} /> : null}
      {step === 'sayFetched' || step === 'noteLoan' ? (
        <FetchedForm {...props} step={step} onTaken={onClose} />
      ) : null}
      {step === 'changeDays' ? <DaysForm {...props} onTaken={onClose} /> : null}
    </Dialog>
  )
}
