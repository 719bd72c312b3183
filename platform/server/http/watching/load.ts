import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Counter } from 'prom-client'
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { sendError } from '../error-handler.ts'
import { AppError } from '../errors.ts'

export interface LoadLimits {
  /** Calls under way at a time. */
  all: number
  /** Of these, calls of one route: a flood of logins leaves the map its places. */
  route: number
  /** How long a call may wait for the event loop; milliseconds. */
  lateMs: number
  /** Calls of one route that are taken once one has waited that long. */
  whileLate: number
}

/**
 * Of calls that ask the database dozens of times (`heavy` in their contract): so many at once, and none while the process
 * has more than this share of its calls under way, or one of them waits.
 */
const HEAVY = { atOnce: 2, shareOfAll: 1 / 4, lateMs: 100 }

/** docs/decisions/0021-overload.md has what they were measured with. */
export const LOAD_LIMITS: LoadLimits = { all: 64, route: 32, lateMs: 500, whileLate: 8 }

/** Calls that arrive in one turn of the event loop go on as they arrive until that has taken so long. */
const SLICE_MS = 5
/**
 * Between two calls the event loop turns for as long as each turn brings a new connection, of which it
 * accepts one a turn: hundreds that open at once would otherwise wait for as many calls. This ends it.
 */
const LONGEST_BETWEEN_MS = 20
const RETRY_AFTER_SECONDS = 2
/** One for all: what is turned away must cost next to nothing, a stack included. */
const BUSY = new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
const BUSY_FOR_HEAVY = new AppError('busy', { retryAfter: 30 })
/** For so long after a call was turned away another process is the better one to ask. */
const OVERLOADED_MS = RETRY_AFTER_SECONDS * SECOND_MS
/** Turned away longer apart than this is another time of overload, and worth another line of log. */
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

/** What a call holds from its body's arrival until its handler is done. */
class Place {
  /** The client may be gone long before the work for its call is done. */
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
    /** See `heavy` of a contract's call. */
    heavy?: boolean
  }
}

/**
 * How busy this process is, and which calls it takes. The embedded database answers within the turn of
 * the event loop in which it is asked: calls that all go on as they arrive are worked through in one turn,
 * and no timer, no new connection and no health check gets between them. So what arrives once a turn has
 * taken long waits for a turn of its own, and how long the first of them has been waiting is the delay that
 * is measured.
 */
export class Load {
  readonly shed = new Counter({
    name: 'http_calls_shed_total',
    help: 'Calls answered 503 to keep up with the others, by route and reason (late, route, all)',
    labelNames: ['route', 'reason'],
    registers: [],
  })
  readonly #limits: LoadLimits
  readonly #routes = new Map<string, RouteLoad>()
  readonly #waiting: Waiting[] = []
  #underWay = 0
  #lastCall = 0
  #hasArrival = false
  /** Until when calls of this turn of the event loop go on as they arrive; null before the first of them. */
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

  /** Why a call must not be taken now; null when it may. */
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

  /** @returns whether it is the first call that is turned away after a quiet time. */
  countShed(url: string, reason: Refusal, isHeavy = false): boolean {
    this.shed.inc({ route: url, reason })
    const now = performance.now()
    const first = now - this.#lastShed > QUIET_MS
    this.#lastShed = now
    // One route too many of the same kind asks for is no reason to send everyone elsewhere, nor is a call that needs quiet.
    if (reason !== 'route' && !isHeavy) this.#lastOverloaded = now
    return first
  }

  /** Whether the process as a whole cannot keep up. */
  isOverloaded(): boolean {
    return performance.now() - this.#lastOverloaded < OVERLOADED_MS
  }

  /** Calls `go` at once, or when it is its turn, after all that came before. */
  wait(go: () => void): void {
    if (this.#waiting.length === 0 && this.#mayGo()) {
      this.#go(go)
      return
    }
    this.#waiting.push({ since: performance.now(), go })
    setImmediate(() => this.#next())
  }

  /** A connection was accepted, and more may wait for the same. */
  noteArrival(): void {
    this.#hasArrival = true
  }

  /** Whether another call may go on in this turn of the event loop. */
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

  /** There is one of these to come for each call that waits. */
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
 * Calls and drawn previews. Files, pages and health cost little; what is not limited in number
 * (tiles) costs no more than being turned away.
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
        request.log.warn({ reason, route: route.url }, 'overloaded: calls are turned away')
      }
      // Whoever asks again at once stands in line again, behind new connections.
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
      // The client has gone and does not wait for the answer.
      if (!reply.raw.destroyed) done()
    })
  }
  // After the body has arrived: whoever sends it slowly takes nobody's place.
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

/** To be added before the routes. Null: everything is taken. */
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
