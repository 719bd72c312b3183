import type { Order } from '@letterlend/contract/order-info.ts'
import { useEffect, useRef } from 'react'
import { reloadOrder, useOrder } from '../../data/orders.ts'
import { useTranslation } from '../../start/texts.ts'
import { Notice } from '../../ui/notice.tsx'

const ASK_EVERY_MS = 3000

interface PaymentCheckProps {
  order: Order
  onPaid: () => void
}

/** A payment of which nobody knows yet how it ends: asks until that is known. */
export function PaymentCheck({ order: { id }, onPaid }: PaymentCheckProps) {
  const { t } = useTranslation('payments')
  const status = useOrder(id).data?.order_status.name
  const paid = status === 'paid' || status === 'processed'
  const whenPaid = useRef(onPaid)
  whenPaid.current = onPaid
  useEffect(() => {
    if (paid) return whenPaid.current()
    const timer = setInterval(() => void reloadOrder(id), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [id, paid])
  return (
    <div role="status">
      <Notice title={t('check.title')}>{t('check.body')}</Notice>
    </div>
  )
}
