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

/** The name of a queue is announced here when, and only if, a transaction that sent it a job commits. */
const CHANNEL = 'job_sent'
/** A job due exactly now could be passed over, since the queue takes what was due before now. */
const DUE = '-1 second'
/** How long a process that stops waits for jobs under way; those not done are tried again later. */
const STOP_GRACE_MS = 2_000
/** How long the trace of a job that was given up is kept, half a day among the jobs included. */
const FORGET_AFTER_DAYS = 3
/** How often a queue is looked at for jobs that are due for another try, where its kind says nothing else. */
const POLL_SECONDS = MINUTE_SECONDS
/** How the next turn of a recurring job differs from one that is due now: one of each waits at most. */
const NEXT_TURN = 'next turn'
/** A turn is due a little before the processes look for it, which they do at the same pace. */
const EARLY_SECONDS = 1
/**
 * The queue's own: it throws jobs away that wait for longer, which a clock that jumps ahead makes all of
 * them. Ours end with their last try.
 */
const KEEP_WAITING_DAYS = 3_650
/**
 * What is announced within so short a time is looked for once: nobody sees of a mail that it left later by this, and of a
 * hundred mails each process would ask a hundred times for more.
 */
const WAKE_WITHIN_MS = 50
/** The same for a recurring job, which looks after all that has gathered. */
const HEAR_WITHIN_MS = 500
/** How soon jobs are found that a wrong clock has put off. */
const CLOCK_CHECK_MS = MINUTE_MS
/** Whoever watches is told of more only that they are so many: counting them all would be work itself. */
export const COUNTED_UP_TO = 10_000

/** What a job is told besides its data. */
export interface Running {
  id: string
  /** Aborted when the process stops: a long job ends at its next step; what is left comes later. */
  signal: AbortSignal
}

/** One queue, what its jobs do, and when. */
export interface JobKind<T extends object> {
  /** Its name in the database. */
  queue: string
  run(data: T, job: Running): Promise<unknown>
  /**
   * A job without data that nobody sends: it is due when a process starts, and then every so many seconds, once for all
   * processes. Of two turns the second may begin while the first is still under way in another process.
   */
  everySeconds?: number
  /** A recurring job is also due when this channel is notified. */
  channel?: string
  /** What is logged of a try that failed: "mail not sent". The queue's name by default. */
  failure?: string
  /** How often a failed job is tried again (5), and the first pause (5 s); each is twice the one before. */
  retries?: number
  pauseSeconds?: number
  /**
   * After it a job that hangs is tried again: longer than any job takes (15 minutes). One whose process was killed is so
   * within a minute.
   */
  expireSeconds?: number
  /** How many run at a time in one process (1). */
  parallel?: number
  /** Jobs are announced; this finds those that are due for another try (60 s, or with each turn where these are closer). */
  pollSeconds?: number
  /** After the last try has failed. */
  giveUp?(data: T): Promise<unknown>
}

/** When a job is due, and its id where whoever sends it has one. */
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
  /** Done jobs are kept for a while instead of deleted at once. */
  keep: boolean
  working: Promise<void> | null
  /** Something was announced while jobs were under way. */
  again: boolean
}

/** A statement of pg-boss, which has `$1` where the ORM takes the value itself. */
const withValues = (text: string, values: readonly unknown[]): SQL =>
  sql.join(
    text.split(/\$(\d+)/).map((part, i) =>
      // Every second part is the number of a value.
      i % 2 === 1 ? sql.param(values[Number(part) - 1]) : sql.raw(part),
    ),
  )

const givenUp = (queue: string) => `${queue}-given-up`

/**
 * The one queue of jobs (pg-boss). A job is written in the transaction of what causes it and run by
 * one of the processes, at least once; it is deleted as soon as it is done.
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
    // One for each job under way.
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
   * Says what jobs there are, before {@link prepare}. A queue may be defined several times: a job of it does what all of
   * them say, one after the other.
   */
  define<T extends object>(kind: JobKind<T>): void {
    const { giveUp, queue, pollSeconds: _, ...rest } = kind
    // One that jobs end in comes before the one that names it.
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
      working: null,
      again: false,
    })
  }

  /** Creates what is missing of the queue's tables; two processes at once would be a deadlock. */
  async prepare(): Promise<void> {
    await this.#boss.start()
    const existing = new Set((await this.#boss.getQueues()).map(({ name }) => name))
    for (const { queue, ...kind } of this.#queues.values()) {
      const options: PgBoss.Queue = {
        name: queue,
        // Of a recurring job one waits at most, and one for its next turn.
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

  /** After {@link prepare}, with all queues known: jobs that came with a backup or a move wait in theirs. */
  async takeUp(): Promise<void> {
    const { orm } = this.#database
    const came = await orm.select().from(waiting_jobs).orderBy(asc(waiting_jobs.start_after))
    for (const { id, queue, data, start_after } of came) {
      await orm.transaction(async (tx) => {
        if (this.#queues.has(queue)) await this.send(tx, queue, data, { id, at: start_after })
        else this.#logger.warn({ job: id, queue }, 'a job of a queue that is no more was dropped')
        await tx.delete(waiting_jobs).where(eq(waiting_jobs.id, id))
      })
    }
  }

  /**
   * Writes a job in the transaction `db`; it is run soon after the commit, in whole seconds, or at a time.
   * Sending one again under the same `id` does nothing as long as the first is not done.
   */
  async send(db: Db, queue: string, data: object, when: JobTime = {}): Promise<void> {
    await this.sendAll(db, queue, [{ data, ...when }])
  }

  /** Writes jobs of one queue, each as {@link send} does, with one question to the database. */
  async sendAll(db: Db, queue: string, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return
    const inserted = jobs.map(({ data, id, inSeconds = 0, at }) => ({
      name: queue,
      data,
      ...(id !== undefined && { id }),
      startAfter: at?.toISOString() ?? (inSeconds > 0 ? String(inSeconds) : DUE),
    }))
    // The queue's own statement, and the announcement in one with it.
    const executeSql = async (insert: string, values: unknown[]) => {
      const sent = withValues(insert, values)
      await db.execute(sql`WITH sent AS (${sent}) SELECT pg_notify(${CHANNEL}, ${queue})`)
      return { rows: [] }
    }
    await this.#boss.insert(inserted, { db: { executeSql } })
  }

  /** Runs jobs in the background until {@link stop}: what is sent at once, what failed when it is due. */
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
      queues.map((queue) => [
        queue.queue,
        this.#gather(() => void this.#wake(queue), WAKE_WITHIN_MS),
      ]),
    )
    await this.#listen(
      CHANNEL,
      (name) => wakings.get(name)?.(),
      () => queues.forEach((queue) => void this.#wake(queue)),
    )
    for (const queue of queues) {
      if (queue.everySeconds) await this.#makeDue(queue)
      const everyMs = queue.pollSeconds * SECOND_MS
      const polling = { name: `the queue ${queue.queue}`, everyMs, atOnce: true }
      this.#stops.push(background({ logger: this.#logger }, polling, () => this.#wake(queue)))
      if (queue.channel) await this.#hear(queue, queue.channel)
    }
  }

  async #hear(queue: Queue, channel: string): Promise<void> {
    const heard = () => {
      this.#makeDue(queue).catch((error) => this.#logger.warn({ err: error }, queue.failure))
    }
    await this.#listen(channel, this.#gather(heard, HEAR_WITHIN_MS), heard)
  }

  /** As {@link gathered}, until the process stops. */
  #gather(run: () => void, withinMs: number): () => void {
    const { call, stop } = gathered(run, withinMs)
    this.#stops.push(async () => stop())
    return call
  }

  async #makeDue({ queue }: Queue): Promise<void> {
    if (!this.#stopping.signal.aborted) await this.send(this.#database.orm, queue, {})
  }

  /** Does nothing where the next turn waits already. */
  async #sendNextTurn(queue: string, everySeconds: number): Promise<void> {
    const startAfter = String(Math.max(1, everySeconds - EARLY_SECONDS))
    await this.#boss.insert([{ name: queue, data: {}, singletonKey: NEXT_TURN, startAfter }])
  }

  async #listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void) {
    this.#stops.push(await this.#database.listen({ channel, onPayload, onReconnect }))
  }

  #wake(queue: Queue): Promise<void> {
    if (queue.working) {
      queue.again = true
      return queue.working
    }
    queue.working = this.#takeAll(queue)
      .catch((error) => this.#logger.warn({ err: error }, queue.failure))
      .finally(() => {
        queue.working = null
        if (!queue.again) return
        queue.again = false
        void this.#wake(queue)
      })
    return queue.working
  }

  /**
   * Jobs that were written, or failed, while the clock of the database was ahead would wait until that
   * time comes: they get the pause that was meant, from now on. So do jobs under way, whose process may
   * be dead, and the queue's own upkeep.
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
    if (jobs > 0)
      this.#logger.warn({ jobs }, 'the clock has jumped; jobs that were put off are due')
  }

  /** Says which jobs are under way here, and does those again whose process was killed. */
  async takeOver(now = performance.now()): Promise<void> {
    await this.#underWay.sign(now)
    for (const job of await this.#underWay.findSilent([...this.#queues.keys()], now)) {
      const isReleased = await this.#underWay.release(job)
      // Without a try left it ends as any job does that failed for the last time.
      if (!isReleased) await this.#boss.fail(job.queue, job.id)
      this.#logger.warn({ job: job.id, queue: job.queue }, 'a process ended with a job under way')
      const queue = this.#queues.get(job.queue)
      if (isReleased && queue) void this.#wake(queue)
    }
  }

  /** Runs the jobs of a queue that are due now; a recurring job is. */
  async drain(name: string): Promise<void> {
    const queue = this.#queues.get(name)
    if (!queue) throw new Error(`There is no queue ${name}`)
    if (queue.everySeconds) await this.#makeDue(queue)
    await this.#takeAll(queue)
  }

  async #takeAll(queue: Queue): Promise<void> {
    const options = { batchSize: queue.parallel, includeMetadata: true } as const
    while (!this.#stopping.signal.aborted) {
      const jobs = await this.#boss.fetch<object>(queue.queue, options)
      if (jobs.length === 0) return
      // Before it runs, so that neither a long run nor one that fails puts it off.
      if (queue.everySeconds) await this.#sendNextTurn(queue.queue, queue.everySeconds)
      await Promise.all(jobs.map((job) => this.#run(queue, job)))
    }
  }

  /** Each job of a batch ends for itself. */
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
      const next = retryCount < retryLimit ? 'trying again later' : 'that was the last try'
      this.#logger.warn({ err: error, job: id }, `${failure}; ${next}`)
      // Without the reason: it may name whom the job is about, and the log has it.
      await this.#boss.fail(queue, id)
      return
    }
    end('done')
    await (keep ? this.#boss.complete(queue, id) : this.#boss.deleteJob(queue, id))
  }

  /** Rejects when the process gives up waiting for `running`, which may still succeed. */
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
   * How many jobs there are of each queue, in all processes, up to {@link COUNTED_UP_TO}: what waits by
   * its index, what was given up from its own small table. A turn that is still to come does not wait.
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

  /** Takes no more jobs, and waits a little for those under way. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const grace = setTimeout(() => this.#giveUp.abort(), STOP_GRACE_MS)
    await Promise.all(this.#stops.splice(0).map((stop) => stop()))
    await Promise.all([...this.#queues.values()].map(({ working }) => working))
    clearTimeout(grace)
    await this.#boss.stop({ graceful: false, wait: true })
  }
}
