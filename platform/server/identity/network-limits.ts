import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { AttemptLimit } from './attempts.queries.ts'

/**
 * Limits per network. A school, a housing estate or a fair is one network with hundreds of people, so these limits are
 * wide; tighter limits per account or address apply first. `NETWORK_LIMITS` changes them; docs/security.md has this
 * table for operators.
 */
export const NETWORK_LIMITS = {
  calls: { max: 3_000, windowMs: MINUTE_MS },
  /** Per call that logs in, registers or opens a link. */
  logins: { max: 600, windowMs: 10 * MINUTE_MS },
  /** Per call that changes how an account logs in. */
  credentials: { max: 300, windowMs: 10 * MINUTE_MS },
  /** Wrong passwords for one account before each further attempt requires a proof of work. */
  wrong_passwords: { max: 30, windowMs: 15 * MINUTE_MS },
  /** Challenges that a form solves: for logins, registrations, mailed links and orders of visitors. */
  captchas: { max: 600, windowMs: 10 * MINUTE_MS },
  mailed_links: { max: 200, windowMs: HOUR_MS },
  orders: { max: 200, windowMs: HOUR_MS },
  /** Per call that starts or completes a payment, which costs the provider something. */
  payments: { max: 60, windowMs: 10 * MINUTE_MS },
  reports: { max: 100, windowMs: HOUR_MS },
  reports_of_a_letterbox: { max: 20, windowMs: DAY_MS },
  wishes: { max: 200, windowMs: DAY_MS },
  parcel_codes: { max: 300, windowMs: DAY_MS },
  /**
   * Scanned or typed codes of letterboxes that lead nowhere, also to hidden ones. In a browser each counts twice: for
   * the page, and for the app, which asks again with the session.
   */
  unknown_codes: { max: 120, windowMs: HOUR_MS },
} as const satisfies Record<string, AttemptLimit>

/**
 * Stricter limits that replace `calls` for some calls. They are fixed. Each call is counted separately, even if several
 * share a limit.
 */
export const CALL_LIMITS = {
  /** Links of mails: people open a few; this slows down programs that guess tokens. */
  links: { max: 60, windowMs: 10 * MINUTE_MS },
  /** Forms for visitors. */
  forms: { max: 60, windowMs: 10 * MINUTE_MS },
  /** Large uploads, which are read before the sender is known, and pictures that are rendered on request. */
  uploads: { max: 60, windowMs: 10 * MINUTE_MS },
  /** Everything, or a whole year, exported as one file. */
  exports: { max: 30, windowMs: 10 * MINUTE_MS },
  /** Receipts, invoices and papers for up to a hundred parcels, rendered on each request. */
  papers: { max: 60, windowMs: 10 * MINUTE_MS },
  packing_slips: { max: 200, windowMs: 10 * MINUTE_MS },
  /** Pages of letters and stickers, rendered on each request. */
  printed_sheets: { max: 30, windowMs: 10 * MINUTE_MS },
  invitation_batches: { max: 30, windowMs: 10 * MINUTE_MS },
  /** Each backup takes disk space and database time. */
  backups: { max: 20, windowMs: HOUR_MS },
  /** A page that waits for a payment polls every few seconds for a few minutes. */
  payment_status: { max: 200, windowMs: 10 * MINUTE_MS },
  /** Messages and loan steps. The limits per account are the relevant ones. */
  sending: { max: 120, windowMs: MINUTE_MS },
  /** Single letterboxes by address or line, and their preview pictures. */
  single_letterboxes: { max: 120, windowMs: MINUTE_MS },
  /** Event streams, calendars, and letterboxes for other programs, which poll every few minutes at most. */
  feeds: { max: 60, windowMs: MINUTE_MS },
  addresses: { max: 60, windowMs: MINUTE_MS },
  /** Every typed letter searches for a place. */
  place_search: { max: 300, windowMs: MINUTE_MS },
  /** A view needs a handful of tiles; copying a large region takes an hour. */
  street_map: { max: 3_000, windowMs: MINUTE_MS },
} as const satisfies Record<string, AttemptLimit>

export type NetworkLimitName = keyof typeof NETWORK_LIMITS
export type CallLimitName = NetworkLimitName | keyof typeof CALL_LIMITS
export type NetworkLimits = Readonly<Record<NetworkLimitName, AttemptLimit>>

const MOST = 1_000_000

const isName = (name: string): name is NetworkLimitName => Object.hasOwn(NETWORK_LIMITS, name)

/**
 * Parses `orders=500, reports=50`: new maximums for the windows of the table.
 * @throws {Error} with a sentence for the operator
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
