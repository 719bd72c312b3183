import { dayIn } from '#platform/server/community-day.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Punctuality } from '../asker.ts'
import type { Asker } from '../contract.ts'

/** A borrower who joined more recently than this and has returned nothing yet is new. */
const NEW_FOR_MS = 30 * DAY_MS
/** Distances are rounded up to one of these, in metres: precise enough to imagine, too coarse to find a house. */
const STEPS = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const
/** Fewer loans do not show a habit: a borrower with fewer is never shown as late. */
const FEWEST = 3

/** What the server knows about the borrower. */
export interface KnownOfAsker {
  joined: Date
  /** Metres between the letterboxes; null if one of them is not on the map. */
  distance: number | null
  /** Things that were borrowed and are back, and how many of them were late. */
  broughtBack: number
  late: number
}

/** How reliably a borrower returns things; null if there is too little data. */
export function punctuality(broughtBack: number, late: number): Punctuality | null {
  if (broughtBack === 0) return null
  if (late === 0) return 'always'
  if (broughtBack < FEWEST) return null
  return late / broughtBack <= 1 / 4 ? 'mostly' : 'sometimes_later'
}

/** What a lender learns about the borrower before answering. */
export function askerAsTold(known: KnownOfAsker, now: Date, timeZone: string): Asker {
  const { joined, distance, broughtBack, late } = known
  const isNew = broughtBack === 0 && now.getTime() - joined.getTime() < NEW_FOR_MS
  if (isNew) return { is_new: true, since: null, within: null, brought_back: 0, punctuality: null }
  return {
    is_new: false,
    since: dayIn(timeZone, joined).slice(0, 7),
    within: distance === null ? null : (STEPS.find((step) => distance <= step) ?? null),
    brought_back: broughtBack,
    punctuality: punctuality(broughtBack, late),
  }
}
