import { useDebouncedValue } from '@mantine/hooks'
import type { UnmatchedPayment } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { AdminOrderRow } from '../../../contract.admin.ts'
import { formatRefno, isRefno } from '../../../refno.ts'
import { useOrderQueue } from '../data/orders.ts'
import classes from './order-queue.module.css'
import { OrderStatusChip } from './order-status.tsx'

/** Delay after the last keystroke before searching. */
const SEARCH_AFTER_MS = 300
const SHOWN = 5
/** How many unpaid orders are searched for the amount of the payment. */
const SEARCHED = '100'

interface CandidatesProps {
  payment: UnmatchedPayment
  /** A number, or a part of a name or an e-mail address. */
  typed: string
  onChoose: (refno: string) => void
}

/**
 * The orders that a payment may be for: the one with the typed number, otherwise unpaid ones that match the text,
 * those with the payment's amount first. This way the administrator sees the order before assigning.
 */
export function OrderCandidates({ payment, typed, onChoose }: CandidatesProps) {
  const { t } = useTranslation('admin-orders')
  const [search] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS)
  const chosen = isRefno(search) ? search.replace(/\s/g, '') : null
  const { data } = useOrderQueue({
    search,
    size: SEARCHED,
    // A typed number finds its order in any state.
    ...(chosen === null && { status: 'pending_payment' }),
  })
  if (!data) return null
  const hasAmount = ({ to_pay, payment_currency }: AdminOrderRow) =>
    to_pay === payment.amount && payment_currency === payment.currency
  const rows = [...data.rows.filter(hasAmount), ...data.rows.filter((row) => !hasAmount(row))]
  return (
    <section aria-label={t('matching.candidates')}>
      {rows.length === 0 ? <p className={classes.hint}>{t('matching.noCandidate')}</p> : null}
      <ul className={classes.results}>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <span className={classes.candidate}>
              <strong>
                {formatMoney(
                  row.to_pay > 0 ? row.to_pay : row.payment_amount,
                  row.payment_currency,
                )}
              </strong>{' '}
              {row.firstname} {row.lastname}, {formatRefno(row.refno)}
            </span>
            {row.refno === chosen ? (
              <OrderStatusChip order={row} />
            ) : (
              <AppButton
                tone="secondary"
                aria-label={t('matching.chooseOrder', { refno: formatRefno(row.refno) })}
                onClick={() => onChoose(row.refno)}
              >
                {t('matching.chooseThis')}
              </AppButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
