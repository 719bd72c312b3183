import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { type Standing, standingOf } from '../loan-status.ts'
import classes from './state-chip.module.css'

interface StateChipProps {
  transaction: Standing
  side: LoanSide
}

/** The state of a request, in a word or two. */
export function StateChip({ transaction, side }: StateChipProps) {
  const { t } = useTranslation('loans')
  const { key, tone } = standingOf(transaction, side)
  return (
    <span className={classes.chip} data-tone={tone}>
      {t(key)}
    </span>
  )
}
