export { addressForEyesOf } from './admin/eyes.ts'
export { findWhole, presentWhole } from './admin/orders.queries.ts'
export { awaitPayment, followRefund, markPaid } from './changing.ts'
export { tellRefunded } from './mailing.ts'
export {
  findOrder,
  findOrders,
  giveToAccounts,
  listOrders,
  lockOrder,
  lockOrderByRefno,
  noteOwing,
  ordersOfAccount,
  recordRefund,
  versionOf,
} from './orders.queries.ts'
export { orders } from './orders.ts'
export {
  type FullOrder,
  type OrderRow,
  presentOrder,
  presentPayable,
  presentPerson,
} from './presenter.ts'
export { isRefunded } from './refunded.ts'
