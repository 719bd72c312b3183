import { addCashBookRoutes } from '#features/shop/orders/cash-book/server/door.ts'
import { addOrderIdeaRoutes } from '#features/shop/orders/ideas/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { orders as ordersTable } from '../tables.ts'
import { addAdminOrderRoutes } from './admin/orders.routes.ts'
import { prepareOrderMails } from './mailing.ts'
import { orderCancelled } from './mails/order-cancelled.ts'
import { orderCorrected } from './mails/order-corrected.ts'
import { orderRefunded } from './mails/order-refunded.ts'
import {
  orderAwaited,
  orderConfirmed,
  orderInvoice,
  orderNotShipped,
  orderPaid,
  orderReminder,
  orderShipped,
  orderStored,
  orderUnpaid,
} from './mails.ts'
import { orderMerge } from './merging.ts'
import { deleteOldOrders, forgetOrdersOf, ordersOf } from './orders.queries.ts'
import { addOrderRoutes } from './orders.routes.ts'
import { findingSpots } from './spots.ts'

export const orders: Feature = {
  name: 'orders',
  start: prepareOrderMails,
  routes(app, deps) {
    addOrderRoutes(app, deps)
    addAdminOrderRoutes(app, deps)
    addOrderIdeaRoutes(app, deps)
    addCashBookRoutes(app, deps)
  },
  serverDecided: ['price', 'donation_total', 'order_status'],
  mails: [
    orderStored,
    orderConfirmed,
    orderInvoice,
    orderPaid,
    orderShipped,
    orderCancelled,
    orderRefunded,
    orderCorrected,
    orderNotShipped,
    orderReminder,
    orderAwaited,
    orderUnpaid,
  ],
  personalData: [{ table: ordersTable, where: ordersOf }],
  notExported: { order_events: 'names the administrators who looked after an order' },
  removal: {
    before: (tx, deps, { account }) => forgetOrdersOf(tx, deps, account),
  },
  merge: orderMerge,
  jobs: [cleaning(deleteOldOrders), findingSpots],
}
