import { type AdminOrder, adminOrdersApi } from '@letterlend/contract/admin-orders.ts'
import type { OrderStatus } from '@letterlend/contract/order-statuses.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/client.ts'
import { orders } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { presentWhole, searchOrders } from './admin-orders.queries.ts'
import { changeStatus } from './orders.changing.ts'
import type { FullOrder } from './orders.presenter.ts'
import {
  type Actor,
  findOrder,
  lockOrder,
  markReseller,
  recordNote,
  versionOf,
} from './orders.queries.ts'
import { becomesReseller } from './orders.rules.ts'

interface Change {
  id: string
  version: number
}

async function findWhole(db: Db, id: string): Promise<AdminOrder> {
  const full = await findOrder(db, id)
  if (!full) throw new AppError('not_found')
  return presentWhole(db, full)
}

/**
 * Changes an order that is still as it was read; of two at the same time the second one is told of what
 * the first one did. Throws `not_found`, `changed_meanwhile` with the order as it is, `wrong_status`.
 * @param write returns false where the order's state does not allow it
 */
async function changeAsRead(
  deps: Deps,
  viewer: Viewer,
  { id, version }: Change,
  write: (tx: Db, full: FullOrder, by: Actor & { now: Date }) => Promise<boolean>,
): Promise<AdminOrder> {
  return deps.database.orm.transaction(async (tx) => {
    const full = await lockOrder(tx, id)
    if (!full) throw new AppError('not_found')
    if ((await versionOf(tx, id)) !== version) {
      throw new AppError('changed_meanwhile', { current: await presentWhole(tx, full) })
    }
    const by = { actor: 'admin', user_id: viewer.id, now: deps.clock() } as const
    if (!(await write(tx, full, by))) throw new AppError('wrong_status')
    return findWhole(tx, id)
  })
}

/** Routes of orders for those who look after them; for everybody else there are none. */
export function addAdminOrderRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  const moveTo =
    (status: OrderStatus, from: readonly OrderStatus[]) =>
    ({ body, viewer }: { body: Change; viewer: Viewer }) =>
      changeAsRead(deps, viewer, body, async (tx, full, by) =>
        from.includes(full.order.status) ? changeStatus(tx, deps, full, status, by) : false,
      )

  registerEndpoints(app, deps, 'orders', adminOrdersApi, {
    list: ({ query }) => searchOrders(orm, query),

    byId: ({ query }) => findWhole(orm, query.id),

    confirm: ({ body, viewer }) =>
      changeAsRead(deps, viewer, body, async (tx, full, by) => {
        const { order } = full
        if (order.status !== 'pending_confirmation') return false
        if (becomesReseller(order)) await markReseller(tx, order)
        return changeStatus(tx, deps, full, 'pending_payment', by)
      }),

    ship: moveTo('processed', ['paid']),

    cancel: moveTo('cancelled', ['pending_confirmation', 'pending_payment', 'paid']),

    note: ({ body: { note, ...read }, viewer }) =>
      changeAsRead(deps, viewer, read, async (tx, { order }, { now, ...actor }) => {
        await tx.update(orders).set({ note }).where(eq(orders.id, order.id))
        await recordNote(tx, order, actor, now)
        return true
      }),
  })
}
