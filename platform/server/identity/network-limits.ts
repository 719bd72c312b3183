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

/**
 * Calls that one network makes less often, in place of `calls`. These limits are fixed. Each call is counted on its own, also
 * where several have the same limit.
 */
export const CALL_LIMITS = {
  /** Links of mails: a person opens a few, and a program that guesses tokens is slowed down. */
  links: { max: 60, windowMs: 10 * MINUTE_MS },
  /** Forms of visitors, and the tasks that prove that a person fills them in. */
  forms: { max: 60, windowMs: 10 * MINUTE_MS },
  /** Large files, which are read before their sender is known, and pictures that are drawn again. */
  uploads: { max: 60, windowMs: 10 * MINUTE_MS },
  /** Everything there is, or a year of it, read and sent as one file. */
  exports: { max: 30, windowMs: 10 * MINUTE_MS },
  /** Receipts, invoices and papers for up to a hundred parcels, drawn again each time. */
  papers: { max: 60, windowMs: 10 * MINUTE_MS },
  packing_slips: { max: 200, windowMs: 10 * MINUTE_MS },
  /** Pages of letters and stickers, drawn again each time. */
  printed_sheets: { max: 30, windowMs: 10 * MINUTE_MS },
  invitation_batches: { max: 30, windowMs: 10 * MINUTE_MS },
  /** Each takes room on the disk, and time of the database. */
  backups: { max: 20, windowMs: HOUR_MS },
  /** Nobody pays that often; a try costs the provider something. */
  paying: { max: 30, windowMs: 10 * MINUTE_MS },
  /** A page that waits for a payment looks every few seconds, for a few minutes. */
  payment_status: { max: 200, windowMs: 10 * MINUTE_MS },
  /** Messages and steps of loans. The limits that count are those per account. */
  sending: { max: 120, windowMs: MINUTE_MS },
  /** Letterboxes by their address or line, and pictures of their previews. */
  single_letterboxes: { max: 120, windowMs: MINUTE_MS },
  /** Streams of events, calendars, and letterboxes for other programs, which look every few minutes at most. */
  feeds: { max: 60, windowMs: MINUTE_MS },
  addresses: { max: 60, windowMs: MINUTE_MS },
  /** A place is searched for with every letter that is typed. */
  place_search: { max: 300, windowMs: MINUTE_MS },
  /** A view needs a handful of tiles; whoever copies a region takes an hour for a large one. */
  street_map: { max: 3_000, windowMs: MINUTE_MS },
} as const satisfies Record<string, AttemptLimit>

export type NetworkLimitName = keyof typeof NETWORK_LIMITS
export type CallLimitName = NetworkLimitName | keyof typeof CALL_LIMITS
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
