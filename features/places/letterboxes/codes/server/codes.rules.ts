import type { AttemptLimit } from '#platform/server/identity/attempts.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

/** Renewals per account: each ends what was printed before, so nobody needs more. */
export const RENEWALS: AttemptLimit = { max: 10, windowMs: DAY_MS }

/** Tries to claim a sheet, or to give one away, per account. */
export const CLAIMS: AttemptLimit = { max: 20, windowMs: DAY_MS }
