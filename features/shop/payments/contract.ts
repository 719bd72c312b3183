import { z } from 'zod'
import { shownAmountSchema } from '#features/shop/orders/contract.order.ts'
import { isRefno } from '#features/shop/orders/refno.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

const orderRefnoSchema = z
  .string(VALIDATION.invalid)
  .refine(isRefno, VALIDATION.invalid)
  .overwrite((text) => text.replace(/\s/g, ''))
/** A value from the provider's page or library; opaque to us. */
const providerIdSchema = z.string(VALIDATION.invalid).min(1, VALIDATION.invalid).max(255)

const paying = {
  method: 'POST',
  access: 'public',
  status: 200,
  errors: [
    'validation',
    'not_found',
    'not_payable',
    'amount_changed',
    'payment_declined',
    'payment_pending',
    'payment_unavailable',
  ],
} as const

export const paymentsApi = defineEndpoints({
  chargePayment: {
    ...paying,
    path: '/payment/stripe/chargePayment',
    summary:
      'Pays an order by card. After a confirmation that the bank required, the same call again returns the result',
    body: z.object({
      stripeToken: providerIdSchema,
      orderRefno: orderRefnoSchema,
      ...shownAmountSchema.shape,
    }),
    answer: z.union([
      z.object({ status: z.literal('success') }),
      z.object({ status: z.literal('requires_action'), client_secret: z.string() }),
    ]),
  },
  createPayment: {
    ...paying,
    path: '/payment/paypal/createPayment',
    summary: 'Creates or finds the PayPal order that the payer approves; takes no money',
    body: z.object({ orderRefno: orderRefnoSchema, ...shownAmountSchema.shape }),
    answer: z.object({ result: z.object({ id: z.string() }) }),
  },
  executePayment: {
    ...paying,
    path: '/payment/paypal/executePayment',
    summary:
      'Captures the money of a PayPal order that its payer has approved: the amount that PayPal showed',
    body: z.object({
      orderRefno: orderRefnoSchema,
      paymentID: providerIdSchema,
      payerID: providerIdSchema,
    }),
    answer: z.object({ status: z.literal('success') }),
  },
  paymentStatus: {
    method: 'GET',
    path: '/payment/status',
    summary:
      'Returns the state of the payment of an order. While it is unknown, the provider is queried: do not pay again before that, nor while a bank takes days (`awaited`), nor while a member of the staff has to look at it',
    // Not public, because public responses may be cached.
    access: 'optional',
    query: z.object({ order_id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: z.object({
      status: z.enum(['unpaid', 'under_way', 'awaited', 'needs_look', 'paid', 'closed']),
    }),
    errors: ['not_found'],
  },
  confirmSandbox: {
    method: 'POST',
    path: '/payment/sandbox/confirm',
    summary: "Accepts or declines in place of the payer's bank; for test payments only",
    access: 'public',
    body: z.object({ client_secret: providerIdSchema, approve: z.boolean(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['not_found'],
  },
})
