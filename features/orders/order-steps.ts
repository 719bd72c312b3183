/** Where an order stands. It never goes back; a cancelled one leaves its customer's list. */
export const ORDER_STATUSES = [
  'pending_confirmation',
  'pending_payment',
  'paid',
  'processed',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Whether whoever ordered can still take it back. */
export const isCancellable = (status: OrderStatus): boolean =>
  status === 'pending_confirmation' || status === 'pending_payment'
