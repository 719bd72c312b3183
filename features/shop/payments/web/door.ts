export { PayOrder } from './pay-order.tsx'
