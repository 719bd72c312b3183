import type { Db } from '#platform/server/db/client.ts'
import { limitNetwork } from '#platform/server/identity/attempts.queries.ts'
import { PER_NETWORK } from './parcels.rules.ts'

/** Counts a try with a code for a network, wherever it is typed. Throws `rate_limited`. */
export const limitCodes = (db: Db, ip: string, now: Date): Promise<void> =>
  limitNetwork(db, ['parcel'], ip, PER_NETWORK, now)
