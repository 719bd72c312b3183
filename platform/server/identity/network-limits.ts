import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { AttemptLimit } from './attempts.queries.ts'

/**
 * How much may come from one network. A school, a housing estate or a fair is one network of hundreds of people, so these are
 * wide: what an account or an address may do is limited first, and tightly, where it is done. `NETWORK_LIMITS` changes
 * them; docs/security.md has this table for who runs a server.
 */
export const NETWORK_LIMITS = {
  /** All calls, in a minute. */
  calls: { max: 3_000, windowMs: MINUTE_MS },
  /** Each call that logs in, registers or opens a link. */
  logins: { max: 600, windowMs: 10 * MINUTE_MS },
  /** Each call that changes how somebody logs in. */
  credentials: { max: 300, windowMs: 10 * MINUTE_MS },
  /** Wrong passwords for one account, before each further try takes a proof of work. */
  wrong_passwords: { max: 30, windowMs: 15 * MINUTE_MS },
  mailed_links: { max: 200, windowMs: HOUR_MS },
  orders: { max: 200, windowMs: HOUR_MS },
  reports: { max: 100, windowMs: HOUR_MS },
  reports_of_a_letterbox: { max: 20, windowMs: DAY_MS },
  wishes: { max: 200, windowMs: DAY_MS },
  parcel_codes: { max: 300, windowMs: DAY_MS },
} as const satisfies Record<string, AttemptLimit>

export type NetworkLimitName = keyof typeof NETWORK_LIMITS
export type NetworkLimits = Readonly<Record<NetworkLimitName, AttemptLimit>>

const MOST = 1_000_000

const isName = (name: string): name is NetworkLimitName => Object.hasOwn(NETWORK_LIMITS, name)

/**
 * Reads `orders=500, reports=50`: how many, in the window of the table.
 * @throws {Error} with a sentence for who set it
 */
export function readNetworkLimits(text: string): NetworkLimits {
  const limits: Record<NetworkLimitName, AttemptLimit> = { ...NETWORK_LIMITS }
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  for (const pair of pairs) {
    const [name = '', count = ''] = pair.split('=').map((part) => part.trim())
    if (!isName(name))
      throw new Error(`must name limits out of ${Object.keys(NETWORK_LIMITS).join(', ')}`)
    const max = /^\d{1,7}$/.test(count) ? Number(count) : 0
    if (max < 1 || max > MOST) throw new Error(`must give ${name} a number from 1 to ${MOST}`)
    limits[name] = { ...limits[name], max }
  }
  return limits
}
