import { dayIn } from '#platform/server/community-day.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Punctuality } from '../asker.ts'
import type { Asker } from '../contract.ts'

/** Whoever joined less than this ago, and has brought nothing back yet, is new here. */
const NEW_FOR_MS = 30 * DAY_MS
/** A distance is told as the next of these, in metres: near enough to imagine, too coarse to find a house by. */
const STEPS = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const
/** Of fewer loans nobody can say how it usually is: none is told to have been late. */
const FEWEST = 3

/** What is known of who asks. */
export interface KnownOfAsker {
  joined: Date
  /** Metres from letterbox to letterbox; null where one of them is not on the map. */
  distance: number | null
  /** Things that were borrowed and are back, and those of them that came after their day. */
  broughtBack: number
  late: number
}

/** How somebody usually brings things back; null where there is too little to say. */
export function punctuality(broughtBack: number, late: number): Punctuality | null {
  if (broughtBack === 0) return null
  if (late === 0) return 'always'
  if (broughtBack < FEWEST) return null
  return late / broughtBack <= 1 / 4 ? 'mostly' : 'sometimes_later'
}

/** What a lender is told of who asks, before an answer is given. */
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
