import type { AttemptLimit } from '#platform/server/identity/attempts.queries.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { REPORT_TYPES, type ReportTypeName } from '../contract.ts'

/** Behind one network address may be a whole house, while an account is one person. */
export const PER_NETWORK: AttemptLimit = { max: 20, windowMs: HOUR_MS }
/** Reports about one letterbox, however many things are wrong with it. */
export const PER_NETWORK_AND_LETTERBOX: AttemptLimit = { max: 5, windowMs: DAY_MS }
/**
 * How many open reports one person may have about one letterbox; later ones are added to the first.
 */
export const MOST_OPEN = 3
export const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: HOUR_MS }

/** The name of a type; undefined for an id that no type has. */
export function reportTypeOf(id: number): ReportTypeName | undefined {
  return REPORT_TYPES.find((type) => type.id === id)?.name
}
