import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'

/**
 * States of an order. The only step back is to undo shipping. A cancelled order disappears from the customer's list.
 */
export const ORDER_STATUSES = [
  'pending_confirmation',
  'pending_payment',
  'paid',
  'processed',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Steps that the staff can take. */
export const STAFF_STEPS = ['confirm', 'ship', 'unship', 'cancel'] as const
export type StaffStep = (typeof STAFF_STEPS)[number]
/** All steps; a payment arrives from outside. */
export type OrderStep = StaffStep | 'pay'

interface StepRule {
  from: readonly OrderStatus[]
  to: OrderStatus
}

/** The one table of allowed steps. The database rejects all others (`database.sql`). */
const RULES: Readonly<Record<OrderStep, StepRule>> = {
  confirm: { from: ['pending_confirmation'], to: 'pending_payment' },
  pay: { from: ['pending_payment'], to: 'paid' },
  ship: { from: ['paid'], to: 'processed' },
  unship: { from: ['processed'], to: 'paid' },
  cancel: { from: ['pending_confirmation', 'pending_payment', 'paid'], to: 'cancelled' },
}

/** The facts that decide which steps are possible. */
export interface OrderState {
  status: OrderStatus
  product_id: number
  /** Whether a part of the price is due again because the paid order was corrected. */
  is_difference_due: boolean
  /** Whether it was shipped so recently that this can be undone. */
  is_just_shipped: boolean
  /** Whether everything that was paid was refunded. */
  is_refunded: boolean
}

/** The state that a step leads to. */
export const statusAfter = (step: OrderStep): OrderStatus => RULES[step].to

/** Whether something is posted for it; a membership needs only the payment. */
const isOfStickers = ({ product_id }: Pick<OrderState, 'product_id'>) =>
  product_id !== PRODUCT_ID.membership

export function mayStep(order: OrderState, step: OrderStep): boolean {
  if (!RULES[step].from.includes(order.status)) return false
  if (step === 'ship') return hasParcel(order) && !order.is_difference_due
  return step !== 'unship' || order.is_just_shipped
}

/** Whether its address, sheets and amount can be corrected. */
export const isCorrectable = (status: OrderStatus): boolean =>
  status !== 'processed' && status !== 'cancelled'

/** Steps that the staff can take now; the first one is usually next. */
export const staffStepsOf = (order: OrderState): StaffStep[] =>
  STAFF_STEPS.filter((step) => mayStep(order, step))

/** Whether any step leads from one state to the other. */
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  Object.values(RULES).some((rule) => rule.to === to && rule.from.includes(from))

/** Whether the customer can still cancel. */
export const isCancellable = (status: OrderStatus): boolean =>
  status === 'pending_confirmation' || status === 'pending_payment'

/** Whether it has a parcel, and so a packing slip and an address label. Refunded orders are not posted. */
export const hasParcel = (
  order: Pick<OrderState, 'status' | 'product_id' | 'is_refunded'>,
): boolean =>
  isOfStickers(order) &&
  !order.is_refunded &&
  (order.status === 'paid' || order.status === 'processed')

/** Displayed states: the status, a pending bank payment, or fully refunded. */
export const SHOWN_STATUSES = [
  'pending_confirmation',
  'pending_payment',
  'awaited',
  'paid',
  'processed',
  'refunded',
  'cancelled',
] as const satisfies readonly (OrderStatus | 'awaited' | 'refunded')[]
export type ShownStatus = (typeof SHOWN_STATUSES)[number]
export function shownStatusOf(order: {
  order_status: { name: OrderStatus }
  is_refunded: boolean
  awaited_until: string | null
}): ShownStatus {
  if (order.is_refunded) return 'refunded'
  const { name } = order.order_status
  return name === 'pending_payment' && order.awaited_until ? 'awaited' : name
}
