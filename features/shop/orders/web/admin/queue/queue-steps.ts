import type { AdminOrder, AdminOrderRow } from '../../../contract.admin.ts'
import { hasParcel, type OrderState, type StaffStep, staffStepsOf } from '../../../order-steps.ts'

type SteppedOrder = Pick<
  AdminOrderRow,
  'order_status' | 'product' | 'to_pay' | 'unship_until' | 'is_refunded'
>

const stateOf = ({
  order_status,
  product,
  to_pay,
  unship_until,
  is_refunded,
}: SteppedOrder): OrderState => ({
  status: order_status.name,
  product_id: product.id,
  is_difference_due: order_status.name === 'paid' && to_pay > 0,
  is_just_shipped: unship_until !== null,
  is_refunded,
})

/** The possible steps of an order; the first one is usually next. */
export const stepsOf = (order: SteppedOrder): StaffStep[] => staffStepsOf(stateOf(order))

/** Whether the order has a packing slip and an address label. */
export const isPosted = (order: SteppedOrder): boolean => hasParcel(stateOf(order))

/** Whether the customer can be reminded to pay. */
export const isRemindable = ({
  order_status,
  to_pay,
  email,
  awaited_until,
}: Pick<AdminOrderRow, 'order_status' | 'to_pay' | 'email' | 'awaited_until'>): boolean =>
  order_status.name !== 'pending_confirmation' && to_pay > 0 && email !== null && !awaited_until

/** Whether the order was paid by bank, fully or in part, so that refunds are made by hand. */
export const isByBank = ({ payments }: AdminOrder): boolean => {
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  return (
    succeeded.length === 0 ||
    succeeded.some(({ provider }) => provider === 'bank' || provider === 'cash')
  )
}
