export { type CashSum, sumCash } from './cash-book/cash-book.queries.ts'
export { invoiceCurrencies } from './invoices.rules.ts'
export { awaitPayment, followRefund, markPaid } from './orders.changing.ts'
export {
  countHoldingMoney,
  countOrders,
  countOrdersByRegion,
  countToConfirm,
  countToShip,
} from './orders.counting.ts'
export { tellRefunded } from './orders.mailing.ts'
export {
  dueFor,
  isAwaited,
  isPayable,
  isShown,
  owingAfterRefund,
  paymentLimits,
  requireShownAmount,
} from './orders.paying.ts'
export {
  type FullOrder,
  type OrderRow,
  presentOrder,
  presentPerson,
  timeOf,
} from './orders.presenter.ts'
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
export {
  ORDER_MONEY,
  type OrderMoney,
  PAID_OR_NOT,
  PROVIDER_MONEY,
  type ProviderBooks,
  type ProviderMoney,
  type SettlingDeps,
} from './orders.questions.ts'
export { refundableOf } from './orders.refundable.ts'
export { orders } from './orders.ts'
export {
  dateOf,
  labelled,
  type PaperConfig,
  paperConfigOf,
  recipientLines,
  senderLine,
} from './papers/paper-labels.ts'
export { refnoOfReference, refnosInText } from './payment-references.ts'
export { addressForEyesOf } from './queue/admin-orders.eyes.ts'
export { findWhole, presentWhole } from './queue/admin-orders.queries.ts'
