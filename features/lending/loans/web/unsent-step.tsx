import { Link } from 'react-router'
import { LogInHere, needsLogin } from '#features/lending/conversations/messages/web/door.ts'
import { type OutgoingStep, outbox } from '#features/lending/conversations/outbox/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  type LoanSide,
  type LoanStep,
  statusAfter,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { forgetStep } from './data/loan-steps.ts'
import classes from './request-steps.module.css'
import { stepButton } from './step-words.ts'
import { isOvertaken, lastEventOf } from './use-loan-step.ts'
import { useWhatStands, type WriterOf } from './what-stands.ts'

/** For these steps the unchanged status says nothing. */
const LEAVES_STATUS: readonly LoanStep[] = ['propose', 'changeDays', 'agreeDays', 'keepDays']

export interface UnsentStepProps {
  unsent: OutgoingStep
  side: LoanSide
  about: Transaction
  otherName: string
  writerOf: WriterOf
  /** Opens the form to propose other days; null if that is not possible. */
  onPropose: (() => void) | null
}

/** A step that waits for the network or was refused: the reason, and what the user can do. */
export function UnsentStep(props: UnsentStepProps) {
  const { unsent, side, about, otherName, writerOf, onPropose } = props
  const { t } = useTranslation('loans')
  const { ofError } = useErrorText()
  const whatStands = useWhatStands(otherName, writerOf)
  const { state, error, request_id } = unsent
  const forget = () => forgetStep(request_id)
  if (state === 'sending') return null
  const step = t(stepButton(unsent.step, side, about).label)
  if (state === 'waiting') {
    return (
      <div role="status">
        <Notice
          action={
            <AppButton tone="quiet" onClick={forget}>
              {t('unsent.discard')}
            </AppButton>
          }
        >
          {t('unsent.waiting', { step })}
        </Notice>
      </div>
    )
  }
  // The current state arrives a moment after the refusal.
  if (isOvertaken(unsent) && lastEventOf(about) !== unsent.last_event_id) {
    const stands = whatStands(about, side)
    // Another person has done the same, so nothing is lost.
    const isSame =
      about.status === statusAfter(unsent.step, about.status) &&
      !LEAVES_STATUS.includes(unsent.step)
    const words = 'text' in unsent.body ? unsent.body.text : null
    return (
      <div role={isSame ? 'status' : undefined}>
        <Notice
          kind={isSame ? 'info' : 'error'}
          action={
            <AppButton tone="quiet" onClick={forget}>
              {t('unsent.understood')}
            </AppButton>
          }
        >
          <p>{t(isSame ? 'unsent.same' : 'unsent.overtaken', { step, stands })}</p>
          {words ? <p>{t('unsent.words', { words })}</p> : null}
        </Notice>
      </div>
    )
  }
  const isAlreadyLent = error?.code === 'already_lent' && onPropose !== null
  // Handed over earlier than agreed, or while another borrower still has it.
  const isTakenBefore = error?.code === 'already_lent' && unsent.step === 'handOver'
  const reason = isTakenBefore ? t(`unsent.taken.${side}`) : error && ofError(error)
  return (
    <Notice
      kind="error"
      action={
        <div className={classes.steps}>
          {error === undefined ? (
            <AppButton tone="secondary" onClick={() => outbox.retry(request_id)}>
              {t('unsent.retry', { step })}
            </AppButton>
          ) : null}
          {needsLogin(error) ? <LogInHere /> : null}
          {isAlreadyLent ? (
            <AppButton
              tone="secondary"
              onClick={() => {
                forget()
                onPropose()
              }}
            >
              {t('steps.propose')}
            </AppButton>
          ) : null}
          {isTakenBefore && side === 'lender' ? (
            <AppButton tone="secondary" component={Link} to={paths.lent()}>
              {t('lent.link')}
            </AppButton>
          ) : null}
          <AppButton tone="quiet" onClick={forget}>
            {t('unsent.understood')}
          </AppButton>
        </div>
      }
    >
      {reason ?? t('unsent.old', { step })}
    </Notice>
  )
}
