import type { AdminOrder, AdminOrderRow } from '../../contract.admin.ts'
import { hasParcel, type OrderState, type StaffStep, staffStepsOf } from '../../order-steps.ts'

type SteppedOrder = Pick<AdminOrderRow, 'order_status' | 'product'>

const stateOf = ({ order_status, product }: SteppedOrder): OrderState => ({
  status: order_status.name,
  product_id: product.id,
})

/** The possible steps of an order; the first is what usually comes next. */
export const stepsOf = (order: SteppedOrder): StaffStep[] => staffStepsOf(stateOf(order))

/** Whether the order has a packing slip and an address label. */
export const isPosted = (order: SteppedOrder): boolean => hasParcel(stateOf(order))

/** Whether the order was paid by bank, so that money is sent back by hand. */
export const isByBank = ({ payments }: AdminOrder): boolean =>
  !payments.some(({ status, provider }) => status === 'succeeded' && provider !== 'bank')
