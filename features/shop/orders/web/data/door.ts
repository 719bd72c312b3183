export { forgetOrderLists } from '../admin/data/orders.ts'
export { reloadOrder, showAmountOf, useOrder, useOrders, useRequestInvoice } from './orders.ts'
