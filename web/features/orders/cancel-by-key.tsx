import type { Order } from '@letterlend/contract/order-info.ts'
import { isCancellable } from '@letterlend/contract/order-statuses.ts'
import { formatRefno } from '@letterlend/contract/refno.ts'
import { useState } from 'react'
import { useCancelByKey } from '../../data/orders.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { showToast } from '../../ui/toast.ts'

interface CancelByKeyProps {
  order: Order
  /** What the device that stored the order knows, and its mails; undefined: neither is here. */
  orderKey: string | undefined
  onCancelled: () => void
}

/** Takes an order back that was not paid; for whoever placed it, with an account or without. */
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
