import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'

/** Where an order stands. It goes back from being shipped alone; a cancelled one leaves its customer's list. */
export const ORDER_STATUSES = [
  'pending_confirmation',
  'pending_payment',
  'paid',
  'processed',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** What the staff does to an order. */
export const STAFF_STEPS = ['confirm', 'ship', 'unship', 'cancel'] as const
export type StaffStep = (typeof STAFF_STEPS)[number]
/** What brings an order to its next state; a payment arrives from outside. */
export type OrderStep = StaffStep | 'pay'

interface StepRule {
  from: readonly OrderStatus[]
  to: OrderStatus
}

/** Which step leads where: the one table of it. The database refuses everything else (`database.sql`). */
const RULES: Readonly<Record<OrderStep, StepRule>> = {
  confirm: { from: ['pending_confirmation'], to: 'pending_payment' },
  pay: { from: ['pending_payment'], to: 'paid' },
  ship: { from: ['paid'], to: 'processed' },
  unship: { from: ['processed'], to: 'paid' },
  cancel: { from: ['pending_confirmation', 'pending_payment', 'paid'], to: 'cancelled' },
}

/** What decides what can be done to an order. */
export interface OrderState {
  status: OrderStatus
  product_id: number
  /** Whether a part of its price is still to be paid though it was paid once: it was corrected since. */
  is_difference_due: boolean
  /** Whether it was shipped so lately that this can be taken back. */
  is_just_shipped: boolean
  /** Whether all that was paid for it was given back. */
  is_refunded: boolean
}

/** What a step leads to. */
export const statusAfter = (step: OrderStep): OrderStatus => RULES[step].to

/** Whether something is put into the post for it: a membership is there once it is paid. */
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

/** What the staff can do to it now; the first is what usually comes next. */
export const staffStepsOf = (order: OrderState): StaffStep[] =>
  STAFF_STEPS.filter((step) => mayStep(order, step))

/** Whether some step leads from one state to the other. */
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  Object.values(RULES).some((rule) => rule.to === to && rule.from.includes(from))

/** Whether whoever ordered can still take it back. */
export const isCancellable = (status: OrderStatus): boolean =>
  status === 'pending_confirmation' || status === 'pending_payment'

/** Whether it has a parcel, and with it a packing slip and an address label: nothing is posted that was given back. */
export const hasParcel = (
  order: Pick<OrderState, 'status' | 'product_id' | 'is_refunded'>,
): boolean =>
  isOfStickers(order) &&
  !order.is_refunded &&
  (order.status === 'paid' || order.status === 'processed')

/**
 * What is said of where an order stands: its status, that a bank needs days for its payment, or that all that was paid
 * for it was given back.
 */
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
