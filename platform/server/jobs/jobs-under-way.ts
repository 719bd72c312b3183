import type { Database } from '../db/client.ts'

/** Interval of heartbeats for running jobs, and of checks for other processes' missing heartbeats. */
export const SIGN_EVERY_MS = 8_000
/** Four heartbeats are missing: the process was killed or hangs. With the next check it takes less than a minute. */
export const SILENT_MS = 35_000

interface ActiveJob {
  queue: string
  id: string
  /** Changed by each heartbeat. */
  sign: string
}

export interface OwnJob {
  queue: string
  id: string
  /** After this time the job counts as hanging and gets no more heartbeats. */
  expireMs: number
}

/**
 * Tracks the jobs running in this process, and finds those of dead processes. A heartbeat advances a job's
 * `started_on`. Missing time is measured with this process's own monotonic clock, so a clock that jumps kills no job.
 */
export class JobsUnderWay {
  readonly #database: Database
  readonly #own = new Map<OwnJob, number>()
  #seen = new Map<string, { sign: string; since: number }>()

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns a function to call when the job has ended */
  begin(job: OwnJob): () => void {
    this.#own.set(job, performance.now())
    return () => this.#own.delete(job)
  }

  /** Sends the heartbeat for the jobs of this process. */
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
   * Jobs without a heartbeat for {@link SILENT_MS}, as observed by this process.
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
   * Makes a silent job available again, unless it has sent a heartbeat since or has no attempt left.
   * @returns whether it will run again
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
