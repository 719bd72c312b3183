import { REPORT_TYPES, type ReportTypeName } from '@letterlend/contract/reports.ts'
import type { AttemptLimit } from '../../identity/attempts.queries.ts'

const HOUR_MS = 3_600_000
/** Behind one address may be a whole house; an account is one person. */
export const PER_NETWORK: AttemptLimit = { max: 20, windowMs: HOUR_MS }
export const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: HOUR_MS }

/** Undefined for an id that no type has. */
export function reportTypeOf(id: number): ReportTypeName | undefined {
  return REPORT_TYPES.find((type) => type.id === id)?.name
}
