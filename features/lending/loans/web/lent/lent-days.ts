import { addDays } from '#platform/web/data/community-day.ts'
import type { Lent } from '../../contract.ts'

/** Whether the thing is away now, will be, or was. */
export type LentTime = 'now' | 'ahead' | 'past'

/**
 * The last known day on which the thing is away: today for a thing that is still out without a return day, or
 * after it.
 */
export function lastDayOf({ from, until, status }: Lent, today: string): string {
  if (until !== null && (status !== 'handed_over' || until >= today)) return until
  // Otherwise it has not come back yet, whatever was agreed.
  return status === 'returned' || from > today ? (until ?? from) : today
}

export function timeOf(lent: Lent, today: string): LentTime {
  if (lent.status === 'returned') return 'past'
  if (lent.status === 'handed_over') return 'now'
  if (lent.from > today) return 'ahead'
  return lastDayOf(lent, today) < today ? 'past' : 'now'
}

/** Whether the thing is not back although the return day has passed. */
export const isLate = ({ status, until }: Lent, today: string): boolean =>
  status === 'handed_over' && until !== null && until < today

export function lentByDay(all: Lent[], today: string): Map<string, Lent[]> {
  const days = new Map<string, Lent[]>()
  for (const lent of all) {
    const last = lastDayOf(lent, today)
    for (let day = lent.from; day <= last; day = addDays(day, 1)) {
      days.set(day, [...(days.get(day) ?? []), lent])
    }
  }
  return days
}
