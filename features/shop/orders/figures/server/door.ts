export { needsAttention } from './attention.ts'
export {
  countHoldingMoney,
  countOrders,
  countOrdersByRegion,
  countToConfirm,
  countToShip,
  isToShip,
} from './counting.ts'
