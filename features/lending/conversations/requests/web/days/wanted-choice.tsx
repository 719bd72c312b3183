import type { TakenSpan } from '#features/lending/conversations/transactions/taken-days.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { DayChoice } from './day-choice.tsx'
import type { WantedDays } from './loan-dates.ts'

interface WantedChoiceProps {
  /** Null: nothing was said yet. */
  days: WantedDays | null
  missing: boolean
  /** Why the server refused these days. */
  refusal: string | null
  taken?: readonly TakenSpan[] | undefined
  /** The first thing to say in a dialog that opens. */
  first?: boolean
  onChange: (days: WantedDays | null) => void
}

/** When somebody needs a thing: a day first, and no matter when as the second choice. */
export function WantedChoice({
  days,
  missing,
  refusal,
  taken,
  first,
  onChange,
}: WantedChoiceProps) {
  const { t } = useTranslation('borrow')
  return (
    <DayChoice
      label={t('days')}
      days={days === 'any' ? null : days}
      missing={missing}
      refusal={refusal}
      taken={taken}
      takenHint={t('takenHint')}
      first={first}
      anyDay={{ chosen: days === 'any', onChoose: () => onChange('any') }}
      onChange={onChange}
    />
  )
}
