import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { Order } from '../contract.order.ts'
import { ORDER_STATUSES } from '../order-steps.ts'

export const COLUMNS = ['order_date', 'product', 'amount', 'price', 'status'] as const
export type Column = (typeof COLUMNS)[number]

export interface Sorting {
  column: Column
  descending: boolean
}

export const NEWEST_FIRST: Sorting = { column: 'order_date', descending: true }

export const PAGE_SIZES = [5, 10, 15, 20] as const
export const DEFAULT_PAGE_SIZE = 10

/** Number of pieces; a membership is one year, whatever its tier costs. */
export const piecesOf = ({ product, amount }: Pick<Order, 'product' | 'amount'>): number =>
  product.id === PRODUCT_ID.membership ? 1 : amount

const newerFirst = (a: Order, b: Order) => b.order_date.localeCompare(a.order_date)

/** Sorts the orders; ties are sorted newest first. */
export function sortedOrders(
  orders: readonly Order[],
  { column, descending }: Sorting,
  language: Language,
): Order[] {
  const compare: Record<Column, (a: Order, b: Order) => number> = {
    order_date: (a, b) => newerFirst(b, a),
    product: (a, b) =>
      productName(a.product, language).localeCompare(productName(b.product, language), language),
    amount: (a, b) => piecesOf(a) - piecesOf(b),
    price: (a, b) => a.price - b.price,
    // Sorted by the sequence of the states, not by their names.
    status: (a, b) =>
      ORDER_STATUSES.indexOf(a.order_status.name) - ORDER_STATUSES.indexOf(b.order_status.name),
  }
  const sign = descending ? -1 : 1
  return orders.toSorted((a, b) => sign * compare[column](a, b) || newerFirst(a, b))
}

/** A page of the orders, or the last page if there are fewer now. */
export function pageOf(orders: readonly Order[], wantedPage: number, size: number) {
  const pages = Math.max(1, Math.ceil(orders.length / size))
  const page = Math.min(wantedPage, pages)
  return { page, pages, orders: orders.slice((page - 1) * size, page * size) }
}
