import { keepFresh } from '#features/community/statistics/impact/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Period } from './overview.rules.ts'

/** How old the numbers may be that this process tells. */
const FRESH_MS = 10 * MINUTE_MS
/** How many periods are kept; the one that was asked for least recently is dropped. */
const MOST_KEPT = 12

/**
 * Keeps what takes long to work out, a while for each period. Whatever is asked at once is worked out one
 * after the other, so that it never takes more than one connection to the database.
 */
export function keepPeriods<T>(
  deps: Pick<Deps, 'clock' | 'logger'>,
  workOut: (period: Period) => Promise<T>,
): (period: Period) => Promise<T> {
  const kept = new Map<string, () => Promise<T>>()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (period: Period) => {
    const run = last.then(() => workOut(period))
    last = run.catch(() => {})
    return run
  }
  return (period) => {
    const key = `${period.from} ${period.until}`
    const ask = kept.get(key) ?? keepFresh(deps, FRESH_MS, () => inTurn(period))
    kept.delete(key)
    kept.set(key, ask)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return ask()
  }
}
