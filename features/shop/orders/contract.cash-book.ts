import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'

/** By which way money comes and goes: as providers are named, the community's bank account, or its till. */
export const CASH_WAYS = ['bank', 'cash', 'stripe', 'paypal', 'sandbox'] as const
export type CashWay = (typeof CASH_WAYS)[number]

const currencySchema = z.enum(['CHF', 'EUR'])

/** What came and went of one month, in one currency. */
const sumsSchema = {
  received: z.number(),
  given_back: z.number(),
}

/** A payment that came, or a refund that went, as the books of its way have it. */
const movementSchema = z.object({
  at: z.iso.datetime(),
  way: z.enum(CASH_WAYS),
  /** What it is called there; what was noted with it where it was recorded by hand. */
  reference: z.string(),
  /** Who ordered. */
  name: z.string(),
  order_id: z.uuid(),
  refno: z.string(),
  product_id: z.int(),
  /** Below 0 where it went. */
  amount: z.number(),
  /** How much of it is a donation: what an order holds above its price. */
  donation: z.number(),
  currency: currencySchema,
})
export type Movement = z.infer<typeof movementSchema>

export const cashBookSchema = z.object({
  /** The whole of it up to and from the month: `opening` and all that came, without what went, is `closing`. */
  ways: z.array(
    z.object({
      way: z.enum(CASH_WAYS),
      currency: currencySchema,
      opening: z.number(),
      ...sumsSchema,
      closing: z.number(),
    }),
  ),
  /** The same money by what was ordered; `donations` is what of it came as such, without what of those went back. */
  kinds: z.array(
    z.object({
      product_id: z.int(),
      currency: currencySchema,
      ...sumsSchema,
      donations: z.number(),
    }),
  ),
  /** The oldest first. */
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
    summary:
      'What was paid and given back in a month or a year, each movement by its way, with what each way held before and after',
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
      'The movements of a month or a year as CSV in UTF-8, between the opening and the closing sum of each way. With `lang` its headings and words are in that language, else as in the API; `decimal` is what the spreadsheet reads in numbers',
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
