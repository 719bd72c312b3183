export { addressForEyesOf } from './admin/eyes.ts'
export { findWhole, presentWhole } from './admin/orders.queries.ts'
export { type CashSum, sumCash } from './cash-book/cash-book.queries.ts'
export { awaitPayment, followRefund, markPaid } from './changing.ts'
export {
  countHoldingMoney,
  countOrders,
  countOrdersByRegion,
  countToConfirm,
  countToShip,
} from './counting.ts'
export { invoiceCurrencies } from './invoices.rules.ts'
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
  dateOf,
  labelled,
  type PaperConfig,
  paperConfigOf,
  recipientLines,
  senderLine,
} from './papers/paper-labels.ts'
export {
  dueFor,
  isAwaited,
  isPayable,
  isShown,
  owingAfterRefund,
  paymentLimits,
  requireShownAmount,
} from './paying.ts'
export { refnoOfReference, refnosInText } from './payment-references.ts'
export {
  type FullOrder,
  type OrderRow,
  presentOrder,
  presentPerson,
  timeOf,
} from './presenter.ts'
export {
  ORDER_MONEY,
  type OrderMoney,
  PAID_OR_NOT,
  PROVIDER_MONEY,
  type ProviderBooks,
  type ProviderMoney,
  type SettlingDeps,
} from './questions.ts'
export { refundableOf } from './refundable.ts'
