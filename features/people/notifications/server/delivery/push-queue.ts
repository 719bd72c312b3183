import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#platform/server/config.ts'
import type { Database, Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import type { JobQueue, Running } from '#platform/server/jobs/job-queue.ts'
import type { KeyWatch } from '#platform/server/keys/key-watch.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import type {
  DefinedMail,
  MailContent,
  MailTexts,
  ReadMail,
} from '#platform/server/mail/mail-template.ts'
import { mayPush, type PushState, settlePush } from '#platform/server/mail/mailings.queries.ts'
import { HOUR_SECONDS, SECOND_MS } from '#platform/shared/durations.ts'
import type { NotificationKind } from '#platform/shared/notification-kinds.ts'
import type { PushPayload } from '#platform/shared/push.ts'
import { notices } from '../../tables.ts'
import { frequencyOf } from './frequencies.ts'
import { currentVapidKeys, vapidKeysFor } from './push-keys.ts'
import { type Push, type PushOutcome, requestPush, TTL_SECONDS } from './push-request.ts'
import { isPushService } from './push-services.ts'
import {
  findSubscription,
  findSubscriptions,
  forgetSubscription,
  markTaken,
  type PushSubscriptionRow,
} from './push-subscriptions.queries.ts'

const QUEUE = 'pushes'
/** Mass pushes use their own queue, so that no message waits behind them. */
const MAILINGS_QUEUE = 'pushes-of-mailings'
/** If a service says when to retry, the job waits for that: at most this often and this long. */
const MOST_WAITS = 5
const LONGEST_WAIT_SECONDS = HOUR_SECONDS
/** Statuses with which push services reject a signature by other keys than the subscription's. */
const OTHER_KEYS = [400, 401, 403]
/** A locked screen shows two lines; a payload may have 4 kB. */
const LONGEST_TITLE = 120
const LONGEST_BODY = 200

/**
 * High if a person may be waiting at the door; otherwise the push can wait until the phone wakes
 * up.
 */
const URGENCY = {
  request: 'high',
  message: 'high',
  reminder: 'normal',
  wish: 'normal',
  community: 'low',
} as const satisfies Record<NotificationKind, string>

type NoticeRow = typeof notices.$inferSelect

/** A notification for a user. Its content is only built if there is a browser to push to. */
type NewNotice = Pick<NoticeRow, 'kind' | 'path' | 'tag'> & {
  user: UserRow
  content: () => Promise<MailContent>
}

interface PushJob {
  notice: string
  subscription: string
  /** How often the service has said when to retry. */
  waits?: number
  /**
   * Part of a mass mailing: its outcome is counted, and it is sent only while the mailing is not
   * paused.
   */
  ofMailing?: true
}

interface PushQueueDeps {
  config: Config
  settings: Deps['settings']
  database: Database
  jobs: JobQueue
  keys: KeyWatch
  mails: MailQueue
  clock: () => Date
  logger: FastifyBaseLogger
}

/** Returns the content of a notice as of now; null if it is outdated. */
type Revision<Content> = (content: Content) => Promise<Content | null>

const shortened = (text: string, longest: number) => {
  const signs = [...text.replace(/\s+/gu, ' ').trim()]
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : signs.join('')
}

/**
 * The texts for a locked phone show no more than the list of a mail program. A warning replaces the
 * text, which would otherwise be read without it.
 */
export function textsOfNotice({ subject, quote, warning, preview }: MailTexts) {
  return {
    title: shortened(subject, LONGEST_TITLE),
    body: shortened(warning ?? quote ?? preview, LONGEST_BODY),
  }
}

/** Hashed, because the push service can read the topic. */
const topicOf = ({ user_id, tag }: NoticeRow) =>
  tag
    ? createHash('sha256').update(`${user_id} ${tag}`).digest('base64url').slice(0, 32)
    : undefined

/**
 * Pushes to the browsers of users who asked for it. Each push is a job, queued in the transaction
 * of the event. Its content is revised at each attempt.
 */
export class PushQueue {
  readonly #deps: PushQueueDeps
  readonly #read: ReadMail
  readonly #revisions = new Map<string, (content: never) => Promise<object | null>>()
  #countUnseen: (db: Db, userId: string) => Promise<number> = async () => 0

  constructor(deps: PushQueueDeps, read: ReadMail) {
    this.#deps = deps
    this.#read = read
    const work = {
      failure: 'push not sent',
      /** 5 s, 10 s, 20 s ... about ten minutes; by then the mail has been sent. */
      retries: 7,
      pauseSeconds: 5,
      expireSeconds: 60,
      parallel: 5,
      pollSeconds: 5,
      run: (job: PushJob, running: Running) => this.#run(job, running),
    }
    deps.jobs.define<PushJob>({ ...work, queue: QUEUE })
    deps.jobs.define<PushJob>({
      ...work,
      queue: MAILINGS_QUEUE,
      giveUp: ({ notice }) => settlePush(deps.database.orm, notice, 'failed'),
    })
  }

  /** The public key that a browser needs to subscribe at its push service; null if pushes are off. */
  async publicKey(): Promise<string | null> {
    if (!this.#deps.config.push.enabled) return null
    return (await currentVapidKeys(this.#deps)).publicKey
  }

  /** Registers a revision for pushes and digests that differs from the revision of the mail. */
  revise<Content extends object>(
    { template }: DefinedMail<Content>,
    revision: Revision<Content>,
  ): void {
    this.#revisions.set(template, revision)
  }

  /** The current content of a notice; null if it was seen meanwhile or is no longer true. */
  async stillNews(content: MailContent): Promise<MailContent | null> {
    const revision = this.#revisions.get(content.template)
    if (!revision) return this.#deps.mails.revised(content)
    const revised = await revision(content as never)
    return revised && { ...revised, template: content.template }
  }

  /** Registers the function that counts unseen items of a user. */
  countUnseenBy(count: (db: Db, userId: string) => Promise<number>): void {
    this.#countUnseen = count
  }

  /**
   * Queues pushes that are sent soon after the commit, or after a delay.
   * @returns for each notice whether there is a browser that, as far as known, shows pushes
   */
  async enqueueAll(
    db: Db,
    notices: readonly (NewNotice & { inSeconds: number })[],
    now: Date,
  ): Promise<boolean[]> {
    const devices = await this.#devicesOf(db, notices, now)
    const jobs = []
    for (const { inSeconds, ...notice } of notices) {
      const pushed = await this.#jobsFor(db, notice, devices, now)
      jobs.push(...pushed.map((data) => ({ data, inSeconds })))
    }
    await this.#deps.jobs.sendAll(db, QUEUE, jobs)
    return notices.map(({ user }) =>
      (devices.get(user.id) ?? []).some(({ silent_at }) => silent_at === null),
    )
  }

  /**
   * Queues pushes of a mass mailing, whose outcomes are counted.
   * @returns the id of their notice; null if there is no browser to push to
   */
  async enqueueOfMailing(db: Db, notice: NewNotice, now: Date): Promise<string | null> {
    const devices = await this.#devicesOf(db, [notice], now)
    const jobs = await this.#jobsFor(db, notice, devices, now)
    const counted = jobs.map((job) => ({ data: { ...job, ofMailing: true } }))
    await this.#deps.jobs.sendAll(db, MAILINGS_QUEUE, counted)
    return jobs[0]?.notice ?? null
  }

  /** The browsers to push to, by user, for users who have any. Empty if pushes are off. */
  async #devicesOf(
    db: Db,
    notices: readonly NewNotice[],
    now: Date,
  ): Promise<Map<string, PushSubscriptionRow[]>> {
    if (!this.#deps.config.push.enabled || notices.length === 0) return new Map()
    const ids = [...new Set(notices.map(({ user }) => user.id))]
    const devices = new Map<string, PushSubscriptionRow[]>()
    for (const device of await findSubscriptions(db, ids, now)) {
      devices.set(device.user_id, [...(devices.get(device.user_id) ?? []), device])
    }
    return devices
  }

  /** Stores the notice, and returns a job for each browser to push to. */
  async #jobsFor(
    db: Db,
    { user, kind, path, tag, content }: NewNotice,
    devicesOf: Map<string, PushSubscriptionRow[]>,
    now: Date,
  ): Promise<PushJob[]> {
    const devices = devicesOf.get(user.id)
    if (!devices) return []
    const noticeColumns = { user_id: user.id, kind, path, tag, created_at: now }
    const [row] = await db
      .insert(notices)
      .values({ ...noticeColumns, delivery: 'push', content: await content() })
      .returning({ id: notices.id })
    if (!row) throw new Error('Unexpected empty answer to an insert')
    return devices.map(({ id: subscription }) => ({ notice: row.id, subscription }))
  }

  /** Sends the pushes that are due. */
  async drain(): Promise<void> {
    await this.#deps.jobs.drain(QUEUE)
    await this.#deps.jobs.drain(MAILINGS_QUEUE)
  }

  async #run(job: PushJob, { signal }: Running): Promise<void> {
    const { database, clock, config } = this.#deps
    const { orm } = database
    const now = clock()
    const [notice] = await orm.select().from(notices).where(eq(notices.id, job.notice))
    const isNews = notice && now.getTime() - notice.created_at.getTime() <= TTL_SECONDS * SECOND_MS
    if (!isNews) return this.#count(job, 'skipped')
    if (job.ofMailing && !(await orm.transaction((tx) => mayPush(tx, job.notice)))) return
    // The subscription may belong to another account by now, or its session may have ended.
    const device = await findSubscription(orm, notice.user_id, job.subscription, now)
    if (!device) return this.#count(job, 'gone')
    const payload = await this.#payloadOf(notice)
    if (!payload) return this.#count(job, 'unsubscribed')
    if (!isPushService(device.endpoint, config.push)) return this.#count(job, 'refused')
    const push = { payload, urgency: URGENCY[notice.kind], topic: topicOf(notice) }
    await this.#settle(job, device, await this.#push(device, push, signal))
  }

  /**
   * Signs with the key pair that the subscription was made with, since the service rejects all
   * others.
   */
  async #push(device: PushSubscriptionRow, push: Push, signal: AbortSignal): Promise<PushOutcome> {
    const { subject } = this.#deps.config.push
    let outcome: PushOutcome | null = null
    for (const keys of await vapidKeysFor(this.#deps, device)) {
      outcome = await requestPush(device, push, { ...keys, subject }, signal)
      if (outcome.kind !== 'refused' || !OTHER_KEYS.includes(outcome.status)) break
    }
    if (!outcome) throw new Error('Unexpected push without keys')
    return outcome
  }

  /** The current payload; null if the notice is outdated. */
  async #payloadOf({ user_id, kind, content, path, tag }: NoticeRow): Promise<PushPayload | null> {
    const { database, settings } = this.#deps
    const user = await findUser(database.orm, user_id)
    if (!user || frequencyOf(user, kind) !== 'at_once') return null
    const news = await this.stillNews(content)
    if (!news) return null
    const texts = this.#read(news, user.lang, settings.current().brand.name)
    const unseen = await this.#countUnseen(database.orm, user_id)
    return { ...textsOfNotice(texts), path, tag: tag ?? undefined, unseen }
  }

  async #settle(job: PushJob, device: PushSubscriptionRow, outcome: PushOutcome): Promise<void> {
    const { database, clock, jobs, logger } = this.#deps
    const { orm } = database
    if (outcome.kind === 'reached') {
      await markTaken(orm, device.id, clock())
      return this.#count(job, 'sent')
    }
    if (outcome.kind === 'gone') {
      await forgetSubscription(orm, device)
      return this.#count(job, 'gone')
    }
    const { status } = outcome
    if (outcome.kind === 'refused') {
      await this.#count(job, 'refused')
      logger.warn({ status, host: new URL(device.endpoint).host }, 'a push was refused')
      return
    }
    const { waits = 0 } = job
    if (outcome.inSeconds === undefined || waits >= MOST_WAITS) {
      throw new Error(`The push service answered ${status}`)
    }
    const inSeconds = Math.min(outcome.inSeconds, LONGEST_WAIT_SECONDS)
    const queue = job.ofMailing ? MAILINGS_QUEUE : QUEUE
    await jobs.send(orm, queue, { ...job, waits: waits + 1 }, { inSeconds })
  }

  /** Counts the outcome of a mass push. */
  async #count({ notice, ofMailing }: PushJob, state: PushState): Promise<void> {
    if (ofMailing) await settlePush(this.#deps.database.orm, notice, state)
  }
}
