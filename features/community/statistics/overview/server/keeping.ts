import { keepFresh } from '#features/community/statistics/impact/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Period } from './overview.rules.ts'

/** Maximum age of the figures before this process counts them again. */
const FRESH_MS = 10 * MINUTE_MS
/** Number of cached periods; the least recently used is dropped. */
const MOST_KEPT = 12

/**
 * Caches a slow computation per period. Computations run one after the other, so that they never use more than one
 * database connection.
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
