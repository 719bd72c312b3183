import type { Deps } from '#platform/server/deps.ts'
import { limitNetwork } from '#platform/server/identity/attempts.queries.ts'

/** Counts an attempt to use a code for a network, in any form. Throws `rate_limited`. */
export const limitCodes = (
  { database, config }: Pick<Deps, 'database' | 'config'>,
  ip: string,
  now: Date,
): Promise<void> =>
  limitNetwork(database.orm, ['parcel'], ip, config.networkLimits.parcel_codes, now)
