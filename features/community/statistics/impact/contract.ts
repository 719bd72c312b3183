import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { FEWEST_TOLD, IMPACT_ITEMS, IMPACT_MONTHS } from './impact-limits.ts'

const countSchema = z.int().min(FEWEST_TOLD)

/** Null: fewer than {@link FEWEST_TOLD}. */
export const hiddenCountSchema = countSchema.nullable()

/** The total so far, rounded so that subtracting the months reveals no hidden month. */
export const impactTotalSchema = z.object({
  count: hiddenCountSchema,
  /** True if there may be more, because small numbers are left out or rounded. */
  at_least: z.boolean(),
})
export type ImpactTotal = z.infer<typeof impactTotalSchema>

export const impactMonthSchema = z.object({
  /** `2026-11`, in the community's time zone. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** Items handed over. */
  loans: hiddenCountSchema,
  /** Letterboxes added that month that are on the map now. */
  letterboxes: hiddenCountSchema,
})
export type ImpactMonth = z.infer<typeof impactMonthSchema>

export const itemCountSchema = z.object({ item_id: z.int(), count: countSchema })
export type ItemCount = z.infer<typeof itemCountSchema>

/** Public figures of a community, without personal data. */
export const impactSchema = z.object({
  /** On the map now. */
  letterboxes: impactTotalSchema,
  /** Hand-overs so far. */
  loans: impactTotalSchema,
  /** Requests that a lender accepted. */
  accepted: impactTotalSchema,
  /** Oldest first, from the first month with anything to show; the last one is the current month. */
  months: z.array(impactMonthSchema).max(IMPACT_MONTHS),
  /** Most requested in the last twelve months. A request to several letterboxes counts once. */
  most_wanted: z.array(itemCountSchema).max(IMPACT_ITEMS),
  /** Most often handed over in the last twelve months. */
  most_lent: z.array(itemCountSchema).max(IMPACT_ITEMS),
})
export type Impact = z.infer<typeof impactSchema>

export const impactApi = defineEndpoints({
  show: {
    method: 'GET',
    path: '/impact',
    openData: true,
    summary:
      'Returns what the community lends, by month and by item; numbers below five are left out',
    access: 'public',
    status: 200,
    answer: impactSchema,
    errors: [],
  },
})
