import { z } from 'zod'
import { INVALID_SETTING } from './setting-errors.ts'

/** Half a year: in a quiet area, a season may pass without requests. */
const PRESET_SILENT_DAYS = 180
const PRESET_WAIT_HOURS = 24

/** What happens to an unclaimed imported letterbox: it stays with its address alone, or leaves the map. */
export const UNCLAIMED_FATES = ['address_only', 'off_map'] as const
const unclaimedSchema = z.enum(UNCLAIMED_FATES, INVALID_SETTING.limit).default('address_only')

/** Limits for requests and messages of one account, and for its silence. */
export const limitsSchema = z.object({
  requests_first_day: z.int(),
  requests_first_week: z.int(),
  /** Requests per day of an older account, and unanswered ones within a week. */
  requests_a_day: z.int(),
  requests_unanswered: z.int(),
  /** Messages per hour of an account in its first week, and later. */
  messages_first_week: z.int(),
  messages_an_hour: z.int(),
  /** Days of silence after which a letterbox's owner is asked for a sign of life; 0: never. */
  silent_days: z.int().default(PRESET_SILENT_DAYS),
  /** Hours that a member in a waiting line has to ask when a thing is back, before it is the next one's turn. */
  wait_hours: z.int().default(PRESET_WAIT_HOURS),
  unclaimed: unclaimedSchema,
})
export type Limits = z.infer<typeof limitsSchema>
export type NumericLimit = Exclude<keyof Limits, 'unclaimed'>

/** Low for new accounts, since scams come from them; later far above normal use. */
export const PRESET_LIMITS: Limits = {
  requests_first_day: 3,
  requests_first_week: 10,
  requests_a_day: 50,
  requests_unanswered: 10,
  messages_first_week: 60,
  messages_an_hour: 240,
  silent_days: PRESET_SILENT_DAYS,
  wait_hours: PRESET_WAIT_HOURS,
  unclaimed: 'address_only',
}

/** Never so low that borrowing is impossible, never so high that a script could write to a whole town. */
export const LIMIT_BOUNDS: Record<NumericLimit, { min: number; max: number }> = {
  requests_first_day: { min: 1, max: 20 },
  requests_first_week: { min: 1, max: 50 },
  requests_a_day: { min: 5, max: 70 },
  requests_unanswered: { min: 5, max: 50 },
  messages_first_week: { min: 10, max: 240 },
  messages_an_hour: { min: 30, max: 600 },
  silent_days: { min: 0, max: 730 },
  wait_hours: { min: 2, max: 168 },
}

const limitSchema = (name: NumericLimit) =>
  z
    .int(INVALID_SETTING.limit)
    .min(LIMIT_BOUNDS[name].min, INVALID_SETTING.limit)
    .max(LIMIT_BOUNDS[name].max, INVALID_SETTING.limit)

export const limitsUpdateSchema = z
  .object({
    requests_first_day: limitSchema('requests_first_day'),
    requests_first_week: limitSchema('requests_first_week'),
    requests_a_day: limitSchema('requests_a_day'),
    requests_unanswered: limitSchema('requests_unanswered'),
    messages_first_week: limitSchema('messages_first_week'),
    messages_an_hour: limitSchema('messages_an_hour'),
    silent_days: limitSchema('silent_days'),
    wait_hours: limitSchema('wait_hours'),
    unclaimed: unclaimedSchema,
  })
  .superRefine((limits, context) => {
    const later = [
      ['requests_first_day', 'requests_first_week'],
      ['messages_first_week', 'messages_an_hour'],
    ] as const
    for (const [first, then] of later) {
      if (limits[first] > limits[then]) {
        context.addIssue({ code: 'custom', path: [then], message: INVALID_SETTING.order })
      }
    }
  })
