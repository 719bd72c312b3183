import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { NEVER_LEFT_OUT } from '#platform/shared/input/never-left-out.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { moneySchema } from '../contract.order.ts'

export const REFUND_NOTE_MAX_LENGTH = 500

export const REFUND_STATUSES = ['started', 'succeeded', 'refused', 'overtaken'] as const

/**
 * A refund. `started`: the provider has not answered yet, and the call is retried automatically. `overtaken`: the
 * provider had already refunded money without our knowledge, so nothing was done.
 */
export const refundSchema = z.object({
  id: z.uuid(),
  amount: z.number(),
  currency: z.enum(['CHF', 'EUR']),
  status: z.enum(REFUND_STATUSES),
  /** Whether it is only recorded here, because the money came by bank and is returned by bank. */
  by_bank: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Refund = z.infer<typeof refundSchema>

export const refundsApi = defineEndpoints({
  refund: {
    method: 'POST',
    path: '/admin/orders/refund',
    summary: 'Refunds the payment of an order, or a part of it, the way it came',
    access: 'back_office',
    freshProof: true,
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      /** Defaults to everything that is left; an empty value (`null`, `''`) is rejected. */
      amount: moneySchema
        .positive(VALIDATION.money)
        .optional()
        .register(NEVER_LEFT_OUT, { because: 'all that is left would go back' }),
      /** Reason, for administrators. */
      note: plainTextSchema({
        max: REFUND_NOTE_MAX_LENGTH,
        tooLong: VALIDATION.tooLong,
        missing: null,
        invalid: VALIDATION.invalid,
      })
        .nullish()
        .transform((text) => text ?? ''),
      /** Version of the order that the caller read; rejected if the order has changed since. */
      version: readVersionSchema.optional(),
      /** Chosen by the client; repeating it repeats the same refund. */
      request_id: z.uuid(VALIDATION.invalid).optional(),
    }),
    status: 200,
    answer: z.object({
      refund: refundSchema,
      /** What has been refunded of the order so far, and what can still be refunded. */
      refunded: z.number(),
      refundable: z.number(),
    }),
    errors: [
      'validation',
      'not_found',
      'changed_meanwhile',
      'not_refundable',
      'refund_refused',
      'payment_unavailable',
    ],
  },
})
