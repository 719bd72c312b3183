import { useState } from 'react'
import { dayInWords } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  addDays,
  communityToday,
  dayOf,
  instantOf,
  timeOf,
  useToday,
} from '#platform/web/data/community-day.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { type FieldProps, useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { HAND_OVER_STAND_INS, HandOverFields, handOverSchema } from './hand-over-fields.tsx'
import type { HandOver } from './proposed-hand-over.tsx'
import classes from './step-form.module.css'
import { StepForm, WordsField } from './step-form.tsx'
import { TakenBesides, WantedBesides } from './taken-besides.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'

interface DaysFormProps {
  transaction: Transaction
  side: LoanSide
  otherName: string
  steps: LoanSteps
  onTaken: () => void
}

type Dates = Pick<Transaction, 'status' | 'handover_at' | 'return_by'>

/** The agreed days as values of the form. */
export function agreedDays({ handover_at, return_by }: Dates): HandOver {
  const at = handover_at === null ? null : new Date(handover_at)
  return { day: at ? dayOf(at) : '', time: at ? timeOf(at) : '', backBy: return_by ?? '' }
}

/** The fields that differ from the agreed days; null if none does. */
export function daysToAsk(transaction: Dates, values: HandOver) {
  const agreed = agreedDays(transaction)
  const isOtherTime = values.day !== agreed.day || values.time !== agreed.time
  const handover_at = isOtherTime ? instantOf(values.day, values.time) : null
  const return_by = values.backBy !== agreed.backBy && values.backBy !== '' ? values.backBy : null
  return handover_at === null && return_by === null ? null : { handover_at, return_by }
}

/**
 * The most common choices. A borrower needs the thing longer; a lender who asks for it back needs it today or
 * tomorrow.
 */
export function likelyReturns(
  { status, return_by }: Dates,
  side: LoanSide,
  today: string,
): { day: string; later: number }[] {
  const isWantedBack = side === 'lender' && status === 'handed_over'
  if (isWantedBack) {
    const soon = [today, addDays(today, 1)].map((day) => ({ day, later: 0 }))
    return soon.filter(({ day }) => return_by === null || day < return_by)
  }
  if (return_by === null) return []
  const base = return_by > today ? return_by : today
  return [1, 2, 7].map((later) => ({ day: addDays(base, later), later }))
}

/** The error of days that equal the agreed ones. */
const SAME = 'same'

/**
 * Proposes a change of the days of an agreed or handed-over loan. For a thing that is out only the return day can
 * change.
 */
export function DaysForm({ transaction, side, otherName, steps, onTaken }: DaysFormProps) {
  const { t } = useTranslation(['loans', 'days'])
  const [initial] = useState(() => ({ ...firstValues(transaction, side), text: '' }))
  const [says, setSays] = useState(false)
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const isOut = transaction.status === 'handed_over'
  const form = useSchemaForm(
    handOverSchema(serverNow(), { needsTime: true }).refine(
      (values) => daysToAsk(transaction, values) !== null,
      { path: ['backBy'], error: SAME },
    ),
    initial,
    undefined,
    HAND_OVER_STAND_INS,
  )
  const { values, errors } = form.form
  const same = errors.backBy === SAME && daysToAsk(transaction, values) === null
  const returnField = form.field('backBy')
  return (
    <StepForm
      form={form}
      button={t('change.confirm')}
      ready
      onSend={({ text, ...days }) =>
        send('changeDays', { ...daysToAsk(transaction, days), text: text.trim() || null })
      }
      pending={pending}
      error={error}
    >
      {isOut ? null : <HandOverFields form={form} part="day" />}
      <ReturnDay
        transaction={transaction}
        side={side}
        backBy={values.backBy}
        field={{ ...returnField, error: same ? t('change.same') : returnField.error }}
      />
      <TakenBesides
        transaction={transaction}
        named={{ day: isOut ? communityToday() : values.day, backBy: values.backBy }}
      />
      {values.backBy ? (
        <WantedBesides
          transaction={transaction}
          days={{
            from: (isOut ? '' : values.day) || communityToday(),
            until: values.backBy,
          }}
        />
      ) : null}
      <p>
        {transaction.return_by
          ? t('change.stands', {
              name: otherName,
              when: dayInWords(transaction.return_by, currentLanguage()),
            })
          : t('change.standsOpen', { name: otherName })}
      </p>
      {says ? (
        <WordsField label={t('propose.words')} field={form.field('text')} autoFocus />
      ) : (
        <AppButton tone="quiet" className={classes.more} onClick={() => setSays(true)}>
          {t('propose.words')}
        </AppButton>
      )}
    </StepForm>
  )
}

/** Starts with the most common choice: two days longer, or back today. */
function firstValues(transaction: Transaction, side: LoanSide): HandOver {
  if (transaction.status !== 'handed_over') return agreedDays(transaction)
  const likely = likelyReturns(transaction, side, communityToday())
  const first = likely.find(({ later }) => later === 2) ?? likely[0]
  // The thing is out, so the day of the hand-over cannot change.
  return { day: '', time: '', backBy: first?.day ?? transaction.return_by ?? '' }
}

interface ReturnDayProps {
  transaction: Transaction
  side: LoanSide
  backBy: string
  field: FieldProps
}

/** The return day: one of the common ones, or any. */
function ReturnDay({ transaction, side, backBy, field }: ReturnDayProps) {
  const { t } = useTranslation(['loans', 'days'])
  const today = useToday()
  const labelOf = ({ day, later }: { day: string; later: number }) => {
    if (later === 0) return t(day === today ? 'days:today' : 'days:tomorrow')
    return later === 7 ? t('change.week') : t('change.more', { count: later })
  }
  const likely = likelyReturns(transaction, side, today).map((each) => ({
    value: each.day,
    label: labelOf(each),
  }))
  return (
    <>
      {likely.length > 0 ? (
        <ChoiceField
          label={t('change.quick')}
          options={likely}
          value={backBy}
          onChange={field.onChange}
        />
      ) : null}
      <div>
        <TextField type="date" label={t('accept.backBy')} min={today} {...field} />
        {backBy ? <p className={classes.said}>{dayInWords(backBy, currentLanguage())}</p> : null}
      </div>
    </>
  )
}
