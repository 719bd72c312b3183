import { setMaxListeners } from 'node:events'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import PgBoss from 'pg-boss'
import { Histogram } from 'prom-client'
import { MINUTE_MS, MINUTE_SECONDS, SECOND_MS } from '#platform/shared/durations.ts'
import type { Database, Db } from '../db/client.ts'
import { background } from './background.ts'
import { gathered } from './gathered.ts'
import { JobsUnderWay, SIGN_EVERY_MS } from './jobs-under-way.ts'
import { waiting_jobs } from './tables.ts'

/** The queue's name is sent on this channel when a transaction with a new job commits. */
const CHANNEL = 'job_sent'
/** The queue takes jobs that were due before now, so one that is due exactly now could be missed. */
const DUE = '-1 second'
/** How long a stopping process waits for running jobs; unfinished ones are retried later. */
const STOP_GRACE_MS = 2_000
/** How long failed jobs are kept, including half a day in the main table. */
const FORGET_AFTER_DAYS = 3
/** Default polling interval for jobs that are due for a retry. */
const POLL_SECONDS = MINUTE_SECONDS
/** Distinguishes the next run of a recurring job from one that is due now; at most one of each is pending. */
const NEXT_TURN = 'next turn'
/** Runs are due slightly before the processes poll, which happens at the same interval. */
const EARLY_SECONDS = 1
/**
 * pg-boss discards jobs that wait longer than this. When the clock jumps ahead, that would be all of them. Our jobs end
 * with their last retry instead.
 */
const KEEP_WAITING_DAYS = 3_650
/**
 * Notifications within this time cause one query. The delay is not noticeable, and without it each process would query
 * a hundred times for a hundred mails.
 */
const WAKE_WITHIN_MS = 50
/** The same for a recurring job, which handles everything that has gathered. */
const HEAR_WITHIN_MS = 500
/** How often to look for jobs that a wrong clock has delayed. */
const CLOCK_CHECK_MS = MINUTE_MS
/** Metrics stop counting here: counting all would be expensive. */
export const COUNTED_UP_TO = 10_000

/** The context of a running job, besides its data. */
export interface Running {
  id: string
  /** Aborted when the process stops: a long job returns after its current step, and the rest runs later. */
  signal: AbortSignal
}

/** A queue with its handler and schedule. */
export interface JobKind<T extends object> {
  /** Name in the database. */
  queue: string
  run(data: T, job: Running): Promise<unknown>
  /**
   * Makes it a recurring job without data: due when a process starts, and then at this interval, once for all
   * processes. A run may start while the previous one is still running in another process.
   */
  everySeconds?: number
  /** A recurring job also runs when this channel is notified. */
  channel?: string
  /** The log message of a failed attempt, such as "mail not sent". Default: the queue's name. */
  failure?: string
  /** Number of retries (5) and the first pause (5 s); each further pause is twice as long. */
  retries?: number
  pauseSeconds?: number
  /**
   * A hanging job is retried after this time, which must be longer than any job takes (15 minutes). If its process was
   * killed, the job is retried within a minute.
   */
  expireSeconds?: number
  /** Jobs that run in parallel in one process (1). */
  parallel?: number
  /**
   * Polling interval for retries (60 s, or the interval of a recurring job if that is shorter). New jobs are announced.
   */
  pollSeconds?: number
  /** Called after the last attempt has failed. */
  giveUp?(data: T): Promise<unknown>
}

/** When a job is due, and optionally the sender's id for it. */
interface JobTime {
  id?: string
  inSeconds?: number
  at?: Date
}

interface NewJob extends JobTime {
  data: object
}

interface Queue extends Required<Omit<JobKind<object>, 'everySeconds' | 'channel' | 'giveUp'>> {
  everySeconds: number | null
  channel: string | null
  deadLetter: string | null
  /** Finished jobs are kept for a while instead of being deleted at once. */
  keep: boolean
  /** Jobs may have become due since the last query. */
  mayBeDue: boolean
  /** The query for due jobs that is under way. */
  fetching: Promise<void> | null
  running: Set<Promise<void>>
}

/** Converts a statement of pg-boss with `$1` placeholders to one of the ORM. */
const withValues = (text: string, values: readonly unknown[]): SQL =>
  sql.join(
    text.split(/\$(\d+)/).map((part, i) =>
      // Every second part is a placeholder number.
      i % 2 === 1 ? sql.param(values[Number(part) - 1]) : sql.raw(part),
    ),
  )

const givenUp = (queue: string) => `${queue}-given-up`

/**
 * The job queue (pg-boss). A job is inserted in the transaction that causes it and runs at least once in one of the
 * processes. It is deleted as soon as it is done.
 */
export class JobQueue {
  readonly #database: Database
  readonly #logger: FastifyBaseLogger
  readonly #boss: PgBoss
  readonly #queues = new Map<string, Queue>()
  readonly #stops: (() => Promise<void>)[] = []
  readonly #stopping = new AbortController()
  readonly #giveUp = new AbortController()
  readonly #underWay: JobsUnderWay
  readonly durations = new Histogram({
    name: 'letterlend_job_duration_seconds',
    help: 'Time that jobs of this process took, by queue and outcome (done, retry, given_up)',
    labelNames: ['queue', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
    registers: [],
  })

  constructor(database: Database, logger: FastifyBaseLogger) {
    this.#database = database
    this.#logger = logger
    this.#underWay = new JobsUnderWay(database)
    // One listener per running job.
    setMaxListeners(0, this.#giveUp.signal)
    this.#boss = new PgBoss({
      db: {
        async executeSql(text, values) {
          const rows = values?.length
            ? await database.query(text, values)
            : await database.script(text)
          return { rows }
        },
      },
      schedule: false,
      deleteAfterDays: FORGET_AFTER_DAYS,
    })
    this.#boss.on('error', (error) => logger.warn({ err: error }, 'job queue'))
  }

  /**
   * Registers a queue before {@link prepare}. A queue may be defined several times: its jobs then run all handlers, one
   * after the other.
   */
  define<T extends object>(kind: JobKind<T>): void {
    const { giveUp, queue, pollSeconds: _, ...rest } = kind
    // A dead letter queue has to exist before the queue that refers to it.
    if (giveUp) this.#add({ ...rest, queue: givenUp(queue), run: giveUp }, { keep: true })
    this.#add(kind, { keep: false })
  }

  #add({ giveUp, ...kind }: JobKind<object>, { keep }: { keep: boolean }): void {
    const { queue, everySeconds = null } = kind
    const before = this.#queues.get(queue)
    const run: Queue['run'] = async (data, job) => {
      await before?.run(data, job)
      await kind.run(data, job)
    }
    this.#queues.set(queue, {
      failure: `${queue} failed`,
      retries: 5,
      pauseSeconds: 5,
      expireSeconds: 15 * MINUTE_SECONDS,
      parallel: 1,
      pollSeconds: Math.min(POLL_SECONDS, everySeconds ?? POLL_SECONDS),
      channel: null,
      ...kind,
      run,
      everySeconds,
      deadLetter: giveUp ? givenUp(queue) : null,
      keep,
      mayBeDue: false,
      fetching: null,
      running: new Set(),
    })
  }

  /** Creates missing tables of the queue. Two processes must not do this at once, or they deadlock. */
  async prepare(): Promise<void> {
    await this.#boss.start()
    const existing = new Set((await this.#boss.getQueues()).map(({ name }) => name))
    for (const { queue, ...kind } of this.#queues.values()) {
      const options: PgBoss.Queue = {
        name: queue,
        // A recurring job has at most one pending run, and one for its next interval.
        policy: kind.everySeconds ? 'short' : 'standard',
        retryLimit: kind.retries,
        retryDelay: kind.pauseSeconds,
        retryBackoff: true,
        expireInSeconds: kind.expireSeconds,
        retentionDays: KEEP_WAITING_DAYS,
      }
      if (kind.deadLetter) options.deadLetter = kind.deadLetter
      if (existing.has(queue)) await this.#boss.updateQueue(queue, options)
      else await this.#boss.createQueue(queue, options)
    }
  }

  /**
   * Moves jobs that came with a backup or a move into their queues. Call it after {@link prepare}, when all queues
   * exist.
   */
  async takeUp(): Promise<void> {
    const { orm } = this.#database
    const came = await orm.select().from(waiting_jobs).orderBy(asc(waiting_jobs.start_after))
    for (const { id, queue, data, start_after } of came) {
      await orm.transaction(async (tx) => {
        if (this.#queues.has(queue)) await this.send(tx, queue, data, { id, at: start_after })
        else
          this.#logger.warn(
            { job: id, queue },
            'a job of a queue that no longer exists was dropped',
          )
        await tx.delete(waiting_jobs).where(eq(waiting_jobs.id, id))
      })
    }
  }

  /**
   * Inserts a job in the transaction `db`; it runs soon after the commit, or at a given time (in whole seconds).
   * Sending the same `id` again has no effect until the first job is done.
   */
  async send(db: Db, queue: string, data: object, when: JobTime = {}): Promise<void> {
    await this.sendAll(db, queue, [{ data, ...when }])
  }

  /** Inserts several jobs of one queue with one query, each like {@link send}. */
  async sendAll(db: Db, queue: string, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return
    const inserted = jobs.map(({ data, id, inSeconds = 0, at }) => ({
      name: queue,
      data,
      ...(id !== undefined && { id }),
      startAfter: at?.toISOString() ?? (inSeconds > 0 ? String(inSeconds) : DUE),
    }))
    // pg-boss's own statement, combined with the notification.
    const executeSql = async (insert: string, values: unknown[]) => {
      const sent = withValues(insert, values)
      await db.execute(sql`WITH sent AS (${sent}) SELECT pg_notify(${CHANNEL}, ${queue})`)
      return { rows: [] }
    }
    await this.#boss.insert(inserted, { db: { executeSql } })
  }

  /**
   * Deletes all jobs that were caused by data which is about to be deleted, and those that failed. Recurring jobs keep
   * their schedule.
   */
  async deleteWaiting(db: Db): Promise<void> {
    const recurring = [...this.#queues.values()].flatMap(({ queue, everySeconds }) =>
      everySeconds === null ? [] : [queue],
    )
    await db.execute(sql`DELETE FROM pgboss.job
      WHERE state <> 'active' AND name NOT IN (${sql.join(
        recurring.map((name) => sql`${name}`),
        sql`, `,
      )})`)
    await db.execute(sql`DELETE FROM pgboss.archive`)
  }

  /** Processes jobs in the background until {@link stop}: new ones at once, failed ones when their retry is due. */
  async work(): Promise<void> {
    const queues = [...this.#queues.values()]
    const checking = {
      name: 'looking for a clock that jumped',
      everyMs: CLOCK_CHECK_MS,
      atOnce: true,
    }
    this.#stops.push(background({ logger: this.#logger }, checking, () => this.mendClock()))
    const signing = { name: 'looking for jobs of processes that ended', everyMs: SIGN_EVERY_MS }
    this.#stops.push(background({ logger: this.#logger }, signing, () => this.takeOver()))
    const wakings = new Map(
      queues.map((queue) => [queue.queue, this.#gather(() => this.#wake(queue), WAKE_WITHIN_MS)]),
    )
    await this.#listen(
      CHANNEL,
      (name) => wakings.get(name)?.(),
      () => {
        for (const queue of queues) this.#wake(queue)
      },
    )
    for (const queue of queues) {
      if (queue.everySeconds) await this.#makeDue(queue)
      const everyMs = queue.pollSeconds * SECOND_MS
      const polling = { name: `the queue ${queue.queue}`, everyMs, atOnce: true }
      this.#stops.push(background({ logger: this.#logger }, polling, async () => this.#wake(queue)))
      if (queue.channel) await this.#hear(queue, queue.channel)
    }
  }

  async #hear(queue: Queue, channel: string): Promise<void> {
    const heard = () => {
      this.#makeDue(queue).catch((error) => this.#logger.warn({ err: error }, queue.failure))
    }
    await this.#listen(channel, this.#gather(heard, HEAR_WITHIN_MS), heard)
  }

  /** Like {@link gathered}, but ends when the process stops. */
  #gather(run: () => void, withinMs: number): () => void {
    const { call, stop } = gathered(run, withinMs)
    this.#stops.push(async () => stop())
    return call
  }

  async #makeDue({ queue }: Queue): Promise<void> {
    if (!this.#stopping.signal.aborted) await this.send(this.#database.orm, queue, {})
  }

  /** Does nothing if the next run is already pending. */
  async #sendNextTurn(queue: string, everySeconds: number): Promise<void> {
    const startAfter = String(Math.max(1, everySeconds - EARLY_SECONDS))
    await this.#boss.insert([{ name: queue, data: {}, singletonKey: NEXT_TURN, startAfter }])
  }

  async #listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void) {
    this.#stops.push(await this.#database.listen({ channel, onPayload, onReconnect }))
  }

  /** Fills the free slots with due jobs. Each job that ends frees a slot, so it does the same. */
  #wake(queue: Queue): void {
    queue.mayBeDue = true
    const isFull = queue.running.size === queue.parallel
    if (queue.fetching || isFull || this.#stopping.signal.aborted) return
    queue.fetching = this.#fetch(queue)
      .catch((error) => this.#logger.warn({ err: error }, queue.failure))
      .finally(() => {
        queue.fetching = null
        if (queue.mayBeDue) this.#wake(queue)
      })
  }

  async #fetch(queue: Queue): Promise<void> {
    queue.mayBeDue = false
    const jobs = await this.#boss.fetch<object>(queue.queue, {
      batchSize: queue.parallel - queue.running.size,
      includeMetadata: true,
    })
    // Schedule the next run first, so that neither a long run nor a failure delays it.
    if (queue.everySeconds && jobs.length > 0)
      await this.#sendNextTurn(queue.queue, queue.everySeconds)
    for (const job of jobs) {
      const ended = this.#run(queue, job)
        .catch((error) => this.#logger.warn({ err: error }, queue.failure))
        .finally(() => {
          queue.running.delete(ended)
          this.#wake(queue)
        })
      queue.running.add(ended)
    }
  }

  /** Waits until nothing runs and, unless the process stops, nothing is due. */
  async #untilIdle(queue: Queue): Promise<void> {
    while (queue.fetching || queue.running.size > 0)
      await Promise.all([queue.fetching, ...queue.running])
  }

  /**
   * Reschedules jobs that were inserted or failed while the database's clock was ahead, and would wait until that time:
   * they get their intended pause from now on. This includes running jobs, whose process may be dead, and pg-boss's own
   * maintenance.
   */
  async mendClock(): Promise<void> {
    const ahead = "now() + interval '10 seconds'"
    const [row] = await this.#database.query<{ jobs: number }>(
      `WITH wrong AS (
         SELECT name, id, greatest(created_on, started_on) AS written FROM pgboss.job
         WHERE name = ANY($1) AND (
           state < 'active' AND start_after > now() AND (
             greatest(created_on, started_on) > ${ahead} OR
             -- It was right when it began, and wrong when it failed.
             state = 'retry' AND start_after > ${ahead} + retry_delay * 2 ^ least(16, retry_count + 1) * interval '1 second'
           ) OR state = 'active' AND started_on > ${ahead}
         ) FOR UPDATE SKIP LOCKED
       ), mended AS (
         UPDATE pgboss.job AS j SET
           start_after = CASE WHEN written > ${ahead} THEN now() + (j.start_after - written) ELSE now() END,
           created_on = least(j.created_on, now()),
           started_on = least(j.started_on, now())
         FROM wrong WHERE j.name = wrong.name AND j.id = wrong.id
         RETURNING 1
       )
       SELECT count(*)::int AS jobs FROM mended`,
      [[...this.#queues.keys()]],
    )
    await this.#database.query(
      `UPDATE pgboss.version SET maintained_on = least(maintained_on, now()), cron_on = least(cron_on, now()),
         monitored_on = least(monitored_on, now())
       WHERE greatest(maintained_on, cron_on, monitored_on) > ${ahead}`,
    )
    const jobs = row?.jobs ?? 0
    if (jobs > 0) this.#logger.warn({ jobs }, 'the clock has jumped; postponed jobs are due')
  }

  /** Sends a heartbeat for the jobs that run here, and releases those of killed processes. */
  async takeOver(now = performance.now()): Promise<void> {
    await this.#underWay.sign(now)
    for (const job of await this.#underWay.findSilent([...this.#queues.keys()], now)) {
      const isReleased = await this.#underWay.release(job)
      // If no attempt is left, it fails like any other job.
      if (!isReleased) await this.#boss.fail(job.queue, job.id)
      this.#logger.warn({ job: job.id, queue: job.queue }, 'a process ended while it ran a job')
      const queue = this.#queues.get(job.queue)
      if (isReleased && queue) this.#wake(queue)
    }
  }

  /** Runs the jobs of a queue that are due; a recurring job always is. */
  async drain(name: string): Promise<void> {
    const queue = this.#queues.get(name)
    if (!queue) throw new Error(`There is no queue ${name}`)
    if (queue.everySeconds) await this.#makeDue(queue)
    this.#wake(queue)
    await this.#untilIdle(queue)
  }

  async #run(kind: Queue, job: PgBoss.JobWithMetadata): Promise<void> {
    const ended = this.#underWay.begin({
      queue: kind.queue,
      id: job.id,
      expireMs: kind.expireSeconds * SECOND_MS,
    })
    try {
      await this.#attempt(kind, job)
    } finally {
      ended()
    }
  }

  async #attempt({ queue, keep, failure, run }: Queue, job: PgBoss.JobWithMetadata): Promise<void> {
    const { id, data, retryCount, retryLimit } = job
    const began = performance.now()
    const end = (outcome: 'done' | 'retry' | 'given_up') =>
      this.durations.observe({ queue, outcome }, (performance.now() - began) / SECOND_MS)
    try {
      await this.#unlessStopped(run(data, { id, signal: this.#stopping.signal }))
    } catch (error) {
      end(retryCount < retryLimit ? 'retry' : 'given_up')
      const next = retryCount < retryLimit ? 'trying again later' : 'that was the last attempt'
      this.#logger.warn({ err: error, job: id }, `${failure}; ${next}`)
      // Without the reason, which may contain personal data; it is in the log.
      await this.#boss.fail(queue, id)
      return
    }
    end('done')
    await (keep ? this.#boss.complete(queue, id) : this.#boss.deleteJob(queue, id))
  }

  /** Rejects when the process stops waiting for `running`, which may still succeed. */
  #unlessStopped(running: Promise<unknown>): Promise<void> {
    const { signal } = this.#giveUp
    return new Promise((resolve, reject) => {
      const abandon = () => reject(new Error('the process stops'))
      signal.addEventListener('abort', abandon, { once: true })
      running
        .then(() => resolve(), reject)
        .finally(() => signal.removeEventListener('abort', abandon))
    })
  }

  /**
   * Counts the jobs of each queue over all processes, up to {@link COUNTED_UP_TO}: pending ones by index, failed ones
   * from their own small table. A scheduled next run does not count as pending.
   */
  count(): Promise<{ queue: string; state: string; count: number }[]> {
    const names = [...this.#queues.values()].map(({ queue, keep }) => ({ queue, keep }))
    const counted = (keep: boolean) =>
      names.flatMap(({ queue, keep: is }) => (is === keep ? queue : []))
    return this.#database.query(
      `SELECT q.queue, counted.* FROM unnest($1::text[]) AS q (queue), LATERAL (
         SELECT state::text, count(*)::int FROM (
           SELECT state FROM pgboss.job WHERE name = q.queue AND state < 'active'
             AND (singleton_key IS NULL OR start_after < now())
           ORDER BY start_after LIMIT ${COUNTED_UP_TO}
         ) AS waiting GROUP BY 1
       ) AS counted
       UNION ALL
       SELECT q.queue, counted.* FROM unnest($2::text[]) AS q (queue), LATERAL (
         SELECT state::text, count(*)::int FROM (
           SELECT state FROM pgboss.job WHERE name = q.queue LIMIT ${COUNTED_UP_TO}
         ) AS kept GROUP BY 1
       ) AS counted`,
      [counted(false), counted(true)],
    )
  }

  /** Stops taking jobs, and waits briefly for the running ones. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const grace = setTimeout(() => this.#giveUp.abort(), STOP_GRACE_MS)
    await Promise.all(this.#stops.splice(0).map((stop) => stop()))
    await Promise.all([...this.#queues.values()].map((queue) => this.#untilIdle(queue)))
    clearTimeout(grace)
    await this.#boss.stop({ graceful: false, wait: true })
  }
}
