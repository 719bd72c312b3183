import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Order } from '../contract.order.ts'
import { isCancellable } from '../order-steps.ts'
import { formatRefno } from '../refno.ts'
import { useCancelOrder } from './data/orders.ts'
import classes from './orders-table.module.css'
import { ReceiptButton } from './receipt-button.tsx'

interface OrderActionsProps {
  order: Order
  onCancelled: () => void
}

/** What can be done with an order yet. */
export function OrderActions({ order, onCancelled }: OrderActionsProps) {
  const { t } = useTranslation('orders')
  const { name: status } = order.order_status
  const refno = formatRefno(order.refno)
  if (status === 'paid' || status === 'processed') {
    if (order.to_pay === 0) return <ReceiptButton {...order} />
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
      {status === 'pending_payment' ? (
        <AppButton
          tone="secondary"
          component={Link}
          to={paths.payment({ orderId: order.id })}
          aria-label={t('list.payOf', { refno })}
        >
          {t('list.pay')}
        </AppButton>
      ) : null}
      <CancelButton id={order.id} refno={refno} onCancelled={onCancelled} />
    </div>
  )
}

function CancelButton({
  id,
  refno,
  onCancelled,
}: Pick<Order, 'id' | 'refno'> & { onCancelled: () => void }) {
  const { t } = useTranslation('orders')
  const { ofError } = useErrorText()
  const cancel = useCancelOrder()
  const [asking, setAsking] = useState(false)
  const confirm = () =>
    cancel.mutate(id, {
      onSuccess: () => {
        showToast({ message: t('list.cancelled') })
        onCancelled()
      },
      onError: (error) => {
        setAsking(false)
        showToast({ kind: 'error', message: ofError(error) })
      },
    })
  return (
    <>
      <AppButton
        tone="quiet"
        aria-label={t('list.cancelOf', { refno })}
        onClick={() => setAsking(true)}
      >
        {t('list.cancel')}
      </AppButton>
      <ConfirmDialog
        opened={asking}
        title={t('list.cancelTitle')}
        confirmLabel={t('list.cancelConfirm')}
        dismissLabel={t('list.keep')}
        destructive
        loading={cancel.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('list.cancelBody', { refno })}
      </ConfirmDialog>
    </>
  )
}
