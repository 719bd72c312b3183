import type { OrderStatus } from '@letterlend/contract/order-statuses.ts'
import { useTranslation } from '../../start/texts.ts'
import { Chip } from '../../ui/chip.tsx'

const TONES = {
  pending_confirmation: 'yellow',
  pending_payment: 'sky',
  paid: 'yellow',
  processed: 'leaf',
  cancelled: 'sky',
} as const

/** Where an order stands, in words and colour. */
export function OrderStatusChip({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('admin-orders')
  return <Chip tone={TONES[status]}>{t(`status.${status}`)}</Chip>
}
