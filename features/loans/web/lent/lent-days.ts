import { addDays } from '#features/requests/web/door.ts'
import type { Lent } from '../../contract.ts'

/** When something is away, as seen today. */
export type LentTime = 'now' | 'ahead' | 'past'

/** The last day of which one knows: nobody said until when, and it is still away. */
export function lastDayOf({ from, until, status }: Lent, today: string): string {
  if (until !== null && (status !== 'handed_over' || until >= today)) return until
  // Not back yet, whatever was agreed.
  return status === 'returned' || from > today ? (until ?? from) : today
}

export function timeOf(lent: Lent, today: string): LentTime {
  if (lent.status === 'returned') return 'past'
  if (lent.status === 'handed_over') return 'now'
  if (lent.from > today) return 'ahead'
  return lastDayOf(lent, today) < today ? 'past' : 'now'
}

/** Not back on the day that was agreed. */
export const isLate = ({ status, until }: Lent, today: string): boolean =>
  status === 'handed_over' && until !== null && until < today

/** What is away on each day. */
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
