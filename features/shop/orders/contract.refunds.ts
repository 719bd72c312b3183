import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { NEVER_LEFT_OUT } from '#platform/shared/input/never-left-out.ts'
import { readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { moneySchema } from './contract.order.ts'

export const REFUND_NOTE_MAX_LENGTH = 500

export const REFUND_STATUSES = ['started', 'succeeded', 'refused', 'overtaken'] as const

/**
 * Money that goes back. `started`: the provider has not answered yet, and is asked again by itself. `overtaken`: it had
 * given money back before, of which nobody knew here, and nothing was done.
 */
export const refundSchema = z.object({
  id: z.uuid(),
  amount: z.number(),
  currency: z.enum(['CHF', 'EUR']),
  status: z.enum(REFUND_STATUSES),
  /** Whether it is recorded here alone, since the money came by bank and goes back that way. */
  by_bank: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Refund = z.infer<typeof refundSchema>

export const refundsApi = defineEndpoints({
  refund: {
    method: 'POST',
    path: '/admin/orders/refund',
    summary: 'Gives back what was paid for an order, or a part of it, the way it came',
    access: 'back_office',
    freshProof: true,
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      /** All that is left where it is missing; nothing (`null`, `''`) is a wrong amount. */
      amount: moneySchema
        .positive(VALIDATION.money)
        .optional()
        .register(NEVER_LEFT_OUT, { because: 'all that is left would go back' }),
      /** Why, for administrators. */
      note: plainTextSchema({
        max: REFUND_NOTE_MAX_LENGTH,
        tooLong: VALIDATION.tooLong,
        missing: null,
        invalid: VALIDATION.invalid,
      })
        .nullish()
        .transform((text) => text ?? ''),
      /** Of the order, as it was read: refused where something has happened to it since. */
      version: readVersionSchema.optional(),
      /** Chosen by the client: the same one again is the same refund. */
      request_id: z.uuid(VALIDATION.invalid).optional(),
    }),
    status: 200,
    answer: z.object({
      refund: refundSchema,
      /** What was given back of the order so far, and what can be yet. */
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
