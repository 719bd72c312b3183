import { PRODUCT_ID } from '#features/products/pricing.ts'
import type { AdminOrder, AdminOrderRow } from '../../contract.admin.ts'
import type { OrderStep } from '../data/admin-orders.ts'

type SteppedOrder = Pick<AdminOrderRow, 'order_status' | 'product'>

/** What can be done with an order in each of its states; the first is what usually comes next. */
const STEPS: Record<AdminOrderRow['order_status']['name'], OrderStep[]> = {
  pending_confirmation: ['confirm', 'cancel'],
  pending_payment: ['cancel'],
  paid: ['ship', 'cancel'],
  processed: [],
  cancelled: [],
}

/** Whether something is put into the post for it: a membership is there once it is paid. */
const isOfStickers = ({ product }: SteppedOrder) => product.id !== PRODUCT_ID.membership

export const stepsOf = (order: SteppedOrder): OrderStep[] =>
  STEPS[order.order_status.name].filter((step) => step !== 'ship' || isOfStickers(order))

/** Whether it has a packing slip and an address label. */
export const isPosted = (order: SteppedOrder): boolean =>
  isOfStickers(order) && ['paid', 'processed'].includes(order.order_status.name)

/** Whether its money came by bank, and goes back by hand. */
export const isByBank = ({ payments }: AdminOrder): boolean =>
  !payments.some(({ status, provider }) => status === 'succeeded' && provider !== 'bank')
