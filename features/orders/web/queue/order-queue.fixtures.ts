import type { AdminOrderRow } from '../../contract.admin.ts'

/** A paid order in the queue of the back office. */
export function testOrderRow(fields: Partial<AdminOrderRow> = {}): AdminOrderRow {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    refno: '123456785',
    version: 1,
    note: '',
    attention: false,
    to_pay: 0,
    to_give_back: 0,
    unship_until: null,
    product: {
      id: 1,
      name: 'Stickerbogen',
      name_en: 'Sticker sheet',
      name_fr: 'Planche',
      price: 7,
    },
    amount: 2,
    price_per_piece: 7,
    price: 14,
    donation: 0,
    payment_amount: 14,
    payment_currency: 'CHF',
    payment_method: 'stripe',
    order_status: { name: 'paid' },
    is_refunded: false,
    order_date: '2026-01-02T03:04:05.000Z',
    lang: 'en',
    firstname: 'Ada',
    lastname: 'Muster',
    email: 'ada@example.org',
    address: 'Weg 1',
    address_addition: null,
    postcode: '8004',
    city: 'Zürich',
    country: 'CH',
    ideas: '',
    show_on_map: null,
    ...fields,
  }
}
