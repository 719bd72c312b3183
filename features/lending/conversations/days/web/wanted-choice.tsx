import type { ReactNode } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import type { TakenSpan } from '../taken-days.ts'
import { DayChoice } from './day-choice.tsx'

/** The error of a request without days. */
export const DAYS_MISSING = 'missing'

interface WantedChoiceProps {
  /** Form field; its value is `WantedDays`, or null if the user has chosen nothing yet. */
  field: FieldProps
  /** The field's error in the form: `DAYS_MISSING`, or the key of a text. */
  errorKey: ReactNode
  taken?: readonly TakenSpan[] | undefined
  /** Whether this is the first field of a dialog, which takes the focus. */
  first?: boolean
}

/** When the borrower needs a thing: certain days first, "any time" as the second choice. */
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
