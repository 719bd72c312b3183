import type { FastifyBaseLogger } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { AllCallCounts } from '#platform/server/http/watching/call-counts.ts'
import { type Channel, Conversation } from '#platform/server/processes/conversation.ts'
import type { CountedCall, MetricState } from '#platform/server/processes/siblings.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

/** Whoever ends sooner than this after its start did not get far. */
const SOON_MS = MINUTE_MS
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** A start with millions of letterboxes takes a minute or two. */
const START_WITHIN_MS = 5 * MINUTE_MS
/** A process that was asked to stop ends by itself within ten seconds, unless it hangs. */
const STOP_WITHIN_MS = 12_000
/** Whoever asks for metrics waits no longer; of a process that is too busy to answer they are missing. */
const METRICS_WITHIN_MS = 4_000

/** What node:cluster calls a worker. */
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

/** A process that was started, until it has ended. */
interface Member {
  number: number
  worker: StartedProcess
  conversation: Conversation
  since: number
  isAnswering: boolean
  /** Nobody takes its place when it ends. */
  isDismissed: boolean
  /** False when it ended before it answered anybody. */
  started: Promise<boolean>
  ended: Promise<Exit>
}

/** How long to wait before another process is started, after so many in a row have ended soon after their start. */
export function pauseAfter(soonEnded: number): number {
  if (soonEnded === 0) return 0
  return Math.min(FIRST_PAUSE_MS * 2 ** (soonEnded - 1), LONGEST_PAUSE_MS)
}

/** Resolves with `late` when the time is over. */
function within<T>(ms: number, promise: Promise<T>, late: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, late)
  })
  return Promise.race([promise, waiting]).finally(() => clearTimeout(timer))
}

/**
 * Starts the processes that answer on one port and keeps their number: the primary. It answers nobody itself and knows
 * no database, so that nothing but a signal ends it. docs/decisions/0047-processes.md says why it is as it is.
 */
export class Primary {
  readonly #count: number
  readonly #fork: (number: number) => StartedProcess
  readonly #logger: FastifyBaseLogger
  readonly #members = new Set<Member>()
  readonly #callCounts = new AllCallCounts()
  readonly #ownMetrics = new Registry()
  /** Whether the first process has answered: a start that fails before is the failure of all. */
  #hasStarted = false
  #isRestarting = false
  #isStopping = false
  #soonEnded = 0
  #refilling: NodeJS.Timeout | null = null

  /** @param fork starts a process and tells it its number */
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
   * One process first, which prepares the database and says what is wrong; once it answers, all others at the same time.
   * @returns the exit code of a start that failed, after that process has said why; null when it answers
   */
  async start(): Promise<number | null> {
    const first = this.#launch()
    if (!(await first.started)) return (await first.ended).code ?? 1
    this.#hasStarted = true
    this.#fill()
    return null
  }

  /** Puts a new process in the place of each, one after the other. The old one stops when the new one answers. */
  async restart(): Promise<void> {
    if (!this.#hasStarted || this.#isRestarting || this.#isStopping) {
      this.#logger.warn('the processes are being started, restarted or stopped already')
      return
    }
    this.#isRestarting = true
    try {
      for (const old of [...this.#members]) {
        if (this.#isStopping) return
        // It has ended by itself meanwhile, and the one in its place is new.
        if (!this.#members.has(old)) continue
        if (!(await this.#replace(old))) return
      }
      this.#logger.info('all processes were restarted')
    } finally {
      this.#isRestarting = false
      if (!this.#isStopping) this.#fill()
    }
  }

  /** @returns the exit code: 0 when all have ended as they should */
  async stop(): Promise<number> {
    this.#isStopping = true
    if (this.#refilling) clearTimeout(this.#refilling)
    const exits = await Promise.all([...this.#members].map((member) => this.#dismiss(member)))
    // One that was still starting has nothing to tidy up and ends of the signal.
    return exits.every(({ code, signal }) => code === 0 || signal === 'SIGTERM') ? 0 : 1
  }

  async #replace(old: Member): Promise<boolean> {
    const fresh = this.#launch()
    // Until it answers nobody misses it.
    fresh.isDismissed = true
    const isAnswering = await within(START_WITHIN_MS, fresh.started, false)
    if (this.#isStopping) return false
    if (!isAnswering) {
      fresh.worker.process.kill('SIGKILL')
      await fresh.ended
      this.#logger.error(
        'the restart was given up, since a new process did not start: those that ran before go on',
      )
      return false
    }
    fresh.isDismissed = false
    if (this.#members.has(old)) await this.#dismiss(old)
    // The old one has ended by itself meanwhile, and another one has its place already.
    else if (this.#missing() < 0) await this.#dismiss(fresh)
    return true
  }

  #missing(): number {
    return this.#count - [...this.#members].filter(({ isDismissed }) => !isDismissed).length
  }

  #fill(): void {
    for (let missing = this.#missing(); missing > 0; missing--) this.#launch()
  }

  /** The least number that nobody has: during a restart there is one more than usual. */
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
      'a process has ended that nobody asked to: another one is started',
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

  /** No two processes have a number in common, so nothing is added up: each keeps its own, with its label. */
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
