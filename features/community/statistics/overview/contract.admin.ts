import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { REGION_PAGE_CHOICES } from './region-pages.ts'

/** Default and maximum number of months, including the current one. */
export const OVERVIEW_MONTHS = { default: 12, max: 60 } as const
/** Stickers in each list. */
export const OVERVIEW_STICKERS = 10

/** Earlier years have no report. */
export const FIRST_YEAR = 2000
/** Smaller numbers of a region are left out of the report. */
export const FEWEST_OF_REGION = 3

/** `2026-11`, in the community's time zone. */
const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, VALIDATION.invalid)

const currencySchema = z.enum(['CHF', 'EUR'])

/** Open entries of a queue; null if the caller lacks the task for it. */
const queueSchema = z.int().nullable()

export const queuesSchema = z.object({
  orders_to_confirm: queueSchema,
  orders_to_ship: queueSchema,
  /** Bank payments that could not be matched to an order. */
  payments_unmatched: queueSchema,
  /** Payments on which provider and order disagree, and refunds that the provider rejected. */
  payments_to_settle: queueSchema,
  reports: queueSchema,
  feedback: queueSchema,
  newcomers: queueSchema,
  /** Objections without a response. */
  objections: queueSchema,
  /** These two queues only count what the caller may decide. */
  held_messages: queueSchema,
  message_reports: queueSchema,
  /** Whether a site was moved in; null if the caller may not mail its people. Missing from older servers. */
  site_moved_in: z.boolean().nullable().optional(),
})
export type Queues = z.infer<typeof queuesSchema>
export type QueueName = Exclude<keyof Queues, 'site_moved_in'>

export const overviewMonthSchema = z.object({
  month: monthSchema,
  /** Letterboxes added that month that still exist, and all at its end. */
  letterboxes_new: z.int(),
  letterboxes: z.int(),
  /** Lenders whose household answered a request in this month or the two before. */
  active_lenders: z.int(),
  requests: z.int(),
  /** How many of the requests above were answered within a day. */
  answered_within_a_day: z.int(),
  /** Items handed over. */
  loans: z.int(),
  /** Orders of the month that were not cancelled. */
  orders: z.array(z.object({ product_id: z.int(), count: z.int() })),
  /** Payments less refunds of the month, as in the cash book, regardless of the order's date. */
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
  /** Country and first two characters of the postcode: `CH-80`. */
  id: z.string(),
  /** The town with most letterboxes. */
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
  /** The current month. */
  running: monthSchema,
  /** Month of the first letterbox; null if there is none. */
  began: monthSchema.nullable(),
  /** Letterboxes that were asked for a sign of life in vain: not visible to others yet, silent, off the map. */
  silences: z.object({
    asked: z.int(),
    silent: z.int(),
    gone: z.int(),
    /** Unclaimed imported letterboxes. Missing from older servers. */
    unclaimed: z.int().optional(),
  }),
  /** Oldest first. */
  months: z.array(overviewMonthSchema).max(OVERVIEW_MONTHS.max),
  /** Largest first. */
  regions: z.array(overviewRegionSchema),
  /** Requests and wishes of these months. A request to several letterboxes counts once. */
  most_wanted: z.array(stickerDemandSchema).max(OVERVIEW_STICKERS),
  /** Wishes that no letterbox within reach fulfils, and requests over a long distance. */
  most_missing: z.array(stickerDemandSchema).max(OVERVIEW_STICKERS),
})
export type Overview = z.infer<typeof overviewSchema>

export const adminOverviewApi = defineEndpoints({
  queues: {
    method: 'GET',
    path: '/admin/queues',
    communityToken: true,
    summary:
      'Returns how much work waits for the staff; callers get the numbers of their own tasks only',
    access: 'back_office',
    status: 200,
    answer: queuesSchema,
    errors: [],
  },
  overview: {
    method: 'GET',
    path: '/admin/overview',
    communityToken: true,
    summary:
      'Returns figures of the community by month and by region, without persons; by default for the last twelve months',
    access: 'back_office',
    query: z.object({
      from: monthSchema.optional(),
      until: monthSchema.optional(),
      /** An id from `regions`, to filter the lists of stickers. */
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
      'Returns the report of a year as a PDF: its totals beside those of the year before, a page for each larger region, and a table of the smaller ones',
    access: 'back_office',
    query: z.object({
      year: z
        .string()
        .regex(/^\d{4}$/, VALIDATION.invalid)
        .transform(Number),
      lang: languageSchema,
      /**
       * Minimum number of letterboxes for a region to get its own page; smaller ones share a table. Default: the value
       * that leads to about a dozen pages.
       */
      regions_from: queryIntSchema.pipe(z.literal(REGION_PAGE_CHOICES)).optional(),
    }),
    status: 200,
    media: 'application/pdf',
    answer: z.file(),
    errors: ['validation', 'rate_limited'],
  },
})
