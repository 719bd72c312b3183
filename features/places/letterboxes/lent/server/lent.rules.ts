import { DAY_MS } from '#platform/shared/durations.ts'

/**
 * An accepted loan that has not ended. `from` and `until` are days; `until` is excluded, and null if the item is out
 * without a return date.
 */
export interface RunningLoan {
  item_id: number
  handed_over: boolean
  from: string
  until: string | null
}

interface Copies {
  id: number
  copies: number
}

/** Whether at least one copy is at home on a day. An overdue item counts as out. */
export function isAvailable(
  { id, copies }: Copies,
  running: readonly RunningLoan[],
  day: string,
): boolean {
  const loansOnDay = running.filter(
    ({ item_id, handed_over, from, until }) =>
      item_id === id && (handed_over || (from <= day && (until === null || day < until))),
  )
  return loansOnDay.length < copies
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
