import type { AttemptLimit } from '#platform/server/identity/attempts.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

/** From the first slip on: the post, a holiday, and a drawer. */
export const CODE_MS = 183 * DAY_MS

/** Of 27 billion codes; and a right one is worth nothing at another address. */
export const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: DAY_MS }
