import type { Order } from '#features/shop/orders/contract.order.ts'

/** An unpaid order of a sticker sheet, as seen by a person who may only pay it. */
export function testOrder(fields: Partial<Order> = {}): Order {
  const { payment_amount = 17, order_status = { name: 'pending_payment' } } = fields
  const isToPay = order_status.name.startsWith('pending')
  return {
    id: '5c3f6c0e-3f0e-4f64-8a0c-6a2a1d8f7b11',
    refno: '123456789',
    product: {
      id: 1,
      name: 'Stickerbogen',
      name_en: 'Sheet of stickers',
      name_fr: 'Planche d’autocollants',
      price: 7,
    },
    amount: 2,
    price_per_piece: 7,
    price: 14,
    donation: 3,
    payment_amount,
    to_pay: isToPay ? payment_amount : 0,
    payment_currency: 'CHF',
    payment_method: null,
    order_status,
    is_refunded: false,
    awaited_until: null,
    order_date: '2026-03-01T10:00:00.000Z',
    lang: 'en',
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
    ...fields,
  }
}
