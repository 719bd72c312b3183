import type { ReactNode } from 'react'
import type { TakenSpan } from '#features/lending/conversations/transactions/taken-days.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import { DayChoice } from './day-choice.tsx'

/** The error of a request that says nothing about its days. */
export const DAYS_MISSING = 'missing'

interface WantedChoiceProps {
  /** As the form gives it; its value is `WantedDays`, or null where nothing was said yet. */
  field: FieldProps
  /** The error of the field as the form has it: `DAYS_MISSING`, or the key of a text. */
  errorKey: ReactNode
  taken?: readonly TakenSpan[] | undefined
  /** The first thing to say in a dialog that opens. */
  first?: boolean
}

/** When somebody needs a thing: a day first, and no matter when as the second choice. */
export function WantedChoice({ field, errorKey, taken, first }: WantedChoiceProps) {
  const { t } = useTranslation(['borrow', 'days'])
  const isAny = field.value === 'any'
  return (
    <DayChoice
      label={t('days')}
      field={{
        ...field,
        value: isAny ? null : field.value,
        error: errorKey === DAYS_MISSING ? t('days:missing') : field.error,
      }}
      taken={taken}
      takenHint={t('takenHint')}
      first={first}
      anyDay={{ chosen: isAny, onChoose: () => field.onChange('any') }}
    />
  )
}
