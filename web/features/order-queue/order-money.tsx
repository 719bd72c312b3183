import type { AdminOrder, OrderPayment, OrderRefund } from '@letterlend/contract/admin-orders.ts'
import { formatRefno } from '@letterlend/contract/refno.ts'
import { useState } from 'react'
import { useSettleMoney } from '../../data/admin-orders.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { timeInWords } from '../../ui/date-in-words.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { formatMoney } from '../../ui/money.ts'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import type { ChangingProps } from './order-acts.tsx'
import classes from './order-queue.module.css'
import { RefundDialog } from './refund-dialog.tsx'

const isWrong = ({ status }: OrderPayment | OrderRefund) =>
  status === 'mismatch' || status === 'refund_due' || status === 'refused'

/** What was paid and given back, what went wrong with it, and what can be given back yet. */
export function OrderMoney(props: ChangingProps) {
  const { order } = props
  const { t } = useTranslation('admin-orders')
  const [refunding, setRefunding] = useState(false)
  const money = (amount: number) => formatMoney(amount, order.payment_currency)
  return (
    <section className={classes.card} aria-labelledby="order-money">
      <h2 id="order-money">{t('money')}</h2>
      {order.payments.length + order.refunds.length === 0 ? <p>{t('noMoney')}</p> : null}
      <ul className={classes.plainList}>
        {order.payments.map((payment) => (
          <li key={payment.id}>
            <strong>{formatMoney(payment.amount, payment.currency)}</strong>{' '}
            {t(`providers.${payment.provider}` as 'providers.bank')},{' '}
            {t(`paymentStatus.${payment.status}` as 'paymentStatus.succeeded')},{' '}
            {timeInWords(payment.created_at)}
            {payment.note ? <span className={classes.line}>{payment.note}</span> : null}
            <Wrong order={order} money={payment} />
          </li>
        ))}
        {order.refunds.map((refund) => (
          <li key={refund.id}>
            <strong>−{formatMoney(refund.amount, refund.currency)}</strong>{' '}
            {t(`refundStatus.${refund.status}`)}
            {refund.by ? `, ${refund.by.name}` : ''}, {timeInWords(refund.created_at)}
            {refund.note ? <span className={classes.line}>{refund.note}</span> : null}
            <Wrong order={order} money={refund} />
          </li>
        ))}
      </ul>
      {order.refunded > 0 ? <p>{t('refund.soFar', { amount: money(order.refunded) })}</p> : null}
      {order.refundable > 0 ? (
        <AppButton tone="secondary" onClick={() => setRefunding(true)}>
          {t('refund.title')}
        </AppButton>
      ) : null}
      {refunding ? <RefundDialog {...props} onClose={() => setRefunding(false)} /> : null}
    </section>
  )
}

/** What went wrong, and that somebody has looked after it. */
function Wrong({ order, money }: { order: AdminOrder; money: OrderPayment | OrderRefund }) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const settle = useSettleMoney()
  if (!isWrong(money)) return null
  if (money.settled_at) {
    return (
      <span className={classes.line}>{t('settledAt', { at: timeInWords(money.settled_at) })}</span>
    )
  }
  const told = 'told' in money ? money.told : null
  const refusal = 'refusal' in money ? money.refusal : null
  return (
    <Notice
      kind="error"
      action={
        <AppButton
          tone="secondary"
          loading={settle.isPending}
          onClick={() =>
            settle.mutate(
              { id: order.id, of: money.id },
              { onError: (error) => showToast({ kind: 'error', message: ofError(error) }) },
            )
          }
        >
          {t('settle')}
        </AppButton>
      }
    >
      {t(`wrong.${money.status as 'mismatch' | 'refund_due' | 'refused'}`)}
      {told ? (
        <span className={classes.line}>
          {t('told', {
            amount: `${told.currency} ${told.amount.toFixed(2)}`,
            refno: formatRefno(told.refno),
          })}
        </span>
      ) : null}
      {refusal ? <span className={classes.line}>{refusal}</span> : null}
    </Notice>
  )
}
