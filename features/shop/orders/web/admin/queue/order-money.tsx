import { type ReactNode, useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import {
  type AdminOrder,
  type OrderDispute,
  type OrderPayment,
  type OrderRefund,
  PROVIDER_GONE,
} from '../../../contract.admin.ts'
import { formatRefno } from '../../../refno.ts'
import { useSettleMoney } from '../data/orders.ts'
import type { ChangingProps } from './order-acts.tsx'
import classes from './order-queue.module.css'
import { RefundDialog } from './refund-dialog.tsx'

/** Text about a payment or refund that needs attention; null if it needs none. */
function wrongOf(order: AdminOrder, money: OrderPayment | OrderRefund) {
  const { status } = money
  const isHeld = order.order_status.name === 'cancelled' && order.refundable > 0
  if (isHeld && 'provider' in money && status === 'succeeded') return 'held'
  if ('refusal' in money && money.refusal === PROVIDER_GONE) return PROVIDER_GONE
  if (status === 'mismatch' || status === 'refund_due' || status === 'refused') return status
  return 'outside' in money && money.outside ? 'outside' : null
}

/** Whether money was refunded or is on its way; rejected and superseded refunds move none. */
const isGivenBack = ({ status }: OrderRefund) => status === 'succeeded' || status === 'started'

/** The payments and refunds of an order, their problems, and what can still be refunded. */
export function OrderMoney(props: ChangingProps) {
  const { order } = props
  const { t } = useTranslation('admin-orders')
  const [refunding, setRefunding] = useState(false)
  const money = (amount: number) => formatMoney(amount, order.payment_currency)
  return (
    <section className={classes.card} aria-labelledby="order-money">
      <h2 id="order-money">{t('money')}</h2>
      {order.payments.length + order.refunds.length + order.disputes.length === 0 ? (
        <p>{t('noMoney')}</p>
      ) : null}
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
            <strong>
              {isGivenBack(refund) ? '−' : ''}
              {formatMoney(refund.amount, refund.currency)}
            </strong>{' '}
            {t(
              `refundStatus.${refund.outside && refund.status === 'succeeded' ? 'outside' : refund.status}`,
            )}
            {refund.by ? `, ${refund.by.name}` : ''}, {timeInWords(refund.created_at)}
            {refund.note ? <span className={classes.line}>{refund.note}</span> : null}
            <Wrong order={order} money={refund} />
          </li>
        ))}
        {order.disputes.map((dispute) => (
          <li key={dispute.id}>
            <strong>{formatMoney(dispute.amount, dispute.currency)}</strong>{' '}
            {t(`providers.${dispute.provider}` as 'providers.bank')},{' '}
            {t(`dispute.${dispute.status}`)}, {timeInWords(dispute.created_at)}
            <Disputed order={order} dispute={dispute} />
          </li>
        ))}
      </ul>
      {order.order_status.name === 'paid' && order.to_pay > 0 ? (
        <div className={classes.owing}>
          <Notice>{t('owing.toPay', { amount: money(order.to_pay) })}</Notice>
        </div>
      ) : null}
      {order.to_give_back > 0 ? (
        <div className={classes.owing}>
          <Notice kind="error">
            {t('owing.toGiveBack', { amount: money(order.to_give_back) })}
          </Notice>
        </div>
      ) : null}
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

/** A payment or refund that needs attention, with the problem. */
function Wrong({ order, money }: { order: AdminOrder; money: OrderPayment | OrderRefund }) {
  const { t } = useTranslation('admin-orders')
  const wrong = wrongOf(order, money)
  if (!wrong) return null
  const announcedAs = 'told' in money ? money.told : null
  const refusal = wrong === 'refused' && 'refusal' in money ? money.refusal : null
  return (
    <ToSettle order={order} money={money}>
      {t(`wrong.${wrong}`, { amount: formatMoney(order.refundable, order.payment_currency) })}
      {announcedAs ? (
        <span className={classes.line}>
          {t('told', {
            amount: formatMoney(announcedAs.amount, announcedAs.currency),
            refno: formatRefno(announcedAs.refno),
          })}
        </span>
      ) : null}
      {refusal ? <span className={classes.line}>{refusal}</span> : null}
    </ToSettle>
  )
}

/** What has to be done about a dispute, and by when. */
function Disputed({ order, dispute }: { order: AdminOrder; dispute: OrderDispute }) {
  const { t } = useTranslation('admin-orders')
  const { status, reason, answer_by } = dispute
  return (
    <ToSettle order={order} money={dispute}>
      {t(`dispute.wrong.${status}`)}
      {status === 'open' && answer_by ? (
        <span className={classes.line}>
          {t('dispute.answerBy', { at: timeInWords(answer_by) })}
        </span>
      ) : null}
      {reason ? <span className={classes.line}>{t('dispute.reason', { reason })}</span> : null}
    </ToSettle>
  )
}

/** A payment problem, shown until an administrator marks it as settled. */
function ToSettle({
  order,
  money,
  children,
}: {
  order: AdminOrder
  money: { id: string; settled_at: string | null }
  children: ReactNode
}) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const settle = useSettleMoney()
  if (money.settled_at) {
    return (
      <span className={classes.line}>{t('settledAt', { at: timeInWords(money.settled_at) })}</span>
    )
  }
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
      {children}
    </Notice>
  )
}
