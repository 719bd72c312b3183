import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { countedNetworks } from '../../identity/visitor-network.ts'
import type { CallCount, CountedCall, Siblings } from '../../processes/siblings.ts'

/** Maximum number of visitors per limit; the least recently seen are dropped first. */
const MAX_VISITORS = 5_000

type VisitorCounts = LRUCache<string, { current: number }>

/** Created on first use: it takes 180 kB, and some hundred routes are rarely called. */
const newCounts = (): VisitorCounts => new LRUCache({ max: MAX_VISITORS, ttlResolution: 0 })

/** Counts a call from a network and returns the new count. */
function countOne(counts: VisitorCounts, network: string, timeWindow: number): number {
  const counted = counts.get(network) ?? { current: 0 }
  if (counted.current === 0) counts.set(network, counted, { ttl: timeWindow })
  counted.current += 1
  return counted.current
}

/**
 * Counts the calls of each visitor's networks in memory, on a monotonic clock. The limiter's own store uses the wall
 * clock and would reject everyone for days if that is set back by days.
 */
export class CallCounts implements FastifyRateLimitStore {
  #counts: VisitorCounts | undefined

  incr(
    ip: string,
    done: (error: Error | null, result: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    this.#counts ??= newCounts()
    const all = this.#counts
    const counts = countedNetworks(ip).map(({ network, share }) => ({
      current: Math.ceil(countOne(all, network, timeWindow) / share),
      ttl: all.getRemainingTTL(network),
    }))
    done(
      null,
      counts.reduce((one, other) => (other.current > one.current ? other : one)),
    )
  }

  child(_options: FastifyRateLimitOptions): CallCounts {
    return new CallCounts()
  }
}

/** The counts of all limits, which the primary keeps for its worker processes. */
export class AllCallCounts {
  readonly #limits = new Map<string, CallCounts>()

  count({ limit, address, windowMs }: CountedCall): Promise<CallCount> {
    const counts = this.#limits.get(limit) ?? new CallCounts()
    this.#limits.set(limit, counts)
    return new Promise((resolve, reject) => {
      counts.incr(address, (error, count) => (error ? reject(error) : resolve(count)), windowMs)
    })
  }
}

const OF_ALL_OTHERS = 'all others'

/** The limiter's options for a route with its own limit; `routeInfo` is missing in its types. */
interface LimitedRoute {
  routeInfo?: { method: string | string[]; url: string }
}

/**
 * Counts calls across several processes: the primary counts for all, so a visitor cannot get more calls by reaching
 * different processes.
 */
export function sharedCallCounts(siblings: Siblings): FastifyRateLimitStoreCtor {
  return class SharedCallCounts implements FastifyRateLimitStore {
    readonly #limit: string

    constructor({ routeInfo }: FastifyRateLimitOptions & LimitedRoute) {
      this.#limit = routeInfo ? `${routeInfo.method} ${routeInfo.url}` : OF_ALL_OTHERS
    }

    incr(
      address: string,
      done: (error: Error | null, result?: CallCount) => void,
      windowMs: number,
    ): void {
      siblings.count({ limit: this.#limit, address, windowMs }).then(
        (count) => done(null, count),
        (error: Error) => done(error),
      )
    }

    child(options: FastifyRateLimitOptions): SharedCallCounts {
      return new SharedCallCounts(options)
    }
  }
}
