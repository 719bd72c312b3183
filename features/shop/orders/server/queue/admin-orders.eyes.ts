import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { AdminOrder, CorrectionCost } from '../../contract.admin.ts'
import type { Order } from '../../contract.order.ts'

/** Whose eyes see an order; what they may not see is left out of it. */
export type Eyes = Pick<Viewer, 'tasks'>

const NO_ADDRESS = { address: null, address_addition: null, postcode: null, city: null } as const

/** An order in any shape: where parcels go is for those who send them. */
export const addressForEyesOf = <Shown extends Order>(viewer: Eyes, order: Shown): Shown =>
  may(viewer, 'order.address') ? order : { ...order, ...NO_ADDRESS }

const NO_MONEY = {
  payments: [],
  refunds: [],
  disputes: [],
  refunded: 0,
  refundable: 0,
} satisfies Partial<AdminOrder>

/** Its history names addresses as well: what they were before a correction, and after it. */
function addressesForEyesOf(viewer: Eyes, order: AdminOrder): AdminOrder {
  const seen = addressForEyesOf(viewer, order)
  if (may(viewer, 'order.address')) return seen
  const history = seen.history.map((event) => ({
    ...event,
    corrected: event.corrected?.filter(({ field }) => !Object.hasOwn(NO_ADDRESS, field)) ?? null,
  }))
  return { ...seen, history }
}

/** What a correction means for the money of an order, without what was paid for whoever does not look after it. */
export const costForEyesOf = (viewer: Eyes, cost: CorrectionCost): CorrectionCost =>
  may(viewer, 'order.payments') ? cost : { ...cost, paid: null }

/** What was paid and given back is for those who look after the money. */
export function forEyesOf(viewer: Eyes, order: AdminOrder): AdminOrder {
  const seen = addressesForEyesOf(viewer, order)
  if (may(viewer, 'order.payments')) return seen
  const history = seen.history.map((event) => ({ ...event, refunded: null, received: null }))
  return { ...seen, ...NO_MONEY, history }
}
