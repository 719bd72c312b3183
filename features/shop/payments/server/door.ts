export {
  changeMovedPayment,
  findMovedPayments,
  findProviderRefs,
  removeMovedPayments,
  storeMovedPayments,
} from './moving-in.ts'
export { payments } from './payments.ts'
export { cameBack, countWrong, wasGivenBackSince } from './payments-of-orders.ts'
