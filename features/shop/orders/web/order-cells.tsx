import type { ComponentProps } from 'react'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Chip } from '#platform/web/ui/chip.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { Order } from '../contract.order.ts'
import { type ShownStatus, shownStatusOf } from '../order-steps.ts'
import { formatRefno } from '../refno.ts'
import classes from './orders-table.module.css'

/** The day, and below it the order number. */
export function DateText({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const day = dateFormat({ dateStyle: 'medium' }).format(new Date(order.order_date))
  return (
    <>
      <time dateTime={order.order_date}>{day}</time>
      <div className={classes.detail} translate="no">
        {t('list.refno', { refno: formatRefno(order.refno) })}
      </div>
    </>
  )
}

export function AmountText({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  return order.product.id === PRODUCT_ID.membership ? t('table.year') : order.amount
}

/** The price, and below it the donation. */
export function PriceText({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const money = (amount: number) => formatMoney(amount, order.payment_currency)
  return (
    <>
      <span translate="no">{money(order.price)}</span>
      {order.donation > 0 ? (
        <div className={classes.detail}>{t('list.donation', { money: money(order.donation) })}</div>
      ) : null}
      {order.order_status.name === 'paid' && order.to_pay > 0 ? (
        <div className={classes.detail}>{t('list.added', { money: money(order.to_pay) })}</div>
      ) : null}
    </>
  )
}

type Look = Pick<ComponentProps<typeof Chip>, 'tone' | 'icon'>
const LOOKS: Record<ShownStatus, Look> = {
  pending_confirmation: { tone: 'sky' },
  pending_payment: { tone: 'yellow' },
  awaited: { tone: 'sky' },
  paid: { tone: 'leaf', icon: 'check' },
  processed: { tone: 'leaf', icon: 'email' },
  cancelled: { tone: 'sky', icon: 'close' },
  refunded: { tone: 'sky' },
}

export function StatusChip({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const status = shownStatusOf(order)
  return <Chip {...LOOKS[status]}>{t(`list.status.${status}`)}</Chip>
}
