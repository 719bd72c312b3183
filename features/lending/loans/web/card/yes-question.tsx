import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import type { RequestAnswer } from '#platform/shared/paths.ts'
import { instantOf } from '#platform/web/data/community-day.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { sideOf } from '../loan-status.ts'
import { HandOverInWords, proposedHandOver } from '../proposed-hand-over.tsx'
import { useLoanSteps } from '../use-loan-step.ts'
import { isYesAsked, readWords } from '../written-words.ts'
import classes from './yes-question.module.css'

const StepDialog = lazy(() => import('../step-dialog.tsx').then((m) => ({ default: m.StepDialog })))

interface YesQuestionProps {
  transaction: Transaction
  user: Pick<User, 'id' | 'email_confirmed'>
  ownId: string
  otherName: string
}

interface Asking {
  step: RequestAnswer
  opened: boolean
}

/**
 * Asks a lender who wrote but took no step: is this a yes? A message counts neither as an answer nor as silence,
 * so one press is offered right below it. Screen readers announce it without moving the focus away from what is
 * being typed.
 */
export function YesQuestion({ transaction, user, ownId, otherName }: YesQuestionProps) {
  const { t } = useTranslation('loans')
  const place = useRef<HTMLDivElement>(null)
  const side = sideOf(transaction, ownId)
  const steps = useLoanSteps(transaction, user.id)
  const [asking, setAsking] = useState<Asking | null>(null)
  const isAsked = user.email_confirmed && isYesAsked(transaction, side) && steps.unsent === null
  const words = isAsked ? readWords(transaction, serverNow()) : null
  const title = t(words?.answer === 'decline' ? 'yesQuestion.titleOfNo' : 'yesQuestion.title')
  const open = (step: RequestAnswer) => setAsking({ step, opened: true })
  const press = (answer: RequestAnswer) => {
    const values = proposedHandOver(transaction, serverNow())
    if (answer === 'accept' && values.day !== '') {
      steps.take('accept', {
        handover_at: instantOf(values.day, values.time),
        handover_day: values.day,
        return_by: values.backBy || null,
      })
    } else if (answer === 'decline' && words?.answer === 'decline') {
      // The message has already said no, and why.
      steps.take('decline', {})
    } else {
      open(answer)
      return
    }
    place.current?.focus()
  }
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      <VisuallyHidden role="status">{isAsked ? title : ''}</VisuallyHidden>
      {words ? (
        <Question
          transaction={transaction}
          title={title}
          otherName={otherName}
          suggested={words.answer}
          onPress={press}
        />
      ) : null}
      {asking ? (
        <Suspense>
          <StepDialog
            transaction={transaction}
            side={side}
            otherName={otherName}
            steps={steps}
            step={asking.step}
            opened={asking.opened}
            onClose={() => setAsking({ ...asking, opened: false })}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const LABELS = {
  accept: 'steps.lender.accept',
  decline: 'steps.lender.decline',
  propose: 'steps.propose',
} as const

interface QuestionProps {
  transaction: Transaction
  title: string
  otherName: string
  /** The answer that the message suggests; its button stands out. */
  suggested: RequestAnswer | null
  onPress: (answer: RequestAnswer) => void
}

function Question({ transaction, title, otherName, suggested, onPress }: QuestionProps) {
  const { t } = useTranslation('loans')
  const id = useId()
  const values = proposedHandOver(transaction, serverNow())
  // A request that has ended can only be accepted.
  const answers = transaction.status === 'expired' ? (['accept'] as const) : ANSWERS
  return (
    <section className={classes.question} aria-labelledby={id}>
      <p id={id} className={classes.title}>
        {title}
      </p>
      {values.day !== '' && suggested !== 'decline' && suggested !== 'propose' ? (
        <div className={classes.days}>
          <HandOverInWords values={values} name={otherName} />
        </div>
      ) : (
        <p className={classes.days}>{t('yesQuestion.lead', { name: otherName })}</p>
      )}
      <div className={classes.answers}>
        {answers.map((answer) => (
          <AppButton
            key={answer}
            tone={answer === suggested ? 'primary' : 'secondary'}
            onClick={() => onPress(answer)}
          >
            {t(LABELS[answer])}
          </AppButton>
        ))}
      </div>
    </section>
  )
}

const ANSWERS = ['accept', 'decline', 'propose'] as const
