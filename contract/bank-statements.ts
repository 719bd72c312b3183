import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { VALIDATION } from './errors.ts'
import { orderSchema } from './order-info.ts'
import { plainTextSchema } from './plain-text.ts'
import { UNMATCHED_REASONS } from './unmatched-payments.ts'

/** A month of a busy account is a few hundred kB. */
export const STATEMENT_MAX_BYTES = 2 * 1024 * 1024

/** Money as a statement has it. */
const entrySchema = z.object({
  amount: z.number().nullable(),
  currency: z.string(),
  received_on: z.iso.date().nullable(),
  refno: z.string().nullable(),
})

const unmatchedSchema = entrySchema.extend({
  reason: z.enum(UNMATCHED_REASONS),
  order_id: z.uuid().nullable(),
  /** The reference, or what somebody typed in its place. */
  text: z.string(),
  payer: z.string().nullable(),
})
export type Unmatched = z.infer<typeof unmatchedSchema>

export const bankStatementsApi = defineEndpoints({
  import: {
    method: 'POST',
    path: '/admin/bankStatements/import',
    summary:
      'Reads a bank statement (camt.053, camt.054): what names an order and has its amount pays it, once; the rest is listed',
    access: 'back_office',
    maxBytes: STATEMENT_MAX_BYTES,
    body: z.object({ xml: z.string(VALIDATION.invalid).min(1, VALIDATION.invalid) }),
    status: 200,
    answer: z.object({
      paid: z.array(entrySchema.extend({ order_id: z.uuid() })),
      unmatched: z.array(unmatchedSchema),
      /** Payments of earlier imports. */
      repeated: z.int(),
    }),
    errors: ['validation', 'payload_too_large', 'not_found'],
  },
  recordPayment: {
    method: 'POST',
    path: '/admin/orders/recordPayment',
    summary:
      'An order was paid by bank, in its own currency: from its price to the end of the slider, what is above the price being a donation',
    access: 'back_office',
    body: z.object({
      id: z.uuid(VALIDATION.invalid),
      amount: z.number(VALIDATION.amount).positive(VALIDATION.amount),
      received_on: z.iso.date(VALIDATION.date),
      note: plainTextSchema({
        max: 500,
        tooLong: VALIDATION.tooLong,
        missing: null,
        invalid: VALIDATION.invalid,
      })
        .nullish()
        .transform((text) => text ?? ''),
    }),
    status: 200,
    answer: z.object({ order_info: orderSchema }),
    errors: ['validation', 'not_found', 'not_payable'],
  },
})
