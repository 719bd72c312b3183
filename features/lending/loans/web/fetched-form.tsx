import { useState } from 'react'
import { z } from 'zod'
import { dayInWords } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { NOTED_MAX_DAYS } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { LOAN_MAX_DAYS } from '#features/places/letterboxes/lent/loan-limits.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { addDays, communityToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import classes from './step-form.module.css'
import { StepForm } from './step-form.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'

interface FetchedFormProps {
  transaction: Transaction
  /** The borrower says it; the lender notes it. */
  step: 'sayFetched' | 'noteLoan'
  otherName: string
  steps: LoanSteps
  onTaken: () => void
}

type FetchedDays = { since: string; backBy: string }

/** Prefills the first wanted day if it has come, else today; and the wanted return day if it has not passed. */
export function likelyFetched(
  { wanted_from, wanted_until }: Pick<Transaction, 'wanted_from' | 'wanted_until'>,
  today: string,
): FetchedDays {
  const last = wanted_until ?? wanted_from
  const isPast = wanted_from !== null && wanted_from <= today
  const since = isPast && wanted_from >= addDays(today, -NOTED_MAX_DAYS) ? wanted_from : today
  return { since, backBy: last !== null && last >= today ? last : '' }
}

/** Valid days. A borrower must name the return day; a lender may leave it open. */
const daysSchema = (step: FetchedFormProps['step'], today: string) =>
  z.object({
    since: z
      .string()
      .refine((day) => day <= today && day >= addDays(today, -NOTED_MAX_DAYS), VALIDATION.pastDay),
    backBy: z
      .string()
      .refine(
        (day) =>
          day === '' ? step === 'noteLoan' : day >= today && day <= addDays(today, LOAN_MAX_DAYS),
        VALIDATION.date,
      ),
  })

/** The days of a loan that was arranged at the door and is recorded afterwards. */
export function FetchedForm({ transaction, step, otherName, steps, onTaken }: FetchedFormProps) {
  const { t } = useTranslation(['loans', 'days'])
  const today = communityToday()
  const [initial] = useState(() => likelyFetched(transaction, today))
  const form = useSchemaForm(daysSchema(step, today), initial, undefined, { return_by: 'backBy' })
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const yesterday = addDays(today, -1)
  const likely = [
    { value: today, label: t('days:today') },
    { value: yesterday, label: t('noted.yesterday') },
    { value: addDays(today, -2), label: dayInWords(addDays(today, -2), currentLanguage()) },
  ]
  const save = ({ since, backBy }: FetchedDays) => {
    if (step === 'sayFetched') send(step, { since, return_by: backBy })
    else send(step, { since, return_by: backBy || null })
  }
  return (
    <StepForm
      form={form}
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
        value={form.form.values.since}
        onChange={(day) => form.form.setFieldValue('since', day)}
      />
      <div className={classes.row}>
        <TextField
          type="date"
          label={t('noted.since')}
          min={addDays(today, -NOTED_MAX_DAYS)}
          max={today}
          {...form.field('since')}
        />
        <TextField
          type="date"
          label={t('accept.backBy')}
          optional={step === 'noteLoan'}
          min={today}
          {...form.field('backBy')}
        />
      </div>
    </StepForm>
  )
}
