import type { FastifyBaseLogger } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { AllCallCounts } from '#platform/server/http/watching/call-counts.ts'
import { type Channel, Conversation } from '#platform/server/processes/conversation.ts'
import type { CountedCall, MetricState } from '#platform/server/processes/siblings.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

/** A process that ends within this time has failed to start. */
const SOON_MS = MINUTE_MS
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Starting with millions of letterboxes takes a minute or two. */
const START_WITHIN_MS = 5 * MINUTE_MS
/** A stopping process ends by itself within ten seconds, unless it hangs. */
const STOP_WITHIN_MS = 12_000
/** Time limit for collecting metrics; those of a busier process are missing. */
const METRICS_WITHIN_MS = 4_000

/** A worker of node:cluster. */
export interface StartedProcess extends Channel {
  process: { pid?: number | undefined; kill(signal: NodeJS.Signals): unknown }
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
  on(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
}

interface Exit {
  code: number | null
  signal: string | null
}

/** A started process, until it has ended. */
interface Member {
  number: number
  worker: StartedProcess
  conversation: Conversation
  since: number
  isAnswering: boolean
  /** It will not be replaced when it ends. */
  isDismissed: boolean
  /** False if it ended before it was ready. */
  started: Promise<boolean>
  ended: Promise<Exit>
}

/** The pause before the next start, after this many failed starts in a row. */
export function pauseAfter(soonEnded: number): number {
  if (soonEnded === 0) return 0
  return Math.min(FIRST_PAUSE_MS * 2 ** (soonEnded - 1), LONGEST_PAUSE_MS)
}

/** Resolves with `late` after the time limit. */
function within<T>(ms: number, promise: Promise<T>, late: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, late)
  })
  return Promise.race([promise, waiting]).finally(() => clearTimeout(timer))
}

/**
 * The primary process: starts the workers that share a port and replaces those that end. It serves no requests and has
 * no database connection, so only a signal ends it. docs/decisions/0047-processes.md explains the design.
 */
export class Primary {
  readonly #count: number
  readonly #fork: (number: number) => StartedProcess
  readonly #logger: FastifyBaseLogger
  readonly #members = new Set<Member>()
  readonly #callCounts = new AllCallCounts()
  readonly #ownMetrics = new Registry()
  /** Whether the first worker became ready: a failure before that fails the whole start. */
  #hasStarted = false
  #isRestarting = false
  #isStopping = false
  #soonEnded = 0
  #refilling: NodeJS.Timeout | null = null

  /** @param fork starts a process with its number */
  constructor(
    count: number,
    { fork, logger }: { fork: (number: number) => StartedProcess; logger: FastifyBaseLogger },
  ) {
    this.#count = count
    this.#fork = fork
    this.#logger = logger
    collectDefaultMetrics({ register: this.#ownMetrics })
    this.#ownMetrics.setDefaultLabels({ process: 'primary' })
  }

  /**
   * Starts one worker first, which prepares the database and reports problems; once it is ready, all others start in
   * parallel.
   * @returns the exit code of a failed start, which that worker has explained; null if it is ready
   */
  async start(): Promise<number | null> {
    const first = this.#launch()
    if (!(await first.started)) return (await first.ended).code ?? 1
    this.#hasStarted = true
    this.#fill()
    return null
  }

  /** Replaces the workers one after the other. An old one stops when its replacement is ready. */
  async restart(): Promise<void> {
    if (!this.#hasStarted || this.#isRestarting || this.#isStopping) {
      this.#logger.warn('the processes are being started, restarted or stopped already')
      return
    }
    this.#isRestarting = true
    try {
      for (const old of [...this.#members]) {
        if (this.#isStopping) return
        // It has already ended by itself, and its replacement is new.
        if (!this.#members.has(old)) continue
        if (!(await this.#replace(old))) return
      }
      this.#logger.info('all processes were restarted')
    } finally {
      this.#isRestarting = false
      if (!this.#isStopping) this.#fill()
    }
  }

  /** @returns the exit code: 0 if all workers ended normally */
  async stop(): Promise<number> {
    this.#isStopping = true
    if (this.#refilling) clearTimeout(this.#refilling)
    const exits = await Promise.all([...this.#members].map((member) => this.#dismiss(member)))
    // A worker that was still starting has nothing to clean up and ends by the signal.
    return exits.every(({ code, signal }) => code === 0 || signal === 'SIGTERM') ? 0 : 1
  }

  async #replace(old: Member): Promise<boolean> {
    const fresh = this.#launch()
    // While it is starting, its failure does not cause another start.
    fresh.isDismissed = true
    const isAnswering = await within(START_WITHIN_MS, fresh.started, false)
    if (this.#isStopping) return false
    if (!isAnswering) {
      fresh.worker.process.kill('SIGKILL')
      await fresh.ended
      this.#logger.error(
        'the restart was aborted because a new process did not start; the earlier processes keep running',
      )
      return false
    }
    fresh.isDismissed = false
    if (this.#members.has(old)) await this.#dismiss(old)
    // The old one has ended by itself meanwhile and was already replaced.
    else if (this.#missing() < 0) await this.#dismiss(fresh)
    return true
  }

  #missing(): number {
    return this.#count - [...this.#members].filter(({ isDismissed }) => !isDismissed).length
  }

  #fill(): void {
    for (let missing = this.#missing(); missing > 0; missing--) this.#launch()
  }

  /** The lowest free number: during a restart there is one more worker than usual. */
  #freeNumber(): number {
    const taken = new Set([...this.#members].map(({ number }) => number))
    let number = 1
    while (taken.has(number)) number++
    return number
  }

  #launch(): Member {
    const number = this.#freeNumber()
    const worker = this.#fork(number)
    let resolveStarted: (isAnswering: boolean) => void = () => {}
    let resolveEnded: (exit: Exit) => void = () => {}
    const member: Member = {
      number,
      worker,
      conversation: new Conversation(worker, {
        started: () => {
          member.isAnswering = true
          resolveStarted(true)
        },
        count: (call: CountedCall) => this.#callCounts.count(call),
        metrics: () => this.#metricsOfAll(),
      }),
      since: performance.now(),
      isAnswering: false,
      isDismissed: false,
      started: new Promise((resolve) => {
        resolveStarted = resolve
      }),
      ended: new Promise((resolve) => {
        resolveEnded = resolve
      }),
    }
    worker.on('exit', (code, signal) => {
      this.#members.delete(member)
      resolveStarted(false)
      resolveEnded({ code, signal })
      this.#noteEnd(member, { code, signal })
    })
    this.#members.add(member)
    return member
  }

  #noteEnd({ number, worker, since, isDismissed }: Member, exit: Exit): void {
    if (isDismissed || this.#isStopping || !this.#hasStarted) return
    const isSoon = performance.now() - since < SOON_MS
    this.#soonEnded = isSoon ? this.#soonEnded + 1 : 0
    const pauseMs = pauseAfter(this.#soonEnded)
    this.#logger.error(
      { process: number, endedPid: worker.process.pid, ...exit, pauseMs },
      'a process ended unexpectedly; another one is started',
    )
    this.#refilling ??= setTimeout(() => {
      this.#refilling = null
      this.#fill()
    }, pauseMs)
  }

  async #dismiss(member: Member): Promise<Exit> {
    member.isDismissed = true
    member.worker.process.kill('SIGTERM')
    const hanging = setTimeout(() => member.worker.process.kill('SIGKILL'), STOP_WITHIN_MS)
    const exit = await member.ended
    clearTimeout(hanging)
    return exit
  }

  /** Each worker labels its metrics with its number, so they are combined without adding up. */
  async #metricsOfAll(): Promise<string> {
    const answering = [...this.#members].filter(({ isAnswering }) => isAnswering)
    const asking = answering.map(({ conversation }) =>
      within(METRICS_WITHIN_MS, conversation.ask('metrics', null), []).catch(() => []),
    )
    const states = (await Promise.all([
      this.#ownMetrics.getMetricsAsJSON(),
      ...asking,
    ])) as MetricState[][]
    return AggregatorRegistry.aggregate(
      states.map((all) => all.map((state) => ({ ...state, aggregator: 'first' }))),
    ).metrics()
  }
}
