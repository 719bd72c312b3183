import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  type LoanSide,
  type LoanStep,
  stepsOf,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { FetchedQuestion } from './card/fetched-question.tsx'
import { asksFetched } from './loan-status.ts'
import classes from './request-steps.module.css'
import { type AskingStep, askedFirst, isMoot, stepButton } from './step-words.ts'
import { TakenBesides } from './taken-besides.tsx'
import { UnsentStep } from './unsent-step.tsx'
import {
  askedDays,
  fetchedAsAgreed,
  type LoanSteps,
  lastEventOf,
  saidDays,
} from './use-loan-step.ts'
import type { WriterOf } from './what-stands.ts'

const StepDialog = lazy(() => import('./step-dialog.tsx').then((m) => ({ default: m.StepDialog })))

interface RequestStepsProps {
  transaction: Transaction
  side: LoanSide
  otherName: string
  steps: LoanSteps
  writerOf: WriterOf
  /** The answers appear below the lender's message, as `YesQuestion`. */
  answeredBelow?: boolean
  aside?: ReactNode
}

const ANSWERS: readonly LoanStep[] = ['accept', 'decline', 'propose']

/** A step with a form, and the last event seen when the form was opened. */
interface AskedStep {
  step: AskingStep
  opened: boolean
  read: string | null
}

/** The possible next steps as buttons; steps with a form open a dialog. */
export function RequestSteps(props: RequestStepsProps) {
  const { transaction, side, otherName, steps, writerOf, answeredBelow = false, aside } = props
  const { t } = useTranslation('loans')
  const { take, unsent } = steps
  const busy = unsent !== null && unsent.state !== 'failed'
  const isAsked = asksFetched(transaction)
  const possibleSteps = stepsOf(transaction, side).filter(
    (step) => !isMoot(step, transaction) && (step !== 'notFetched' || isAsked),
  )
  const offeredSteps = byLoudness(possibleSteps, side, transaction)
  const shownSteps = offeredSteps.filter((step) => !(answeredBelow && ANSWERS.includes(step)))
  const [query] = useSearchParams()
  const [askingStep, setAskingStep] = useState<AskedStep | null>(() => {
    // The form for asking the same lender again links here with a step.
    const named = offeredSteps.find((each) => each === query.get('step'))
    const step = named ? askedFirst(named, side, transaction) : null
    return step && { step, opened: true, read: lastEventOf(transaction) }
  })
  const open = (step: AskingStep) =>
    setAskingStep({ step, opened: true, read: lastEventOf(transaction) })
  const press = (step: LoanStep) => {
    const asking = askedFirst(step, side, transaction)
    if (asking) open(asking)
    else if (step === 'agreeDays') take(step, askedDays(transaction))
    else if (step === 'handOver') take(step, fetchedAsAgreed(transaction))
    else if (step === 'noteLoan') take(step, saidDays(transaction))
    else take(step, {})
  }
  return (
    <>
      {unsent && !(askingStep?.opened && unsent.state === 'failed') ? (
        <UnsentStep
          unsent={unsent}
          side={side}
          about={transaction}
          otherName={otherName}
          writerOf={writerOf}
          onPropose={offeredSteps.includes('propose') ? () => open('propose') : null}
        />
      ) : null}
      {offeredSteps.includes('accept') ? <TakenBesides transaction={transaction} /> : null}
      {offeredSteps.includes('notFetched') ? (
        <FetchedQuestion transaction={transaction} side={side} otherName={otherName} />
      ) : null}
      {shownSteps.length > 0 || (aside && offeredSteps.length > 0) ? (
        <div className={classes.steps}>
          {shownSteps.map((step) => {
            const { label, tone } = stepButton(step, side, transaction)
            return (
              <AppButton
                key={step}
                tone={tone}
                className={classes[tone === 'quiet' ? 'quiet' : 'step']}
                disabled={busy}
                loading={busy && unsent.step === step && unsent.state === 'sending'}
                onClick={() => press(step)}
              >
                {t(label)}
              </AppButton>
            )
          })}
          {aside ? <div className={classes.aside}>{aside}</div> : null}
        </div>
      ) : null}
      {askingStep ? (
        <Suspense>
          <StepDialog
            transaction={transaction}
            side={side}
            otherName={otherName}
            steps={{ unsent, take: (step, body) => take(step, body, askingStep.read) }}
            step={askingStep.step}
            opened={askingStep.opened}
            onClose={() => setAskingStep({ ...askingStep, opened: false })}
          />
        </Suspense>
      ) : null}
    </>
  )
}

const LOUDNESS = ['primary', 'secondary', 'quiet']

/** The order of the buttons: the likeliest step first, the one that ends the request last. */
function byLoudness(steps: LoanStep[], side: LoanSide, transaction: Transaction): LoanStep[] {
  const placeOf = (step: LoanStep) => LOUDNESS.indexOf(stepButton(step, side, transaction).tone)
  return [...steps].sort((one, other) => placeOf(one) - placeOf(other))
}
