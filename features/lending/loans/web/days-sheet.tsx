import { useState } from 'react'
import { Link } from 'react-router'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { type LoanSide, mayStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import { type DaysAnswer, paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from './answer-sheet.module.css'
import { RequestSummary } from './card/request-summary.tsx'
import { DaysForm } from './days-form.tsx'
import { changeDaysTitle } from './step-dialog.tsx'
import { StepButton } from './step-form.tsx'
import { TakenBesides, WantedBesidesOfAsked } from './taken-besides.tsx'
import { UnsentStep } from './unsent-step.tsx'
import { askedDays, isOvertaken, type LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'
import type { WriterOf } from './what-stands.ts'

export const DAYS_ANSWERS: readonly DaysAnswer[] = ['agreeDays', 'changeDays']

interface DaysSheetProps {
  transaction: Transaction
  side: LoanSide
  /** The answer whose button was pressed in the mail. */
  mailedAnswer: DaysAnswer
  otherName: string
  steps: LoanSteps
  writerOf: WriterOf
}

/** The loan and its change of days: accept or decline the other side's proposal, or make one. */
export function DaysSheet(props: DaysSheetProps) {
  const { transaction, side, mailedAnswer, otherName, steps, writerOf } = props
  const { t } = useTranslation('loans')
  const [answer, setAnswer] = useState(mailedAnswer)
  const mayAgree = mayStep(transaction, side, 'agreeDays')
  const agrees = answer === 'agreeDays' && mayAgree
  const { unsent } = steps
  const toTell = unsent && (unsent.state === 'waiting' || isOvertaken(unsent)) ? unsent : null
  return (
    <Page>
      <Sheet>
        <PageTitle
          title={
            agrees
              ? t('answer.title.agreeDays', { name: otherName })
              : t(changeDaysTitle(transaction, side))
          }
        />
        <div className={classes.parts}>
          <RequestSummary
            transaction={transaction}
            side={side}
            otherName={otherName}
            heading="h2"
          />
          {toTell ? (
            <UnsentStep
              unsent={toTell}
              side={side}
              about={transaction}
              otherName={otherName}
              writerOf={writerOf}
              onPropose={null}
            />
          ) : null}
          {agrees ? (
            <>
              <TakenBesides
                transaction={transaction}
                named={{ day: '', backBy: transaction.asked_return_by ?? '' }}
              />
              <WantedBesidesOfAsked transaction={transaction} />
              <AgreeDaysForm transaction={transaction} steps={steps} />
            </>
          ) : (
            <DaysForm
              transaction={transaction}
              side={side}
              otherName={otherName}
              steps={steps}
              onTaken={() => undefined}
            />
          )}
          <div className={classes.others}>
            {mayAgree ? (
              <>
                <AppButton
                  tone="secondary"
                  onClick={() => setAnswer(agrees ? 'changeDays' : 'agreeDays')}
                >
                  {t(`answer.instead.${agrees ? 'changeDays' : 'agreeDays'}`)}
                </AppButton>
                <AppButton tone="secondary" onClick={() => steps.take('keepDays', {})}>
                  {t('answer.instead.keepDays')}
                </AppButton>
              </>
            ) : null}
            <AppButton
              tone="quiet"
              component={Link}
              to={paths.inbox({ transaction_id: transaction.id })}
            >
              {t('answer.toConversation')}
            </AppButton>
          </div>
        </div>
      </Sheet>
    </Page>
  )
}

function AgreeDaysForm({ transaction, steps }: Pick<DaysSheetProps, 'transaction' | 'steps'>) {
  const { t } = useTranslation('loans')
  const { send, pending, error } = useStepInDialog(steps, () => undefined)
  return (
    <StepButton
      button={t('steps.agreeDays')}
      ready
      onPress={() => send('agreeDays', askedDays(transaction))}
      pending={pending}
      error={error}
    />
  )
}
