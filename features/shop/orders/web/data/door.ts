export { forgetOrderLists } from './admin-orders.ts'
export { reloadOrder, showAmountOf, useOrder, useOrders, useRequestInvoice } from './orders.ts'
