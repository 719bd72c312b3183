import type { Database } from '../db/client.ts'

/** How often a process says that its jobs are under way, and looks for those of processes that no longer do. */
export const SIGN_EVERY_MS = 8_000
/** Four signs are missing: the process was killed, or hangs. With the next look that is less than a minute. */
export const SILENT_MS = 35_000

interface ActiveJob {
  queue: string
  id: string
  /** Moved on by each sign. */
  sign: string
}

export interface OwnJob {
  queue: string
  id: string
  /** After so long it hangs, and gets no more signs. */
  expireMs: number
}

/**
 * Which jobs this process has under way, and which ones of others have stopped. A sign moves `started_on` of a job on. How
 * long one is missing is measured by this process alone, so that no clock that jumps takes a job for dead.
 */
export class JobsUnderWay {
  readonly #database: Database
  readonly #own = new Map<OwnJob, number>()
  #seen = new Map<string, { sign: string; since: number }>()

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns to be called when the job has ended */
  begin(job: OwnJob): () => void {
    this.#own.set(job, performance.now())
    return () => this.#own.delete(job)
  }

  /** Says that the jobs of this process are under way. */
  async sign(now = performance.now()): Promise<void> {
    const alive = [...this.#own].flatMap(([job, since]) => (now - since < job.expireMs ? job : []))
    if (alive.length === 0) return
    await this.#database.query(
      `UPDATE pgboss.job SET started_on = greatest(clock_timestamp(), started_on + interval '1 millisecond')
       WHERE name = ANY($1) AND id = ANY($2::uuid[]) AND state = 'active'`,
      [[...new Set(alive.map(({ queue }) => queue))], alive.map(({ id }) => id)],
    )
  }

  /**
   * The jobs that no process has said anything about for {@link SILENT_MS}, of which this one knows from earlier looks.
   * @param queues the names of all queues
   */
  async findSilent(queues: readonly string[], now = performance.now()): Promise<ActiveJob[]> {
    const active = await this.#database.query<{ queue: string; id: string; sign: string }>(
      `SELECT name AS queue, id::text, started_on::text AS sign FROM pgboss.job
       WHERE name = ANY($1) AND state = 'active'`,
      [queues],
    )
    this.#seen = new Map(
      active.map(({ id, sign }) => {
        const before = this.#seen.get(id)
        return [id, before?.sign === sign ? before : { sign, since: now }]
      }),
    )
    return active.filter(({ id }) => now - (this.#seen.get(id)?.since ?? now) >= SILENT_MS)
  }

  /**
   * Lets a silent job be done at once, unless it gave a sign since or has no try left.
   * @returns whether it is to be done again
   */
  async release({ queue, id, sign }: ActiveJob): Promise<boolean> {
    const released = await this.#database.query(
      `UPDATE pgboss.job SET state = 'retry', start_after = now() - interval '1 second'
       WHERE name = $1 AND id = $2 AND state = 'active' AND started_on::text = $3 AND retry_count < retry_limit
       RETURNING id`,
      [queue, id, sign],
    )
    return released.length > 0
  }
}
