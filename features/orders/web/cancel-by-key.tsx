import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Order } from '../contract.order.ts'
import { isCancellable } from '../order-steps.ts'
import { formatRefno } from '../refno.ts'
import { useCancelByKey } from './data/orders.ts'

interface CancelByKeyProps {
  order: Order
  /**
   * The key of the order, which the device that stored it and its mails have; undefined where neither is at
   * hand.
   */
  orderKey: string | undefined
  onCancelled: () => void
}

/** Cancels an order that was not paid, for the person who placed it, with an account or without. */
export function CancelByKey({ order, orderKey, onCancelled }: CancelByKeyProps) {
  const { t } = useTranslation('orders')
  const { ofError } = useErrorText()
  const cancel = useCancelByKey()
  const [asking, setAsking] = useState(false)
  if (!orderKey || !isCancellable(order.order_status.name)) return null
  const confirm = () =>
    cancel.mutate(
      { id: order.id, key: orderKey },
      {
        onSuccess: () => {
          showToast({ message: t('list.cancelled') })
          onCancelled()
        },
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <AppButton tone="quiet" onClick={() => setAsking(true)}>
        {t('list.cancelConfirm')}
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
        {t('cancelBody', { refno: formatRefno(order.refno) })}
      </ConfirmDialog>
    </>
  )
}
