import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

/** How many visitors of one limit are remembered; the least recent are forgotten first. */
const MAX_VISITORS = 5_000

/**
 * Calls in the window of each visitor, in memory. By a clock that only goes forward: the limiter's own
 * store goes by the date, and would refuse everyone for days once that is set back by days.
 */
export class CallCounts implements FastifyRateLimitStore {
  readonly #counts = new LRUCache<string, { current: number }>({
    max: MAX_VISITORS,
    ttlResolution: 0,
  })

  incr(
    key: string,
    done: (error: Error | null, result: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const counted = this.#counts.get(key) ?? { current: 0 }
    if (counted.current === 0) this.#counts.set(key, counted, { ttl: timeWindow })
    counted.current += 1
    done(null, { current: counted.current, ttl: this.#counts.getRemainingTTL(key) })
  }

  child(_options: FastifyRateLimitOptions): CallCounts {
    return new CallCounts()
  }
}
