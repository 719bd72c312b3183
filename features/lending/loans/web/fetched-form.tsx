import { useState } from 'react'
import { dayInWords } from '#features/lending/conversations/requests/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  LOAN_MAX_DAYS,
  NOTED_MAX_DAYS,
} from '#features/lending/conversations/transactions/transaction-limits.ts'
import { addDays, communityToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './step-form.module.css'
import { StepForm } from './step-form.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'

interface FetchedFormProps {
  transaction: Transaction
  /** The borrower says it, the lender notes it. */
  step: 'sayFetched' | 'noteLoan'
  otherName: string
  steps: LoanSteps
  onTaken: () => void
}

interface FetchedDays {
  since: string
  backBy: string
}

/** Since the wanted day where that has come, else since today; back as it was wanted, as far as that is to come. */
export function likelyFetched(
  { wanted_from, wanted_until }: Pick<Transaction, 'wanted_from' | 'wanted_until'>,
  today: string,
): FetchedDays {
  const last = wanted_until ?? wanted_from
  const isPast = wanted_from !== null && wanted_from <= today
  const since = isPast && wanted_from >= addDays(today, -NOTED_MAX_DAYS) ? wanted_from : today
  return { since, backBy: last !== null && last >= today ? last : '' }
}

type Wrong = Partial<Record<keyof FetchedDays, boolean>>

/** Days that cannot be right. Who has it says when it is back; who lends it may leave that open. */
function wrongDays({ since, backBy }: FetchedDays, step: FetchedFormProps['step'], today: string) {
  const wrong: Wrong = {}
  if (since === '' || since > today || since < addDays(today, -NOTED_MAX_DAYS)) wrong.since = true
  const isMissing = backBy === '' && step === 'sayFetched'
  const isFar = backBy !== '' && (backBy < today || backBy > addDays(today, LOAN_MAX_DAYS))
  if (isMissing || isFar) wrong.backBy = true
  return wrong
}

/** Since when the borrower has it, and until when: arranged at the door, and noted afterwards. */
export function FetchedForm({ transaction, step, otherName, steps, onTaken }: FetchedFormProps) {
  const { t } = useTranslation(['loans', 'days'])
  const { ofKey } = useErrorText()
  const today = communityToday()
  const [days, setDays] = useState(() => likelyFetched(transaction, today))
  const [wrong, setWrong] = useState<Wrong>({})
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const change = (part: Partial<FetchedDays>) => {
    setDays({ ...days, ...part })
    setWrong({})
  }
  const { since, backBy } = days
  const yesterday = addDays(today, -1)
  const likely = [
    { value: today, label: t('days:today') },
    { value: yesterday, label: t('noted.yesterday') },
    { value: addDays(today, -2), label: dayInWords(addDays(today, -2), currentLanguage()) },
  ]
  const save = () => {
    const errors = wrongDays(days, step, today)
    setWrong(errors)
    if (Object.keys(errors).length > 0) return
    if (step === 'sayFetched') send(step, { since, return_by: backBy })
    else send(step, { since, return_by: backBy || null })
  }
  return (
    <StepForm
      button={t(`noted.confirm.${step}`)}
      ready
      onSend={save}
      pending={pending}
      error={error}
    >
      <p>{t(`noted.body.${step}`, { name: otherName })}</p>
      <ChoiceField
        label={t('noted.quick')}
        options={likely}
        value={since}
        onChange={(day) => change({ since: day })}
      />
      <div className={classes.row}>
        <TextField
          type="date"
          label={t('noted.since')}
          value={since}
          min={addDays(today, -NOTED_MAX_DAYS)}
          max={today}
          error={wrong.since ? ofKey('errors.validation.pastDay') : undefined}
          onChange={(event) => change({ since: event.currentTarget.value })}
        />
        <TextField
          type="date"
          label={t('accept.backBy')}
          optional={step === 'noteLoan'}
          value={backBy}
          min={today}
          error={wrong.backBy ? ofKey('errors.validation.date') : undefined}
          onChange={(event) => change({ backBy: event.currentTarget.value })}
        />
      </div>
    </StepForm>
  )
}
