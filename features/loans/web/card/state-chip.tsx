import type { Transaction } from '#features/transactions/contract.ts'
import type { LoanSide } from '#features/transactions/loan-steps.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { standingOf } from '../loan-status.ts'
import classes from './state-chip.module.css'

interface StateChipProps {
  transaction: Pick<Transaction, 'status' | 'dates_by' | 'days_asked_by'>
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
