import { DAY_MS } from '#platform/shared/durations.ts'
import type { PostalAddress } from '../contract.ts'

/**
 * Whether an address names another spot. The addition to an address does not move the letterbox.
 */
export function isElsewhere(old: PostalAddress, now: PostalAddress): boolean {
  return (['address', 'postcode', 'city', 'country'] as const).some(
    (part) => old[part] !== now[part],
  )
}

/**
 * Whether a letterbox is the viewer's to manage: as its owner, or as a member of the household.
 * `managedBy` decides the same in SQL.
 */
export function manages(
  viewer: { id: string; member_of: string | null } | null,
  letterbox: { id: string; user_id: string },
): boolean {
  return viewer !== null && (viewer.id === letterbox.user_id || viewer.member_of === letterbox.id)
}

/**
 * A loan that was accepted and is not over. `from` and `until` are days; `until` is excluded, and
 * null where a thing is out and nobody said until when.
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

/**
 * Whether at least one copy is at home on a day. A thing that was handed out and is late is not.
 */
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

/** Later than any day: nobody knows until when. */
const UNKNOWN_END = '9999-12-31'

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/**
 * The last of the days in a row, from today on, on which no copy is at home, as far as was agreed. Null where one is
 * at home today, and where nobody knows until when: no day was agreed for the return, or it has passed.
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
    // The next day on which something comes back.
    free = ends.sort()[0] ?? UNKNOWN_END
    if (free === UNKNOWN_END) return null
  }
}
