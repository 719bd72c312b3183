import type { Language } from '@letterlend/contract/languages.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import PgBoss from 'pg-boss'
import type { Database, Db } from '../db/client.ts'
import type { Transport } from './mail.transport.ts'
import type { DefinedMail, MailContent } from './mail-template.ts'

const QUEUE = 'mail'
/** Growing pauses: 5 s, 10 s, 20 s ... about a day in all. */
const RETRIES = { retryLimit: 14, retryDelay: 5, retryBackoff: true } as const
/** Longer than any time-out of the transport: after it, a killed process's mail is tried again. */
const EXPIRE_SECONDS = 120
/** New mails are announced; this finds those that are due for another try. */
const POLL_MS = 5_000
const CHANNEL = 'mail_enqueued'
/** The queue takes what was due before now, and the embedded database counts in milliseconds. */
const DUE = '-1 second'
const BATCH = 5
/** How long a process that stops waits for mails on their way; those not accepted go later. */
const STOP_GRACE_MS = 2_000

/** What waits in the queue. Rendered when it is sent, so that a retry says what is true then. */
export interface QueuedMail {
  to: string
  lang: Language
  content: MailContent
  /** Address of a one-click unsubscribe (RFC 8058); for mails that are not strictly transactional. */
  unsubscribeUrl?: string
  /** Whom an answer goes to, when it is not the sender: a checked address, nothing else. */
  replyTo?: string
}

/** What a mail says at the moment it is sent; null when it is no longer true. */
type Revision<Content> = (content: Content) => Promise<Content | null>

/**
 * A mail that somebody unknown asks for. Whether an address has an account is looked up when the
 * mail is sent, so that asking takes the same steps for all.
 */
export interface RequestedMail {
  request: 'passwordRecovery' | 'loginLink'
  email: string
}

/** The mail to send, or null when nobody is to get one. */
export type RequestAnswerer = (requested: RequestedMail) => Promise<QueuedMail | null>

/** Splits `... $1 ... $2 ...` into the ORM's own placeholders, to run in its transaction. */
function withParameters(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`,
    ),
  )
}

function boundTo(db: Db): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const { rows } = (await db.execute(withParameters(text, values))) as { rows: unknown[] }
      return { rows }
    },
  }
}

function queueDatabase(database: Database): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const rows = values?.length ? await database.query(text, values) : await database.script(text)
      return { rows }
    },
  }
}

/**
 * Mails are rows of the job queue, written in the transaction of what causes them: they exist if
 * and only if that is true. A row holds secret links, so it is deleted as soon as it was sent.
 * Delivery is at least once.
 */
export class MailQueue {
  #database: Database
  #boss: PgBoss
  #transport: Transport
  #logger: FastifyBaseLogger
  #unlisten: (() => Promise<void>) | null = null
  #timer: NodeJS.Timeout | null = null
  #draining: Promise<void> | null = null
  /** Something was announced while a drain was under way. */
  #again = false
  #answer: RequestAnswerer = async () => null
  #stopping = false
  readonly #revisions = new Map<string, (content: never) => Promise<object | null>>()
  readonly #giveUp = new AbortController()

  constructor(database: Database, transport: Transport, logger: FastifyBaseLogger) {
    this.#database = database
    this.#transport = transport
    this.#logger = logger
    this.#boss = new PgBoss({ db: queueDatabase(database), schedule: false, deleteAfterDays: 3 })
    this.#boss.on('error', (error) => logger.warn({ err: error }, 'mail queue'))
  }

  /** Creates the queue's tables where they are missing; two at once would be a deadlock. */
  async prepare(): Promise<void> {
    await this.#boss.start()
    if (!(await this.#boss.getQueue(QUEUE))) {
      await this.#boss.createQueue(QUEUE, {
        name: QUEUE,
        ...RETRIES,
        expireInSeconds: EXPIRE_SECONDS,
      })
    }
  }

  /** Says what to send for a {@link RequestedMail}; it is called again when a mail is tried again. */
  answerRequests(answer: RequestAnswerer): void {
    this.#answer = answer
  }

  async enqueue(db: Db, mail: QueuedMail | RequestedMail): Promise<void> {
    const job = { name: QUEUE, data: mail, startAfter: DUE }
    await this.#boss.insert([job], { db: boundTo(db) })
    // Heard by one process or several when, and only if, the transaction is committed.
    await db.execute(sql`SELECT pg_notify(${CHANNEL}, '')`)
  }

  /** Forgets what waits for an address, in the transaction that deletes its account. */
  async drop(db: Db, address: string): Promise<void> {
    await db.execute(
      sql`DELETE FROM pgboss.job WHERE name = ${QUEUE} AND state <> 'active' AND lower(data->>'to') = lower(${address})`,
    )
  }

  /** Looks at mails of one kind again right before each try to send them. */
  revise<Content extends object>(
    { template }: DefinedMail<Content>,
    revision: Revision<Content>,
  ): void {
    this.#revisions.set(template, revision)
  }

  /** Sends in the background until {@link stop}: what is enqueued at once, what failed when it is due. */
  async work(): Promise<void> {
    const wake = () => this.#wake()
    this.#unlisten = await this.#database.listen({
      channel: CHANNEL,
      onPayload: wake,
      onReconnect: wake,
    })
    this.#timer = setInterval(wake, POLL_MS)
    wake()
  }

  #wake(): void {
    if (this.#draining) {
      this.#again = true
      return
    }
    this.#draining = this.drain()
      .catch((error) => this.#logger.warn({ err: error }, 'mail queue'))
      .finally(() => {
        this.#draining = null
        if (!this.#again || this.#stopping) return
        this.#again = false
        this.#wake()
      })
  }

  /** Sends what is due now. */
  async drain(): Promise<void> {
    while (!this.#stopping) {
      const jobs = await this.#boss.fetch<QueuedMail | RequestedMail>(QUEUE, { batchSize: BATCH })
      if (jobs.length === 0) return
      await Promise.all(jobs.map((job) => this.#send(job)))
    }
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#stopping = true
    await this.#unlisten?.()
    const grace = setTimeout(() => this.#giveUp.abort(), STOP_GRACE_MS)
    await this.#draining
    clearTimeout(grace)
    await this.#boss.stop({ graceful: false, wait: true })
  }

  /** Rejects when the process gives up waiting for `sending`, which may still succeed. */
  #unlessStopped(sending: Promise<void>): Promise<void> {
    const { signal } = this.#giveUp
    return new Promise((resolve, reject) => {
      const abandon = () => reject(new Error('the process stops'))
      signal.addEventListener('abort', abandon, { once: true })
      sending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
    })
  }

  async #revised(mail: QueuedMail): Promise<QueuedMail | null> {
    const revision = this.#revisions.get(mail.content.template)
    if (!revision) return mail
    const content = await revision(mail.content as never)
    return content && { ...mail, content: { ...content, template: mail.content.template } }
  }

  async #send(job: PgBoss.Job<QueuedMail | RequestedMail>): Promise<void> {
    try {
      const mail = await ('request' in job.data ? this.#answer(job.data) : this.#revised(job.data))
      if (mail) await this.#unlessStopped(this.#transport.send(mail, job.id))
    } catch (error) {
      this.#logger.warn({ err: error, mail: job.id }, 'mail not sent; trying again later')
      await this.#boss.fail(QUEUE, job.id, { message: String(error) })
      return
    }
    await this.#boss.deleteJob(QUEUE, job.id)
  }
}
