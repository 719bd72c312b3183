import type { Deps } from '../../deps.ts'
import { answerDueWishes, matchCandidates } from './wishes.matching.ts'

const CHANNEL = 'wish_candidate'
/** Finds wishes whose day of rest is over, and what an announcement did not reach. */
const POLL_MS = 5 * 60_000

type MatcherDeps = Pick<Deps, 'config' | 'database' | 'mails' | 'clock' | 'logger'>

/**
 * Answers wishes in the background. The queue is a table that triggers fill in the transaction of
 * the change itself; any number of processes works it off, each row is taken by one.
 */
export class WishMatcher {
  readonly #deps: MatcherDeps
  #unlisten: (() => Promise<void>) | null = null
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  /** Something was announced while a run was under way. */
  #again = false
  #stopped = false

  constructor(deps: MatcherDeps) {
    this.#deps = deps
  }

  async work(): Promise<void> {
    const wake = () => this.#wake()
    this.#unlisten = await this.#deps.database.listen({
      channel: CHANNEL,
      onPayload: wake,
      onReconnect: wake,
    })
    this.#timer = setInterval(wake, POLL_MS)
    this.#timer.unref()
    wake()
  }

  /** Matches and answers what there is to match and answer now. */
  async run(): Promise<void> {
    const { clock, database, ...deps } = this.#deps
    const { orm } = database
    let more = true
    while (more && !this.#stopped)
      more = await orm.transaction((tx) => matchCandidates(tx, clock()))
    more = true
    while (more && !this.#stopped) {
      more = await orm.transaction((tx) => answerDueWishes(tx, deps, clock()))
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
    await this.#unlisten?.()
    await this.#running
  }

  #wake(): void {
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.run()
      .catch((error: unknown) => this.#deps.logger.warn({ err: error }, 'wishes not answered yet'))
      .finally(() => {
        this.#running = null
        if (!this.#again || this.#stopped) return
        this.#again = false
        this.#wake()
      })
  }
}
