import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'

/** Ways in which money comes and goes: the payment providers, the community's bank account, and its till. */
export const CASH_WAYS = ['bank', 'cash', 'stripe', 'paypal', 'sandbox'] as const
export type CashWay = (typeof CASH_WAYS)[number]

const currencySchema = z.enum(['CHF', 'EUR'])

/** Sums of one month in one currency. */
const sumsSchema = {
  received: z.number(),
  given_back: z.number(),
}

/** A payment or a refund, as recorded in the books of its way. */
const movementSchema = z.object({
  at: z.iso.datetime(),
  way: z.enum(CASH_WAYS),
  /** The provider's or bank's reference; the note for movements recorded by hand. */
  reference: z.string(),
  /** The customer's name. */
  name: z.string(),
  order_id: z.uuid(),
  refno: z.string(),
  product_id: z.int(),
  /** Negative for a refund. */
  amount: z.number(),
  /** The part that is a donation: the amount above the order's price. */
  donation: z.number(),
  currency: currencySchema,
})
export type Movement = z.infer<typeof movementSchema>

export const cashBookSchema = z.object({
  /** Totals of each way before, in and after the month: `opening` plus received minus given back equals `closing`. */
  ways: z.array(
    z.object({
      way: z.enum(CASH_WAYS),
      currency: currencySchema,
      opening: z.number(),
      ...sumsSchema,
      closing: z.number(),
    }),
  ),
  /** The same money by product. `donations` is the donated part, minus refunded donations. */
  kinds: z.array(
    z.object({
      product_id: z.int(),
      currency: currencySchema,
      ...sumsSchema,
      donations: z.number(),
    }),
  ),
  /** Oldest first. */
  movements: z.array(movementSchema),
})
export type CashBook = z.infer<typeof cashBookSchema>

/** A month such as `2026-11`, or a year such as `2026`. */
export const cashPeriodSchema = z.string().regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/)
const monthQuery = z.object({ month: cashPeriodSchema })

export const cashBookApi = defineEndpoints({
  cashBook: {
    method: 'GET',
    path: '/admin/orders/cashBook',
    communityToken: true,
    summary:
      'Lists what was paid and refunded in a month or a year, each movement by its way of payment, with the balance of each way before and after',
    access: 'back_office',
    query: monthQuery,
    status: 200,
    answer: cashBookSchema,
    errors: [],
  },
  cashBookExport: {
    method: 'GET',
    path: '/admin/orders/cashBook/export',
    summary:
      'Returns the movements of a month or a year as CSV in UTF-8, between the opening and the closing balance of each way of payment. With `lang` headings and words are in that language, else as in the API; `decimal` is the decimal separator of the spreadsheet',
    access: 'back_office',
    freshProof: true,
    query: monthQuery.extend({
      lang: languageSchema.optional(),
      decimal: z.enum(['point', 'comma']).default('point'),
    }),
    status: 200,
    media: 'text/csv',
    answer: z.file(),
    errors: ['rate_limited'],
  },
})
