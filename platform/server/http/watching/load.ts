import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Counter } from 'prom-client'
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { sendError } from '../error-handler.ts'
import { AppError } from '../errors.ts'

export interface LoadLimits {
  /** Maximum number of calls in progress. */
  all: number
  /** Maximum per route, so that a flood of logins leaves capacity for the map. */
  route: number
  /** Maximum time that a call may wait for the event loop, in milliseconds. */
  lateMs: number
  /** Maximum per route once a call has waited that long. */
  whileLate: number
}

/**
 * For calls with dozens of queries (`heavy` in their contract): maximum in progress. They are rejected while more than
 * this share of all calls is in progress, or while a call waits this long.
 */
const HEAVY = { atOnce: 2, shareOfAll: 1 / 4, lateMs: 100 }

/** docs/decisions/0021-overload.md describes how they were measured. */
export const LOAD_LIMITS: LoadLimits = { all: 64, route: 32, lateMs: 500, whileLate: 8 }

/** Calls that arrive in one turn of the event loop run at once until that turn has taken this long. */
const SLICE_MS = 5
/**
 * Between two calls the event loop keeps turning while new connections arrive, since it accepts one per turn: otherwise
 * hundreds of new connections would each wait for a call. This limits that time.
 */
const LONGEST_BETWEEN_MS = 20
const RETRY_AFTER_SECONDS = 2
/** Shared instances: rejecting a call must be cheap, and a stack trace is not. */
const BUSY = new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
const BUSY_FOR_HEAVY = new AppError('busy', { retryAfter: 30 })
/** How long a process counts as overloaded after it rejected a call. */
const OVERLOADED_MS = RETRY_AFTER_SECONDS * SECOND_MS
/** A rejection after a pause of this length starts a new period of overload and is logged again. */
const QUIET_MS = MINUTE_MS

type Refusal = 'late' | 'route' | 'all'

interface RouteLoad {
  isHeavy: boolean
  underWay: number
}

interface Waiting {
  since: number
  go: () => void
}

/** The slot that a call holds from the arrival of its body until its handler is done. */
class Place {
  /** The client may disconnect long before its call is done. */
  isWorking = false
  #give: (() => void) | null

  constructor(give: () => void) {
    this.#give = give
  }

  free(): void {
    this.#give?.()
    this.#give = null
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null
  }
  interface FastifyContextConfig {
    /** See `heavy` in the contracts. */
    heavy?: boolean
  }
}

/**
 * Measures how busy this process is and decides which calls to accept. The embedded database answers within the same
 * turn of the event loop: if all calls ran as they arrive, one turn would handle them all and starve timers, new
 * connections and health checks. So once a turn has taken long, further calls wait for a turn of their own. How long
 * the first of them has waited is the measured delay.
 */
export class Load {
  readonly shed = new Counter({
    name: 'http_calls_shed_total',
    help: 'Calls rejected with 503 because of overload, by route and reason (late, route, all)',
    labelNames: ['route', 'reason'],
    registers: [],
  })
  readonly #limits: LoadLimits
  readonly #routes = new Map<string, RouteLoad>()
  readonly #waiting: Waiting[] = []
  #underWay = 0
  #lastCall = 0
  #hasArrival = false
  /** Until when calls of the current turn run at once; null before the first call. */
  #sliceEnd: number | null = null
  #lastShed = Number.NEGATIVE_INFINITY
  #lastOverloaded = Number.NEGATIVE_INFINITY

  constructor(limits: LoadLimits) {
    this.#limits = limits
  }

  routeOf(url: string, isHeavy = false): RouteLoad {
    const load = this.#routes.get(url) ?? { underWay: 0, isHeavy }
    this.#routes.set(url, load)
    return load
  }

  /** Why a call must be rejected now; null if it may run. */
  refusalOf({ underWay, isHeavy }: RouteLoad): Refusal | null {
    const { all, route, lateMs, whileLate } = this.#limits
    const [first] = this.#waiting
    const waitingMs = first ? performance.now() - first.since : 0
    if (isHeavy) {
      if (waitingMs > HEAVY.lateMs) return 'late'
      if (this.#underWay >= all * HEAVY.shareOfAll) return 'all'
      return underWay >= HEAVY.atOnce ? 'route' : null
    }
    if (underWay >= whileLate && waitingMs > lateMs) return 'late'
    if (this.#underWay >= all) return 'all'
    return underWay >= route ? 'route' : null
  }

  take(route: RouteLoad): Place {
    this.#underWay += 1
    route.underWay += 1
    return new Place(() => {
      this.#underWay -= 1
      route.underWay -= 1
    })
  }

  /** @returns whether this is the first rejection after a quiet period */
  countShed(url: string, reason: Refusal, isHeavy = false): boolean {
    this.shed.inc({ route: url, reason })
    const now = performance.now()
    const first = now - this.#lastShed > QUIET_MS
    this.#lastShed = now
    // A flood on one route, or a heavy call, does not make the whole process overloaded.
    if (reason !== 'route' && !isHeavy) this.#lastOverloaded = now
    return first
  }

  /** Whether the process as a whole cannot keep up. */
  isOverloaded(): boolean {
    return performance.now() - this.#lastOverloaded < OVERLOADED_MS
  }

  /** Calls `go` at once, or after all calls that arrived earlier. */
  wait(go: () => void): void {
    if (this.#waiting.length === 0 && this.#mayGo()) {
      this.#go(go)
      return
    }
    this.#waiting.push({ since: performance.now(), go })
    setImmediate(() => this.#next())
  }

  /** A connection was accepted, and more may be waiting to be accepted. */
  noteArrival(): void {
    this.#hasArrival = true
  }

  /** Whether another call may run in this turn of the event loop. */
  #mayGo(): boolean {
    const now = performance.now()
    if (this.#sliceEnd !== null) return now < this.#sliceEnd
    setImmediate(() => {
      this.#sliceEnd = null
    })
    const isArriving = this.#hasArrival
    this.#hasArrival = false
    this.#sliceEnd = isArriving ? now : now + SLICE_MS
    return !isArriving || now - this.#lastCall >= LONGEST_BETWEEN_MS
  }

  #go(go: () => void): void {
    go()
    this.#lastCall = performance.now()
  }

  /** Scheduled once for each waiting call. */
  #next(): void {
    if (!this.#mayGo()) {
      setImmediate(() => this.#next())
      return
    }
    const next = this.#waiting.shift()
    if (next) this.#go(next.go)
  }
}

/**
 * Whether a route can be shed: API calls and drawn previews. Files, pages and health checks are cheap. Routes without a
 * rate limit (tiles) cost no more than a rejection.
 */
function isShed({ url, config }: RouteOptions): boolean {
  if ((config as { rateLimit?: unknown } | undefined)?.rateLimit === false) return false
  return url.startsWith(`${API_BASE}/`) || url.startsWith('/img/previews/')
}

function watch(route: RouteOptions, load: Load): void {
  const routeLoad = load.routeOf(route.url, route.config?.heavy)
  const { isHeavy } = routeLoad
  const { handler } = route
  const enter = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const reason = load.refusalOf(routeLoad)
    if (reason) {
      if (load.countShed(route.url, reason, isHeavy)) {
        request.log.warn({ reason, route: route.url }, 'overloaded: rejecting calls')
      }
      // A client that retries at once has to queue again behind new connections.
      reply.header('connection', 'close')
      sendError(reply, isHeavy ? BUSY_FOR_HEAVY : BUSY)
      return
    }
    const place = load.take(routeLoad)
    request.place = place
    reply.raw.once('close', () => {
      if (!place.isWorking) place.free()
    })
    load.wait(() => {
      // The client has disconnected.
      if (!reply.raw.destroyed) done()
    })
  }
  // Runs after the body has arrived, so that a slow upload does not occupy a slot.
  route.preValidation = [enter, ...[route.preValidation ?? []].flat()]
  route.handler = function (request, reply) {
    const answer: unknown = handler.call(this, request, reply)
    const { place } = request
    if (place && answer instanceof Promise) {
      place.isWorking = true
      const free = () => place.free()
      answer.then(free, free)
    } else {
      place?.free()
    }
    return answer
  }
}

/** Add it before the routes. Null: every call is accepted. */
export function addLoadShedding(app: FastifyInstance, limits: LoadLimits | null): Load | null {
  app.decorateRequest('place', null)
  if (!limits) return null
  const load = new Load(limits)
  app.server.on('connection', () => load.noteArrival())

  app.addHook('onRoute', (route) => {
    if (isShed(route)) watch(route, load)
  })
  return load
}
