import type { AttemptLimit } from '#platform/server/identity/attempts.queries.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { REPORT_TYPES, type ReportTypeName } from '../contract.ts'

/** Behind one address may be a whole house; an account is one person. */
export const PER_NETWORK: AttemptLimit = { max: 20, windowMs: HOUR_MS }
/** About one letterbox, however many things are wrong with it. */
export const PER_NETWORK_AND_LETTERBOX: AttemptLimit = { max: 5, windowMs: DAY_MS }
/** Open reports of one person about one letterbox; what comes after is added to the first. */
export const MOST_OPEN = 3
export const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: HOUR_MS }

/** Undefined for an id that no type has. */
export function reportTypeOf(id: number): ReportTypeName | undefined {
  return REPORT_TYPES.find((type) => type.id === id)?.name
}
