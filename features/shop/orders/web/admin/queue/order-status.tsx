import { useTranslation } from '#platform/web/start/texts.ts'
import { Chip } from '#platform/web/ui/chip.tsx'
import type { AdminOrderRow } from '../../../contract.admin.ts'
import { shownStatusOf } from '../../../order-steps.ts'

const TONES = {
  pending_confirmation: 'yellow',
  pending_payment: 'sky',
  awaited: 'sky',
  paid: 'yellow',
  processed: 'leaf',
  cancelled: 'sky',
  refunded: 'sky',
} as const

/** The state of an order, in words and colour. */
export function OrderStatusChip({
  order,
}: {
  order: Pick<AdminOrderRow, 'order_status' | 'is_refunded' | 'awaited_until'>
}) {
  const { t } = useTranslation('admin-orders')
  const status = shownStatusOf(order)
  return <Chip tone={TONES[status]}>{t(`status.${status}`)}</Chip>
}
