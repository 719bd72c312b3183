import { orders as ordersTable } from '../../db/schema.ts'
import type { Feature } from '../../feature.ts'
import { deleteOldOrders, forgetOrdersOf, ordersOf } from './orders.queries.ts'
import { addOrderRoutes } from './orders.routes.ts'

export const orders: Feature = {
  name: 'orders',
  routes: addOrderRoutes,
  personalData: [{ table: ordersTable, where: ordersOf }],
  notExported: { order_events: 'names the administrators who looked after an order' },
  removal: {
    before: (tx, _deps, { account }) => forgetOrdersOf(tx, account),
  },
  cleanUp: deleteOldOrders,
}
