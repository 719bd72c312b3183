import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { countedNetworks } from '../../identity/visitor-network.ts'

/** How many visitors of one limit are remembered; the least recent are forgotten first. */
const MAX_VISITORS = 5_000

/**
 * Calls in the window of each visitor's networks, in memory. By a clock that only goes forward: the limiter's own
 * store goes by the date, and would refuse everyone for days once that is set back by days.
 */
export class CallCounts implements FastifyRateLimitStore {
  readonly #counts = new LRUCache<string, { current: number }>({
    max: MAX_VISITORS,
    ttlResolution: 0,
  })

  incr(
    ip: string,
    done: (error: Error | null, result: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const counts = countedNetworks(ip).map(({ network, share }) => ({
      current: Math.ceil(this.#count(network, timeWindow) / share),
      ttl: this.#counts.getRemainingTTL(network),
    }))
    done(
      null,
      counts.reduce((one, other) => (other.current > one.current ? other : one)),
    )
  }

  /** One more call from there, and how many these are. */
  #count(network: string, timeWindow: number): number {
    const counted = this.#counts.get(network) ?? { current: 0 }
    if (counted.current === 0) this.#counts.set(network, counted, { ttl: timeWindow })
    counted.current += 1
    return counted.current
  }

  child(_options: FastifyRateLimitOptions): CallCounts {
    return new CallCounts()
  }
}
