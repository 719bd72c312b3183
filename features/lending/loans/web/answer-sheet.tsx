import { useState } from 'react'
import { Link } from 'react-router'
import { plainText } from '#features/lending/conversations/messages/web/door.ts'
import type { Message, Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { type LoanSide, mayStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import { paths, type RequestAnswer } from '#platform/shared/paths.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { AcceptForm } from './accept-form.tsx'
import classes from './answer-sheet.module.css'
import { WhoAsks } from './card/outlook.tsx'
import { RequestSummary } from './card/request-summary.tsx'
import { areDaysOver } from './days-of-yes.ts'
import { DeclineForm } from './decline-form.tsx'
import { FetchedForm } from './fetched-form.tsx'
import { ProposeForm } from './propose-form.tsx'
import { StepButton } from './step-form.tsx'
import { isMoot } from './step-words.ts'
import { TakenBesides } from './taken-besides.tsx'
import { UnsentStep } from './unsent-step.tsx'
import { isOvertaken, type LoanSteps, saidDays } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'
import type { WriterOf } from './what-stands.ts'

export const ANSWERS: readonly RequestAnswer[] = ['accept', 'decline', 'propose']

interface AnswerSheetProps {
  transaction: Transaction
  side: LoanSide
  /** The answer whose button was pressed in the mail. */
  mailedAnswer: RequestAnswer
  otherName: string
  steps: LoanSteps
  writerOf: WriterOf
}

/** The request, the answer whose button was pressed in the mail, and the other answers below. */
export function AnswerSheet({
  transaction,
  side,
  mailedAnswer,
  otherName,
  steps,
  writerOf,
}: AnswerSheetProps) {
  const { t } = useTranslation('loans')
  const { in_words } = transaction
  const possible = ANSWERS.filter(
    (each) =>
      mayStep(transaction, side, each) && !(each === 'propose' && isMoot(each, transaction)),
  )
  const [answer, setAnswer] = useState(() =>
    possible.includes(mailedAnswer) ? mailedAnswer : 'accept',
  )
  const words = wordsOf(transaction, side)
  const { unsent } = steps
  const toTell = unsent && (unsent.state === 'waiting' || isOvertaken(unsent)) ? unsent : null
  const isYes = answer === 'accept'
  const yesTitle = side === 'borrower' ? 'agree' : in_words ? 'right' : answer
  const title = isYes ? yesTitle : answer
  const insteadOf = (each: RequestAnswer) => {
    if (each !== 'accept') return each
    return side === 'borrower' ? 'agree' : in_words ? 'right' : each
  }
  return (
    <Page>
      <Sheet>
        <PageTitle
          title={t(`answer.title.${title}`, { name: otherName })}
          lead={transaction.status === 'expired' ? t('answer.late') : undefined}
        />
        <div className={classes.parts}>
          <RequestSummary
            transaction={transaction}
            side={side}
            otherName={otherName}
            heading="h2"
          />
          {side === 'lender' ? <WhoAsks transaction={transaction} /> : null}
          {words.map(({ id, text }) => (
            <blockquote key={id} className={classes.words} dir="auto">
              {plainText(text)}
            </blockquote>
          ))}
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
          <AnswerForm
            answer={answer}
            transaction={transaction}
            side={side}
            otherName={otherName}
            steps={steps}
          />
          <div className={classes.others}>
            {possible
              .filter((each) => each !== answer)
              .map((each) => (
                <AppButton key={each} tone="secondary" onClick={() => setAnswer(each)}>
                  {t(`answer.instead.${insteadOf(each)}`)}
                </AppButton>
              ))}
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

/**
 * The messages of the other side that need an answer: all since the user's last one. A lender always sees the
 * first one, which came with the request; a borrower the last one, which came with the proposed days.
 */
function wordsOf({ messages, borrower_id }: Transaction, side: LoanSide): Message[] {
  const isOwn = ({ from_id }: Message) => (from_id === borrower_id) === (side === 'borrower')
  const theirs = messages.filter((message) => !isOwn(message))
  const lastOwnIndex = messages.findLastIndex(isOwn)
  const since = messages.slice(lastOwnIndex + 1)
  const askingMessage = side === 'lender' ? theirs[0] : theirs.at(-1)
  return askingMessage && !since.includes(askingMessage) ? [askingMessage, ...since] : since
}

type AnswerFormProps = Omit<AnswerSheetProps, 'mailedAnswer' | 'writerOf'> & {
  answer: RequestAnswer
}

function AnswerForm({ answer, side, ...form }: AnswerFormProps) {
  // Nothing to do here when the step is taken: the screen follows the unsent steps itself.
  const props = { ...form, onTaken: () => undefined }
  if (answer === 'decline') return <DeclineForm {...props} />
  if (answer === 'propose') return <ProposeForm {...props} />
  if (side === 'borrower') {
    return <AgreeForm transaction={form.transaction} steps={form.steps} />
  }
  const { transaction, steps } = form
  const { in_words } = transaction
  if (in_words && !areDaysOver(transaction, serverNow())) {
    return <RightForm transaction={transaction} steps={steps} />
  }
  if (in_words === 'fetched') return <FetchedForm {...props} step="noteLoan" />
  return <AcceptForm {...props} folded />
}

/** The lender confirms what the borrower says was arranged in words; the days are shown above. */
function RightForm({ transaction, steps }: Pick<AnswerSheetProps, 'transaction' | 'steps'>) {
  const { t } = useTranslation('loans')
  const { send, pending, error } = useStepInDialog(steps, () => undefined)
  const say = () => {
    if (transaction.in_words === 'fetched') send('noteLoan', saidDays(transaction))
    else send('accept', {})
  }
  return (
    <StepButton
      button={t('steps.lender.right')}
      ready
      onPress={say}
      pending={pending}
      error={error}
    >
      <TakenBesides transaction={transaction} />
    </StepButton>
  )
}

/** The borrower accepts the days that the lender proposed. */
function AgreeForm({ transaction, steps }: Pick<AnswerSheetProps, 'transaction' | 'steps'>) {
  const { t } = useTranslation('loans')
  const { send, pending, error } = useStepInDialog(steps, () => undefined)
  return (
    <StepButton
      button={t('steps.borrower.accept')}
      onPress={() => send('accept', {})}
      pending={pending}
      error={error}
    >
      <TakenBesides transaction={transaction} />
    </StepButton>
  )
}
