export {
  centsToPay,
  dueFor,
  isAwaited,
  isPayable,
  isShown,
  isToPay,
  owingAfterRefund,
  paymentLimits,
  requireShownAmount,
} from './paying.ts'
export {
  creditorReference,
  qrReference,
  refnoOfReference,
  refnosInText,
} from './payment-references.ts'
export {
  type CashMovement,
  ORDER_MONEY,
  type OrderDeps,
  type OrderMoney,
  PAID_OR_NOT,
  PROVIDER_MONEY,
  type ProviderBooks,
  type ProviderMoney,
  type SettlingDeps,
} from './questions.ts'
export { refundableOf } from './refundable.ts'
