export {
  addPaid,
  changeMovedOrder,
  findByLegacyRefno,
  findMovedOrders,
  findPaidWithoutMoney,
  type MovedOrder,
  removeMovedOrders,
  storeMovedOrders,
  sumMovedCash,
} from './moving-in.ts'
