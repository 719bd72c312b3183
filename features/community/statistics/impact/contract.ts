import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { FEWEST_TOLD, IMPACT_ITEMS, IMPACT_MONTHS } from './impact-limits.ts'

const countSchema = z.int().min(FEWEST_TOLD)

/** Null: fewer than {@link FEWEST_TOLD}. */
export const hiddenCountSchema = countSchema.nullable()

/** The total so far, rounded so that subtracting the months reveals no month that is hidden. */
export const impactTotalSchema = z.object({
  count: hiddenCountSchema,
  /** True if there may be more: small numbers are left out, or counted in steps. */
  at_least: z.boolean(),
})
export type ImpactTotal = z.infer<typeof impactTotalSchema>

export const impactMonthSchema = z.object({
  /** `2026-11`, where the community lives. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** Things that were handed over. */
  loans: hiddenCountSchema,
  /** Letterboxes that came to the map and are on it now. */
  letterboxes: hiddenCountSchema,
})
export type ImpactMonth = z.infer<typeof impactMonthSchema>

export const itemCountSchema = z.object({ item_id: z.int(), count: countSchema })
export type ItemCount = z.infer<typeof itemCountSchema>

/** What a community does, without persons. */
export const impactSchema = z.object({
  /** On the map now. */
  letterboxes: impactTotalSchema,
  /** Handed over so far. */
  loans: impactTotalSchema,
  /** Requests that a lender accepted. */
  accepted: impactTotalSchema,
  /** The oldest first, from the first that tells something; the last one is running. */
  months: z.array(impactMonthSchema).max(IMPACT_MONTHS),
  /** Asked for most, in the last twelve months; a request to several letterboxes counts once. */
  most_wanted: z.array(itemCountSchema).max(IMPACT_ITEMS),
  /** Handed over most, in the last twelve months. */
  most_lent: z.array(itemCountSchema).max(IMPACT_ITEMS),
})
export type Impact = z.infer<typeof impactSchema>

export const impactApi = defineEndpoints({
  show: {
    method: 'GET',
    path: '/impact',
    summary: 'What the community lends, by month and by item; fewer than five are not told',
    access: 'public',
    status: 200,
    answer: impactSchema,
    errors: [],
  },
})
