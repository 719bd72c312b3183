import type { Language } from '#platform/shared/languages.ts'
import { cases, firstname, ID, type MailSample, one, SAID, SITE, url } from './sample-parts.ts'

export function ofOrders(lang: Language): MailSample[] {
  const { product, day } = SAID[lang]
  const order = {
    refno: '123456782',
    product_id: 1,
    product,
    amount: 1,
    price_cents: 1200,
    donation_cents: 500,
    added_cents: 0,
    currency: 'CHF',
    order_id: ID,
    status: 'pending_payment',
    of_account: true,
    is_payable: true,
    invoiced: false,
    by_invoice: false,
    reseller: false,
    firstname,
    awaited_until: null,
    time_zone: 'Europe/Zurich',
    pay_url: url('/payment'),
    see_url: url('/orders'),
    order_url: `${SITE}/order`,
  }
  const paid = { status: 'paid', is_payable: false }
  const back = {
    refno: order.refno,
    amount_cents: 1700,
    currency: 'CHF',
    reason: 'fraudulent',
    answer_by: '2026-12-05T10:00:00Z',
    timeZone: 'Europe/Zurich',
    order_url: `${SITE}/admin/orders/${ID}`,
  }
  const membership = {
    user_id: ID,
    membership_until: '2026-11-30T10:00:00Z',
    firstname,
    day,
    renew_url: url('/order'),
    see_url: url('/membership'),
    off_url: url('/off'),
  }
  return [
    ...cases('orderStored', order, {
      toConfirm: { status: 'pending_confirmation', is_payable: false },
      toPay: {},
    }),
    ...one('orderConfirmed', { ...order, product_id: 4, amount: 20, reseller: true }),
    ...one('orderInvoice', { ...order, invoiced: true, by_invoice: true }),
    ...cases(
      'orderPaid',
      { ...order, ...paid },
      {
        sheets: { amount: 3, price_cents: 3600 },
        membership: { product_id: 3, amount: 40, price_cents: 4000, currency: 'EUR' },
      },
    ),
    ...one('orderShipped', { ...order, ...paid, status: 'processed' }),
    ...one('orderNotShipped', { ...order, ...paid }),
    ...one('orderAwaited', {
      ...order,
      is_payable: false,
      awaited_until: '2026-03-13T10:00:00.000Z',
    }),
    ...one('orderUnpaid', order),
    ...one('orderReminder', order),
    ...cases(
      'orderCancelled',
      { ...order, status: 'cancelled', is_payable: false },
      {
        unpaid: { was_paid: false, held_cents: 0, refunded_cents: 0, replaced_by: null },
        held: { was_paid: true, held_cents: 1700, refunded_cents: 0, replaced_by: null },
        part: { was_paid: true, held_cents: 700, refunded_cents: 1000, replaced_by: null },
        back: { was_paid: true, held_cents: 0, refunded_cents: 1700, replaced_by: '987654329' },
        disputed: { was_paid: true, held_cents: 0, refunded_cents: 0, replaced_by: null },
      },
    ),
    ...cases(
      'orderCorrected',
      { ...order, ...paid, returning_cents: 0, transferring_cents: 0 },
      {
        address: { corrected: { address: ['Weg 1', 'Weg 11'], city: ['Schan', 'Schaan'] } },
        more: {
          added_cents: 1200,
          is_payable: true,
          corrected: { amount: [1, 2], donation: [5, 7.5], currency: ['CHF', 'CHF'] },
        },
        less: {
          returning_cents: 500,
          transferring_cents: 250,
          corrected: { donation: [5, 0], currency: ['CHF', 'CHF'] },
        },
        elsewhere: {
          is_payable: true,
          corrected: { country: ['CH', 'DE'], donation: [5, 7.5], currency: ['CHF', 'EUR'] },
          currency: 'EUR',
        },
        card: { returning_cents: 500, corrected: { amount: [2, 1] } },
        bank: { transferring_cents: 250, corrected: { amount: [2, 1] } },
      },
    ),
    ...cases(
      'orderRefunded',
      { ...order, ...paid, paid_cents: 1700 },
      {
        all: { refunded_cents: 1700, so_far_cents: 1700 },
        part: { refunded_cents: 500, so_far_cents: 500 },
        rest: { refunded_cents: 1200, so_far_cents: 1700 },
      },
    ),
    ...cases('moneyBack', back, {
      refunded: { what: 'refunded', provider: 'stripe' },
      failed: { what: 'failed', provider: 'paypal' },
      dispute_open: { what: 'dispute_open', provider: 'stripe' },
      dispute_won: { what: 'dispute_won', provider: 'stripe' },
      dispute_lost: { what: 'dispute_lost', provider: 'paypal' },
    }),
    ...one('membershipEnding', membership),
    ...one('membershipEnded', membership),
  ]
}
