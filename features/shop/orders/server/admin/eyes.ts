import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { AdminOrder, CorrectionCost } from '../../contract.admin.ts'
import type { Order } from '../../contract.order.ts'

/** The viewer of an order; fields without permission are removed. */
export type Eyes = Pick<Viewer, 'tasks' | 'area'>

const NO_ADDRESS = { address: null, address_addition: null, postcode: null, city: null } as const

/** Removes the address for viewers without the task of shipping. */
export const addressForEyesOf = <Shown extends Order>(viewer: Eyes, order: Shown): Shown =>
  may(viewer, 'order.address') ? order : { ...order, ...NO_ADDRESS }

const NO_MONEY = {
  payments: [],
  refunds: [],
  disputes: [],
  refunded: 0,
  refundable: 0,
} satisfies Partial<AdminOrder>

/** Also removes addresses from the history, where corrections name them. */
function addressesForEyesOf(viewer: Eyes, order: AdminOrder): AdminOrder {
  const seen = addressForEyesOf(viewer, order)
  if (may(viewer, 'order.address')) return seen
  const history = seen.history.map((event) => ({
    ...event,
    corrected: event.corrected?.filter(({ field }) => !Object.hasOwn(NO_ADDRESS, field)) ?? null,
  }))
  return { ...seen, history }
}

/** Removes the paid amount from the cost of a correction for viewers without access to payments. */
export const costForEyesOf = (viewer: Eyes, cost: CorrectionCost): CorrectionCost =>
  may(viewer, 'order.payments') ? cost : { ...cost, paid: null }

/** Removes payments and refunds for viewers without access to payments. */
export function forEyesOf(viewer: Eyes, order: AdminOrder): AdminOrder {
  const seen = addressesForEyesOf(viewer, order)
  if (may(viewer, 'order.payments')) return seen
  const history = seen.history.map((event) => ({ ...event, refunded: null, received: null }))
  return { ...seen, ...NO_MONEY, history }
}
