import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import type { Order } from '../contract.order.ts'
import { isCancellable } from '../order-steps.ts'
import { formatRefno } from '../refno.ts'
import { CancelButton } from './cancel-button.tsx'
import { useCancelOrder } from './data/orders.ts'
import classes from './orders-table.module.css'
import { ReceiptButton } from './receipt-button.tsx'

interface OrderActionsProps {
  order: Order
  onCancelled: () => void
}

/** What the customer can still do with an order. */
export function OrderActions({ order, onCancelled }: OrderActionsProps) {
  const { t } = useTranslation('orders')
  const { name: status } = order.order_status
  const refno = formatRefno(order.refno)
  if (status === 'paid' || status === 'processed') {
    if (order.to_pay === 0 || order.awaited_until) return <ReceiptButton {...order} />
    return (
      <div className={classes.actions}>
        <AppButton
          tone="secondary"
          component={Link}
          to={paths.payment({ orderId: order.id })}
          aria-label={t('list.payOf', { refno })}
        >
          {t('list.payRest')}
        </AppButton>
        <ReceiptButton {...order} />
      </div>
    )
  }
  if (!isCancellable(status)) return null
  return (
    <div className={classes.actions}>
      {status === 'pending_payment' && !order.awaited_until ? (
        <AppButton
          tone="secondary"
          component={Link}
          to={paths.payment({ orderId: order.id })}
          aria-label={t('list.payOf', { refno })}
        >
          {t('list.pay')}
        </AppButton>
      ) : null}
      <CancelOwnOrder id={order.id} refno={refno} onCancelled={onCancelled} />
    </div>
  )
}

function CancelOwnOrder({
  id,
  refno,
  onCancelled,
}: Pick<Order, 'id' | 'refno'> & { onCancelled: () => void }) {
  const { t } = useTranslation('orders')
  const cancel = useCancelOrder()
  return (
    <CancelButton
      label={t('list.cancel')}
      fullLabel={t('list.cancelOf', { refno })}
      body={t('list.cancelBody', { refno })}
      sending={cancel.isPending}
      onCancel={(outcome) => cancel.mutate(id, outcome)}
      onCancelled={onCancelled}
    />
  )
}
