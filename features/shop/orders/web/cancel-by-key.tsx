import { useTranslation } from '#platform/web/start/texts.ts'
import type { Order } from '../contract.order.ts'
import { isCancellable } from '../order-steps.ts'
import { formatRefno } from '../refno.ts'
import { CancelButton } from './cancel-button.tsx'
import { useCancelByKey } from './data/orders.ts'

interface CancelByKeyProps {
  order: Order
  /** The key of the order, which the ordering device and its mails contain; undefined if neither provided it. */
  orderKey: string | undefined
  onCancelled: () => void
}

/** Cancels an unpaid order for its customer, with or without an account. */
export function CancelByKey({ order, orderKey, onCancelled }: CancelByKeyProps) {
  const { t } = useTranslation('orders')
  const cancel = useCancelByKey()
  if (!orderKey || !isCancellable(order.order_status.name)) return null
  return (
    <CancelButton
      label={t('list.cancelConfirm')}
      body={t('cancelBody', { refno: formatRefno(order.refno) })}
      sending={cancel.isPending}
      onCancel={(outcome) => cancel.mutate({ id: order.id, key: orderKey }, outcome)}
      onCancelled={onCancelled}
    />
  )
}
