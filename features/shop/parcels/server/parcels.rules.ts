import type { AttemptLimit } from '#platform/server/identity/attempts.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

/** Lifetime of a code from its first slip: enough for delivery, a holiday, and a while in a drawer. */
export const CODE_MS = 183 * DAY_MS

/** Tries per account. There are 27 billion codes, and a correct one is useless at another address. */
export const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: DAY_MS }

/** QR codes of sheets in one file: fifty sheets of labels. */
export const SHEET_CODES_MAX = 1_000
