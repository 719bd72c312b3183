import { z } from 'zod'
import { INVALID_SETTING } from './setting-errors.ts'

/**
 * Who may join: everyone at once, everyone after a moderator's approval, or invited people only. Existing accounts are
 * not affected.
 */
export const GATES = ['open', 'waiting', 'invited'] as const
export type Gate = (typeof GATES)[number]

/** Days within which the moderators intend to answer. */
export const ANSWER_DAYS = { min: 1, max: 30 } as const

export const gateSettingSchema = z.object({ gate: z.enum(GATES), answer_days: z.int() })
export type GateSetting = z.infer<typeof gateSettingSchema>

export const PRESET_GATE: GateSetting = { gate: 'open', answer_days: 3 }

export const gateSettingUpdateSchema = z.object({
  gate: z.enum(GATES, INVALID_SETTING.limit),
  answer_days: z
    .int(INVALID_SETTING.limit)
    .min(ANSWER_DAYS.min, INVALID_SETTING.limit)
    .max(ANSWER_DAYS.max, INVALID_SETTING.limit),
})
