import { z } from 'zod'
import { CURRENCIES, PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { moneySchema, orderSchema, piecesSchema, shownAmountSchema } from './contract.order.ts'
import { orderAddressSchema } from './contract.ts'
import { CORRECTABLE_FIELDS, REMINDER_PAUSE_DAYS } from './corrections.ts'
import { ORDER_STATUSES, SHOWN_STATUSES } from './order-steps.ts'
import { REFUND_STATUSES } from './paying/contract.admin.ts'

export const ORDER_NOTE_MAX_LENGTH = 2000

/** Sort orders; a leading minus sorts descending. */
export const ORDER_SORTS = [
  '-order_date',
  'order_date',
  '-payment_amount',
  'payment_amount',
  'name',
  '-name',
] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** An order as the staff sees it. */
const adminOrderRowSchema = orderSchema.extend({
  /** Counts the changes of the order; sent with each change. */
  version: z.int(),
  note: z.string(),
  /** Whether a payment problem of this order is still unsettled. */
  attention: z.boolean(),
  /** Whether its payment is disputed or was lost in a dispute; shipping it then needs a confirmation. */
  is_disputed: z.boolean(),
  /** Overpaid after a correction, until an administrator has given it back by hand. */
  to_give_back: z.number(),
  /** Until when shipping can be undone; null if it cannot. */
  unship_until: z.iso.datetime().nullable(),
})
export type AdminOrderRow = z.infer<typeof adminOrderRowSchema>

/** When an administrator marked the payment problem as settled; null until then. */
const lookedAtSchema = z.iso.datetime().nullable()

const orderEventSchema = z.object({
  at: z.iso.datetime(),
  /** The state after the event. */
  status: z.enum(ORDER_STATUSES),
  actor: z.enum(['customer', 'admin', 'payment', 'system']),
  /** The customer or administrator; null for a visitor, and once the account is deleted. */
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The amount that was refunded with this event. */
  refunded: z.number().nullable(),
  /** Whether this event changed the note. */
  noted: z.boolean(),
  /** The amount that was paid with this event. */
  received: z.number().nullable(),
  /** Whether the customer was reminded to pay. */
  reminded: z.boolean(),
  /** The corrected fields; money as the API writes it. */
  corrected: z
    .array(
      z.object({
        field: z.enum(CORRECTABLE_FIELDS),
        before: z.union([z.string(), z.number()]).nullable(),
        after: z.union([z.string(), z.number()]).nullable(),
      }),
    )
    .nullable(),
  /** Currency of the money in `corrected`, before and after; null if no money was corrected. */
  corrected_currency: z
    .object({ before: z.enum(CURRENCIES), after: z.enum(CURRENCIES) })
    .nullable(),
})
export type OrderEvent = z.infer<typeof orderEventSchema>

const orderPaymentSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.enum(['CHF', 'EUR']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Note on a bank payment. */
  note: z.string(),
  /** For a mismatch: the payment that the provider reported instead. */
  told: z.object({ refno: z.string(), amount: z.number(), currency: z.string() }).nullable(),
  settled_at: lookedAtSchema,
})
export type OrderPayment = z.infer<typeof orderPaymentSchema>

/** Replaces a provider's reason: the provider is no longer set up here, so it cannot be called for the refund. */
export const PROVIDER_GONE = 'provider_gone'

const orderRefundSchema = z.object({
  id: z.uuid(),
  amount: z.number(),
  currency: z.enum(['CHF', 'EUR']),
  status: z.enum(REFUND_STATUSES),
  by_bank: z.boolean(),
  /** Whether the refund was started at the provider, not here. */
  outside: z.boolean(),
  /** Reason for the refund, for administrators. */
  note: z.string(),
  /** Why the provider rejected the refund, in its words, or {@link PROVIDER_GONE}. */
  refusal: z.string().nullable(),
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  settled_at: lookedAtSchema,
})
export type OrderRefund = z.infer<typeof orderRefundSchema>

/** The payer has demanded the money back through the bank or PayPal, and the provider decides. */
const orderDisputeSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** `won`: the community keeps the money. */
  status: z.enum(['open', 'won', 'lost']),
  /** The provider's code for the reason. */
  reason: z.string(),
  /** Until when the community can respond at the provider. */
  answer_by: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  settled_at: lookedAtSchema,
})
export type OrderDispute = z.infer<typeof orderDisputeSchema>

export const adminOrderSchema = adminOrderRowSchema.extend({
  /** The account that placed the order. */
  user_id: z.uuid().nullable(),
  /** Oldest first. */
  history: z.array(orderEventSchema),
  payments: z.array(orderPaymentSchema),
  refunds: z.array(orderRefundSchema),
  disputes: z.array(orderDisputeSchema),
  /** What has been refunded so far, and what can still be refunded. */
  refunded: z.number(),
  refundable: z.number(),
  /** Whether there is something to post, with a packing slip. */
  has_parcel: z.boolean(),
})
export type AdminOrder = z.infer<typeof adminOrderSchema>

/** Id and the version that the caller read; rejected if the order has changed since. */
const changeSchema = z.object({
  id: z.uuid(VALIDATION.invalid),
  version: readVersionSchema,
})

/** The fields to correct; omitted ones stay unchanged. Valid amounts depend on the product in the database. */
export const correctionSchema = z
  .object({
    ...orderAddressSchema.omit({ amount: true }).shape,
    amount: piecesSchema,
    donation: moneySchema,
  })
  .partial()
export type Correction = z.output<typeof correctionSchema>

/** The corrections that affect the price, as query parameters; omitted ones stay unchanged. */
const pricedCorrectionSchema = z.object({
  amount: queryIntSchema.pipe(piecesSchema).optional(),
  donation: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/)
    .transform(Number)
    .pipe(moneySchema)
    .optional(),
  country: orderAddressSchema.shape.country.optional(),
})

/** How a correction changes the money of an order. */
const correctionCostSchema = z.object({
  currency: z.enum(CURRENCIES),
  /** Current and new price, donations included. */
  before: z.number(),
  total: z.number(),
  /** The amount that was paid and not refunded; null for staff without access to payments. */
  paid: z.number().nullable(),
  /** What the customer still has to pay after the correction. */
  to_pay: z.number(),
  /** Refunded automatically through the provider. */
  returning: z.number(),
  /** Paid by bank, and to be given back by hand. */
  to_give_back: z.number(),
})
export type CorrectionCost = z.infer<typeof correctionCostSchema>

/** Responds with the order after the change. */
const change = {
  method: 'POST',
  access: 'back_office',
  body: changeSchema,
  status: 200,
  answer: adminOrderSchema,
  errors: ['validation', 'not_found', 'changed_meanwhile', 'wrong_status'],
} as const

/** Filters of the list; `from` and `to` are inclusive days in the community's time zone. */
const orderFilterSchema = z.object({
  search: adminListSchema.shape.search,
  /** The displayed status: a fully refunded order is `refunded` in any state. */
  status: z.enum(SHOWN_STATUSES).optional(),
  product_id: queryIntSchema.pipe(z.literal(Object.values(PRODUCT_ID))).optional(),
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
  /** Unpaid for at least this many days. */
  unpaid_days: queryIntSchema.pipe(z.int().min(1).max(1000)).optional(),
  /** Orders with an unsettled payment problem. */
  attention: z.literal('true').optional(),
  /** Orders with a parcel to post now. */
  to_ship: z.literal('true').optional(),
  /** Orders of one account, or placed under its address. */
  user_id: z.uuid().optional(),
})

/** Actions for many orders at once, and the maximum number of orders. */
export const BULK_ACTS = ['confirm', 'ship', 'remind'] as const
export const BULK_MAX = 100

const bulkOutcomeSchema = z.object({
  id: z.uuid(),
  /** Null if there is no such order. */
  refno: z.string().nullable(),
  outcome: z.enum([
    'done',
    'changed_meanwhile',
    'wrong_status',
    'disputed',
    'reminded_lately',
    'not_found',
  ]),
})
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>

export const adminOrdersApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/orders',
    communityToken: true,
    summary:
      'Lists all orders; `search` looks into number, name and e-mail address. Includes the number of orders in each displayed state, whatever the filter',
    access: 'back_office',
    query: adminListSchema.extend({
      ...orderFilterSchema.shape,
      sort: z.enum(ORDER_SORTS).default('-order_date'),
    }),
    status: 200,
    answer: adminListAnswer(adminOrderRowSchema).extend({
      counts: z.record(z.enum(SHOWN_STATUSES), z.int()),
    }),
    errors: [],
  },
  export: {
    method: 'GET',
    path: '/admin/orders/export',
    summary: 'Returns the orders of a list as CSV in UTF-8, newest first',
    access: 'back_office',
    freshProof: true,
    /** Without `lang`, products are named in the language of the account. */
    query: orderFilterSchema.extend({ lang: languageSchema.optional() }),
    status: 200,
    media: 'text/csv',
    answer: z.file(),
    errors: ['rate_limited'],
  },
  bulk: {
    method: 'POST',
    path: '/admin/orders/bulk',
    communityToken: true,
    summary:
      'Confirms or ships orders, or sends payment reminders, each by itself and with its mail; returns the result for each',
    access: 'back_office',
    body: z.object({
      act: z.enum(BULK_ACTS, VALIDATION.invalid),
      orders: z.array(changeSchema).min(1, VALIDATION.invalid).max(BULK_MAX, VALIDATION.invalid),
    }),
    status: 200,
    answer: z.object({ results: z.array(bulkOutcomeSchema) }),
    errors: ['validation'],
  },
  settle: {
    method: 'POST',
    path: '/admin/orders/settle',
    summary:
      'Settles a failed payment or refund, a dispute, or the payment of a cancelled order, so that it no longer waits for the staff',
    access: 'back_office',
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      /** Id of the payment, the refund or the dispute. */
      of: z.uuid(VALIDATION.invalid),
    }),
    status: 200,
    answer: adminOrderSchema,
    errors: ['validation', 'not_found'],
  },
  byId: {
    method: 'GET',
    path: '/admin/orders/byId',
    communityToken: true,
    summary: 'Returns an order with its history and its payments',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: adminOrderSchema,
    errors: ['not_found'],
  },
  confirm: {
    ...change,
    path: '/admin/orders/confirm',
    communityToken: true,
    summary:
      'Confirms the order of a reseller, who may pay now: with a mail, and the invoice if invoices are set up',
  },
  ship: {
    ...change,
    path: '/admin/orders/ship',
    communityToken: true,
    summary:
      'Records that a paid order was shipped, with a mail. While its payment is disputed, `despite_dispute` has to be set',
    body: changeSchema.extend({ despite_dispute: z.boolean(VALIDATION.invalid).optional() }),
    errors: [...change.errors, 'disputed'],
  },
  unship: {
    ...change,
    path: '/admin/orders/unship',
    communityToken: true,
    summary: 'Reverses the shipping of an order within a day, with a mail',
  },
  remind: {
    ...change,
    path: '/admin/orders/remind',
    communityToken: true,
    summary: `Mails a reminder of a payment with the ways to pay, at most once in ${REMINDER_PAUSE_DAYS} days`,
    errors: [...change.errors, 'reminded_lately'],
  },
  correctionCost: {
    method: 'GET',
    path: '/admin/orders/correctionCost',
    summary:
      'Returns what a correction would mean for an order: its new price, and what would be charged or refunded. Changes nothing',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid), ...pricedCorrectionSchema.shape }),
    status: 200,
    answer: correctionCostSchema,
    errors: ['validation', 'not_found', 'wrong_status', 'payment_pending'],
  },
  correct: {
    ...change,
    path: '/admin/orders/correct',
    summary:
      'Corrects address, sheets and amount of an order that was not shipped, with a mail. After payment, a higher price is charged and a lower one is refunded',
    /** Includes the new price that the page shows; rejected if the price differs. */
    body: changeSchema.extend({ ...correctionSchema.shape, ...shownAmountSchema.shape }),
    errors: [...change.errors, 'payment_pending', 'amount_changed'],
  },
  cancel: {
    ...change,
    path: '/admin/orders/cancel',
    communityToken: true,
    summary: 'Cancels an order that was not shipped, with a mail; refunds nothing by itself',
  },
  note: {
    ...change,
    path: '/admin/orders/note',
    communityToken: true,
    summary: 'Replaces the note of administrators about an order',
    body: changeSchema.extend({
      note: plainTextSchema({
        max: ORDER_NOTE_MAX_LENGTH,
        tooLong: VALIDATION.tooLong,
        missing: null,
        invalid: VALIDATION.invalid,
      }),
    }),
  },
})
