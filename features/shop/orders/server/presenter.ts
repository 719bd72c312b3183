import { centsToPay } from '#features/shop/orders/paying/server/door.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import { type ProductRow, presentOrdered } from '#features/shop/orders/products/server/door.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import type { Order } from '../contract.order.ts'
import type { orders } from '../tables.ts'

export type OrderRow = typeof orders.$inferSelect

export interface FullOrder {
  order: OrderRow
  product: ProductRow
  /** Whether everything that was paid was refunded. */
  is_refunded: boolean
}

export const presentPerson = (user: UserRow | null) =>
  user && { id: user.id, name: `${user.firstname} ${user.lastname}`.trim() }

type Person = Pick<
  Order,
  | 'firstname'
  | 'lastname'
  | 'email'
  | 'address'
  | 'address_addition'
  | 'postcode'
  | 'city'
  | 'country'
  | 'ideas'
  | 'show_on_map'
>

const NOBODY: Person = {
  firstname: null,
  lastname: null,
  email: null,
  address: null,
  address_addition: null,
  postcode: null,
  city: null,
  country: null,
  ideas: null,
  show_on_map: null,
}

function personOf(order: OrderRow): Person {
  return {
    firstname: order.firstname,
    lastname: order.lastname,
    email: order.email,
    address: order.address,
    address_addition: order.address_addition,
    postcode: order.postcode,
    city: order.city,
    country: order.country,
    ideas: order.ideas,
    show_on_map: order.show_on_map,
  }
}

function present({ order, product, is_refunded }: FullOrder, person: Person): Order {
  return {
    id: order.id,
    refno: order.refno,
    product: presentOrdered(product),
    amount: order.amount,
    price_per_piece: toMoney(order.piece_cents),
    price: toMoney(order.price_cents),
    donation: toMoney(order.donation_cents),
    payment_amount: toMoney(order.price_cents + order.donation_cents),
    payment_currency: order.currency,
    to_pay: toMoney(centsToPay(order)),
    payment_method: order.payment_method,
    awaited_until: centsToPay(order) > 0 ? (order.awaited_until?.toISOString() ?? null) : null,
    order_status: { name: order.status },
    is_refunded,
    order_date: order.created_at.toISOString(),
    lang: order.lang,
    ...person,
  }
}

/** What any caller who knows the id sees: enough to pay, without personal data. */
export const presentPayable = (full: FullOrder): Order => present(full, NOBODY)

/** The whole order, for the customer. */
export const presentOrder = (full: FullOrder): Order => present(full, personOf(full.order))
