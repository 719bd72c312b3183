import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { countedNetworks } from '../../identity/visitor-network.ts'
import type { CallCount, CountedCall, Siblings } from '../../processes/siblings.ts'

/** How many visitors of one limit are remembered; the least recent are forgotten first. */
const MAX_VISITORS = 5_000

type VisitorCounts = LRUCache<string, { current: number }>

/** Takes 180 kB from the beginning, which some hundred routes have no use for before they are called. */
const newCounts = (): VisitorCounts => new LRUCache({ max: MAX_VISITORS, ttlResolution: 0 })

/** One more call from there, and how many these are. */
function countOne(counts: VisitorCounts, network: string, timeWindow: number): number {
  const counted = counts.get(network) ?? { current: 0 }
  if (counted.current === 0) counts.set(network, counted, { ttl: timeWindow })
  counted.current += 1
  return counted.current
}

/**
 * Calls in the window of each visitor's networks, in memory. By a clock that only goes forward: the limiter's own
 * store goes by the date, and would refuse everyone for days once that is set back by days.
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

/** The counts of all limits there are, as the primary keeps them for the processes that it has started. */
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

/** What the limiter says of a route that has a limit of its own; its types leave it out. */
interface LimitedRoute {
  routeInfo?: { method: string | string[]; url: string }
}

/**
 * Counts for one of several processes: a visitor whose calls go now to one and now to another has as many as with one
 * process. The primary counts them all.
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
