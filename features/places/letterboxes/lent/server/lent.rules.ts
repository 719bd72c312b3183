import { DAY_MS } from '#platform/shared/durations.ts'
import { isTakenWithin, type PromisedLoan, type WantedDays } from './taken.rules.ts'

/** An accepted loan that has not ended. */
export interface RunningLoan extends PromisedLoan {
  item_id: number
  /** Exclusive, as `end`; null if the item is out without a return date. */
  until: string | null
}

interface Copies {
  id: number
  copies: number
}

/** Whether a copy is left on each of the days. */
export function isAvailable(
  { id, copies }: Copies,
  running: readonly RunningLoan[],
  days: WantedDays,
  today: string,
): boolean {
  const loans = running.filter(({ item_id }) => item_id === id)
  return !isTakenWithin({ item_id: id, copies, loans }, days, today)
}

/** Later than any real day; the end is unknown. */
const UNKNOWN_END = '9999-12-31'

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/**
 * The last of the consecutive days from today on which all copies are agreed to be out. Null if a copy is at home
 * today, or if the return date is unknown or has passed.
 */
export function lentUntil(
  { id, copies }: Copies,
  running: readonly RunningLoan[],
  today: string,
): string | null {
  const ofItem = running.filter(({ item_id }) => item_id === id)
  if (ofItem.length < copies) return null
  const loans = ofItem.map(({ handed_over, from, until }) => ({
    from: handed_over ? today : from,
    end: until === null || (handed_over && until <= today) ? UNKNOWN_END : until,
  }))
  let free = today
  for (;;) {
    const ends = loans.flatMap(({ from, end }) => (from <= free && free < end ? end : []))
    if (ends.length < copies) return free === today ? null : dayBefore(free)
    // The next day on which a copy comes back.
    free = ends.sort()[0] ?? UNKNOWN_END
    if (free === UNKNOWN_END) return null
  }
}
