import { Link } from 'react-router'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { type FetchAnswer, paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from './answer-sheet.module.css'
import { FetchedQuestion } from './card/fetched-question.tsx'
import { RequestSummary } from './card/request-summary.tsx'
import { asksFetched } from './loan-status.ts'
import { UnsentStep, type UnsentStepProps } from './unsent-step.tsx'
import { fetchedAsAgreed, type LoanSteps } from './use-loan-step.ts'

export const FETCH_ANSWERS: readonly FetchAnswer[] = ['handOver', 'notFetched']

/** Whether the user can still answer if the thing was fetched. */
export const mayAnswerFetched = (transaction: Transaction): boolean =>
  transaction.status === 'accepted' && !transaction.closed && asksFetched(transaction)

interface FetchedSheetProps extends Pick<UnsentStepProps, 'otherName' | 'writerOf'> {
  transaction: Transaction
  side: LoanSide
  /** The answer whose button was pressed in the mail; it comes first. */
  mailedAnswer: FetchAnswer
  steps: LoanSteps
}

/** The agreed loan, and the question whether the thing was fetched. */
export function FetchedSheet(props: FetchedSheetProps) {
  const { transaction, side, mailedAnswer, otherName, writerOf, steps } = props
  const { t } = useTranslation('loans')
  const { take, unsent } = steps
  const pending = unsent !== null && unsent.state !== 'failed'
  const saysYes = mailedAnswer === 'handOver'
  const buttons = [
    <AppButton
      key="handOver"
      tone={saysYes ? 'primary' : 'secondary'}
      disabled={pending}
      onClick={() => take('handOver', fetchedAsAgreed(transaction))}
    >
      {t('fetched.yes')}
    </AppButton>,
    <AppButton
      key="notFetched"
      tone={saysYes ? 'secondary' : 'primary'}
      disabled={pending}
      onClick={() => take('notFetched', {})}
    >
      {t('fetched.no')}
    </AppButton>,
  ]
  return (
    <Page>
      <Sheet>
        <PageTitle title={t('fetched.title')} />
        <div className={classes.parts}>
          <RequestSummary
            transaction={transaction}
            side={side}
            otherName={otherName}
            heading="h2"
          />
          <FetchedQuestion transaction={transaction} side={side} otherName={otherName} />
          {unsent ? (
            <UnsentStep
              unsent={unsent}
              side={side}
              about={transaction}
              otherName={otherName}
              writerOf={writerOf}
              onPropose={null}
            />
          ) : null}
          <div className={classes.others}>
            {saysYes ? buttons : [...buttons].reverse()}
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
