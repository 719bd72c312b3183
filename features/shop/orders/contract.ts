import { z } from 'zod'
import {
  firstnameSchema,
  lastnameSchema,
  postalAddressSchema,
} from '#features/people/accounts/name-and-address.ts'
import { isAmount, PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { captchaFieldSchema } from '#platform/shared/captcha.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { isPrintable, printableError } from '#platform/shared/input/printable.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'
import {
  CHOSEN_METHODS,
  moneySchema,
  orderSchema,
  piecesSchema,
  shownAmountSchema,
} from './contract.order.ts'
import { isRefno } from './refno.ts'

export const IDEAS_MAX_LENGTH = 1000

const productIdSchema = z.literal(Object.values(PRODUCT_ID), VALIDATION.invalid)

/**
 * The `request_id` of an order without an account, used as its key. Only the device that stored the order and the
 * links in its mails know it; no response contains it. Without the key such an order can be paid but not changed.
 */
const orderKeySchema = z.uuid(VALIDATION.invalid).optional()

const { address, address_addition, postcode, city, country } = postalAddressSchema.shape

/** The form of the second step, in the order of its checks. Everything on the parcel label must be printable. */
export const orderAddressSchema = z.object({
  firstname: firstnameSchema.refine(isPrintable, printableError),
  lastname: lastnameSchema.refine(isPrintable, printableError),
  email: emailSchema,
  address: address.refine(isPrintable, printableError),
  address_addition: address_addition.refine(isPrintable, printableError),
  postcode: postcode.refine(isPrintable, printableError),
  city: city.refine(isPrintable, printableError),
  country,
  amount: piecesSchema,
})

export const newOrderSchema = orderAddressSchema
  .extend({
    product_id: productIdSchema.default(PRODUCT_ID.stickerPack),
    lang: sentLanguageSchema,
    /** Some old clients send an empty string instead of omitting it. */
    payment_method: z
      .enum([...CHOSEN_METHODS, ''], VALIDATION.invalid)
      .transform((method) => (method === '' ? null : method))
      .nullish(),
    donation: moneySchema.default(0),
    ideas: plainTextSchema({
      max: IDEAS_MAX_LENGTH,
      tooLong: VALIDATION.tooLong,
      missing: null,
      invalid: VALIDATION.invalid,
    })
      .nullish()
      .transform((text) => text ?? ''),
    show_on_map: z.boolean(VALIDATION.invalid).nullish(),
    /** Secret chosen by the client; repeating it returns the same order. */
    request_id: z.uuid(VALIDATION.invalid).optional(),
    /** The caller's own unpaid order that this one replaces. */
    replaces: z.uuid(VALIDATION.invalid).optional(),
    /** Key of the replaced order. */
    replaces_key: orderKeySchema,
    captcha: captchaFieldSchema,
  })
  .refine(({ product_id, amount }) => isAmount(product_id, amount), {
    path: ['amount'],
    error: VALIDATION.amount,
  })
export type NewOrder = z.output<typeof newOrderSchema>

/** A document for the customer with an account, and for administrators; guests get it by mail. */
const paper = {
  method: 'GET',
  access: 'user',
  query: z.object({ order_id: z.uuid(VALIDATION.invalid) }),
  status: 200,
  media: 'application/pdf',
  answer: z.file(),
  errors: ['not_found', 'rate_limited'],
} as const

const orderInfoAnswer = z.object({ order_info: orderSchema })

export const ordersApi = defineEndpoints({
  store: {
    method: 'POST',
    path: '/orders/store',
    whileWaiting: true,
    summary: 'Creates an order; the server computes its price. Visitors solve a captcha',
    access: 'optional',
    body: newOrderSchema,
    status: 201,
    answer: orderInfoAnswer,
    errors: ['validation', 'captcha_required', 'captcha_invalid', 'conflict'],
  },
  updatePaymentAmount: {
    method: 'POST',
    path: '/orders/updatePaymentAmount',
    whileWaiting: true,
    summary:
      'Changes the amount of an unpaid order: the part above the price is a donation, and less than the price becomes the price',
    access: 'optional',
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      refno: z.string(VALIDATION.invalid).refine(isRefno, VALIDATION.invalid),
      payment_amount: moneySchema,
      key: orderKeySchema,
    }),
    status: 200,
    answer: orderInfoAnswer,
    errors: ['validation', 'not_found', 'not_payable', 'payment_pending'],
  },
  requestInvoice: {
    method: 'POST',
    path: '/orders/requestInvoice',
    whileWaiting: true,
    summary:
      'Mails the invoice to the customer, if invoices are set up; only once, unless `again` is true',
    access: 'optional',
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      refno: z.string(VALIDATION.invalid).refine(isRefno, VALIDATION.invalid),
      key: orderKeySchema,
      /** Mails the invoice again, for a customer who did not get it. */
      again: z.boolean(VALIDATION.invalid).optional(),
      ...shownAmountSchema.shape,
    }),
    status: 204,
    answer: null,
    errors: [
      'validation',
      'not_found',
      'not_payable',
      'amount_changed',
      'payment_pending',
      'payment_unavailable',
      'rate_limited',
    ],
  },
  receipt: {
    ...paper,
    path: '/orders/receipt',
    summary: "Returns the receipt of one of the caller's paid orders",
  },
  invoice: {
    ...paper,
    path: '/orders/invoice',
    summary: "Returns the invoice of one of the caller's unpaid orders",
  },
  removeAsUser: {
    method: 'POST',
    path: '/orders/removeAsUser',
    whileWaiting: true,
    summary: "Cancels one of the caller's unpaid orders",
    access: 'user',
    body: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['not_found', 'not_cancellable'],
  },
  removeByKey: {
    method: 'POST',
    path: '/orders/removeByKey',
    whileWaiting: true,
    summary:
      "Cancels the unpaid order that was stored with this `request_id`, if it is the caller's; without an account the key is enough",
    access: 'optional',
    body: z.object({ key: z.uuid(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['not_found', 'not_cancellable'],
  },
  loadAllAsUser: {
    method: 'GET',
    path: '/orders/loadAllAsUser',
    summary: "Lists the caller's orders without cancelled ones, newest first",
    access: 'user',
    status: 200,
    answer: z.array(orderSchema),
    errors: [],
  },
  loadById: {
    method: 'GET',
    path: '/orders/loadById',
    summary:
      'Returns an order by its id, which cannot be guessed; returns the recipient only to the customer',
    access: 'optional',
    query: z.object({ order_id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: orderSchema,
    errors: ['not_found'],
  },
})
