import { useTranslation } from '#platform/web/start/texts.ts'
import { Chip } from '#platform/web/ui/chip.tsx'
import type { OrderStatus } from '../../order-steps.ts'

const TONES = {
  pending_confirmation: 'yellow',
  pending_payment: 'sky',
  paid: 'yellow',
  processed: 'leaf',
  cancelled: 'sky',
} as const

/** The state of an order, in words and colour. */
export function OrderStatusChip({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('admin-orders')
  return <Chip tone={TONES[status]}>{t(`status.${status}`)}</Chip>
}
