import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { REGION_PAGE_CHOICES } from './region-pages.ts'

/** Months that are told without being asked for, the running one among them, and the most. */
export const OVERVIEW_MONTHS = { default: 12, max: 60 } as const
/** Stickers in each list. */
export const OVERVIEW_STICKERS = 10

/** Years before this one have no report. */
export const FIRST_YEAR = 2000
/** Numbers of a region below this are not told on paper. */
export const FEWEST_OF_REGION = 3

/** `2026-11`, where the community lives. */
const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, VALIDATION.invalid)

const currencySchema = z.enum(['CHF', 'EUR'])

/** How many wait for somebody; null if the caller may not look after them. */
const queueSchema = z.int().nullable()

export const queuesSchema = z.object({
  orders_to_confirm: queueSchema,
  orders_to_ship: queueSchema,
  /** Money of a bank statement that paid no order by itself. */
  payments_unmatched: queueSchema,
  /** Payments of which a provider says something else than the order, and refunds that it refused. */
  payments_to_settle: queueSchema,
  reports: queueSchema,
  feedback: queueSchema,
  newcomers: queueSchema,
  /** Objections to decisions that nobody has answered. */
  objections: queueSchema,
  /** For these two queues only what the caller may decide about is counted. */
  held_messages: queueSchema,
  message_reports: queueSchema,
})
export type Queues = z.infer<typeof queuesSchema>

export const overviewMonthSchema = z.object({
  month: monthSchema,
  /** That came in the month and are there now, and all at its end. */
  letterboxes_new: z.int(),
  letterboxes: z.int(),
  /** Whose household answered a request in this month or in the two before. */
  active_lenders: z.int(),
  requests: z.int(),
  /** Of these requests. */
  answered_within_a_day: z.int(),
  /** Things that were handed over. */
  loans: z.int(),
  /** Orders of the month that were not cancelled. */
  orders: z.array(z.object({ product_id: z.int(), count: z.int() })),
  /** What was paid in the month less what was given back in it, as in its cash book, whenever it was ordered. */
  revenue: z.array(
    z.object({
      currency: currencySchema,
      paid: z.number(),
      refunded: z.number(),
      revenue: z.number(),
    }),
  ),
})
export type OverviewMonth = z.infer<typeof overviewMonthSchema>

export const overviewRegionSchema = z.object({
  /** Country and first two signs of the postcode: `CH-80`. */
  id: z.string(),
  /** The place with most letterboxes. */
  city: z.string(),
  letterboxes: z.int(),
})
export type OverviewRegion = z.infer<typeof overviewRegionSchema>

export const stickerDemandSchema = z.object({
  item_id: z.int(),
  requests: z.int(),
  wishes: z.int(),
})
export type StickerDemand = z.infer<typeof stickerDemandSchema>

export const overviewSchema = z.object({
  counted_at: z.iso.datetime(),
  /** The month that is not over. */
  running: monthSchema,
  /** The month of the first letterbox; null where there is none. */
  began: monthSchema.nullable(),
  /** Letterboxes that were asked for a sign of life and have not answered: nobody knows, neighbours see it, off the map. */
  silences: z.object({
    asked: z.int(),
    silent: z.int(),
    gone: z.int(),
    /** Imported ones that nobody has claimed; an older server does not count them. */
    unclaimed: z.int().optional(),
  }),
  /** The oldest first. */
  months: z.array(overviewMonthSchema).max(OVERVIEW_MONTHS.max),
  /** The largest first. */
  regions: z.array(overviewRegionSchema),
  /** Requests and wishes of these months; a request to several letterboxes is one. */
  most_wanted: z.array(stickerDemandSchema).max(OVERVIEW_STICKERS),
  /** Of these, wishes that no letterbox within reach fulfils, and requests that had to go far. */
  most_missing: z.array(stickerDemandSchema).max(OVERVIEW_STICKERS),
})
export type Overview = z.infer<typeof overviewSchema>

export const adminOverviewApi = defineEndpoints({
  queues: {
    method: 'GET',
    path: '/admin/queues',
    summary: 'What waits for somebody; everybody gets the numbers of their own tasks alone',
    access: 'back_office',
    status: 200,
    answer: queuesSchema,
    errors: [],
  },
  overview: {
    method: 'GET',
    path: '/admin/overview',
    summary:
      'The community by month and by region, without persons; the last twelve months where none are named',
    access: 'back_office',
    query: z.object({
      from: monthSchema.optional(),
      until: monthSchema.optional(),
      /** An id of `regions`, for the lists of stickers. */
      region: z.string().max(10).optional(),
    }),
    status: 200,
    answer: overviewSchema,
    errors: ['validation'],
  },
  report: {
    method: 'GET',
    path: '/admin/overview/report',
    summary:
      'The report of a year on paper: its totals beside those of the year before, a page for each larger region, and a table of the smaller ones',
    access: 'back_office',
    query: z.object({
      year: z
        .string()
        .regex(/^\d{4}$/, VALIDATION.invalid)
        .transform(Number),
      lang: languageSchema,
      /**
       * From how many letterboxes on a region has a page of its own; the others stand together in one table. Left out: as
       * many as leaves about a dozen pages.
       */
      regions_from: queryIntSchema.pipe(z.literal(REGION_PAGE_CHOICES)).optional(),
    }),
    status: 200,
    media: 'application/pdf',
    answer: z.file(),
    errors: ['validation', 'rate_limited'],
  },
})
