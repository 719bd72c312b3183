import { randomUUID } from 'node:crypto'
import { and, eq, lt, lte, not, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MailOutcome } from '#platform/shared/mail-outcomes.ts'
import type { Database, Db } from '../db/client.ts'
import { takeLock } from '../db/locks.ts'
import {
  type AttemptKey,
  type AttemptLimit,
  countAttempt,
  isOver,
} from '../identity/attempts.queries.ts'
import { mailboxOf } from '../identity/mailbox.ts'
import { findUserByEmail } from '../identity/users.queries.ts'
import { COUNTED_UP_TO, type JobQueue } from '../jobs/job-queue.ts'
import { type AnswerableText, keepAnswerable } from './answerable-mails.ts'
import type { Transport } from './mail.transport.ts'
import { type MailRefusal, readRefusal } from './mail-refusal.rules.ts'
import type { DefinedMail, MailContent } from './mail-template.ts'
import { mayGoOut, settleRecipient } from './mailings.queries.ts'
import type { Notification } from './notification-links.ts'
import { findPause, forgetPauses, noteTaken } from './paused-addresses.ts'
import {
  findRefused,
  forgetRefused,
  notePaused,
  noteRefused,
  OUTCOMES_KEPT_MS,
} from './refused-addresses.ts'
import { local_mails, mail_outcomes, queued_mails } from './tables.ts'

const QUEUE = 'mails'
/** Mails to many wait in a line of their own: nobody who waits for a code stands behind them. */
const MAILINGS_QUEUE = 'mails-of-mailings'
/** Mails that were put off since a mailbox takes nothing at the moment. */
/** How many of them are taken up at once. */
const PUT_OFF_BATCH = 500
const SENDING = {
  failure: 'mail not sent',
  /** 5 s, 10 s, 20 s ... about a day in all. */
  retries: 14,
  pauseSeconds: 5,
  /** Longer than any time-out of the transport. */
  expireSeconds: 120,
  parallel: 5,
  pollSeconds: 5,
}
/** What somebody waits for, to prove an address, is tried also where it was refused. */
const CONFIRMING = new Set(['emailConfirmation', 'emailChange'])
/**
 * How many mails a mailbox gets whose owner has confirmed no address of it, of all kinds together: whoever types an
 * address of somebody else into forms must not fill their mailbox. Each form has a tighter limit of its own.
 */
const TO_UNPROVED: AttemptLimit = { max: 50, windowMs: DAY_MS }
/** How long mails are kept that have lost their job, and mails in the local mailbox. */
const FORGET_AFTER_MS = 14 * DAY_MS

/** What waits in the queue. Rendered when it is sent, so that a retry says what is true then. */
export interface QueuedMail {
  to: string
  lang: Language
  content: MailContent
  /** Address of a one-click unsubscribe (RFC 8058); for mails that are not strictly transactional. */
  unsubscribeUrl?: string
  /** Who is told of what kind of thing, so that their settings decide; absent if the mail must be sent anyway. */
  notification?: Notification
  /** Whom an answer goes to, when it is not the sender: a checked address, nothing else. */
  replyTo?: string
  /** Where mails are received: what a reply is about, and whose it is. */
  reply?: { about: string; person: string }
  /** One of many that say the same: sent only while its mailing is not held back. */
  ofMailing?: true
  /** To an address that no account has, or none any more: what became of it is not kept, since nothing would remove it. */
  untraced?: true
  /** The address stands in the settings of the server, where nobody else writes: it gets as many as there are. */
  ofOperator?: true
}

/** A file that comes with a mail, made at each try to send it: none is ever stored. */
export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

/** The files of a mail of one kind. */
type Attaching<Content> = (content: Content) => Promise<MailAttachment[]>

/** What a mail says at the moment it is sent; null when it is no longer true. */
type Revision<Content> = (content: Content) => Promise<Content | null>

/**
 * A mail that somebody unknown asks for. Whether an address has an account is looked up when the
 * mail is sent, so that asking takes the same steps for all.
 */
export interface RequestedMail {
  request: 'passwordRecovery' | 'loginLink'
  email: string
  /** Those who run the community have sent it, to somebody who asked them for help. */
  by_staff?: boolean
  /** What the browser that asked finds again in the link; it may be missing. */
  asked?: string | undefined
}

/** The mail to send, or null when nobody is to get one. */
export type RequestAnswerer = (requested: RequestedMail) => Promise<QueuedMail | null>

/** Whether somebody still wants to be told of a kind of thing. */
type Wanted = (notification: Notification) => Promise<boolean>

type Waiting = QueuedMail | RequestedMail

/** One text for any number of mails, so that it is read and planned once. */
/** Whether a mail has a job that sends it; one that was put off has none. */
const hasJob = sql`EXISTS (SELECT 1 FROM pgboss.job WHERE name IN (${QUEUE}, ${MAILINGS_QUEUE}) AND id = ${queued_mails.id})`

const queueOf = (mail: Waiting) => ('ofMailing' in mail && mail.ofMailing ? MAILINGS_QUEUE : QUEUE)

const addressOf = (mail: Waiting) => ('to' in mail ? mail.to : mail.email)

/**
 * Mails are rows written in the transaction of what causes them: they exist if and only if that is
 * true. A row holds secret links, so it is deleted as soon as it was sent; the job that sends it
 * knows only its id. Delivery is at least once.
 */
export class MailQueue {
  readonly #database: Database
  readonly #jobs: JobQueue
  readonly #transport: Transport
  readonly #logger: FastifyBaseLogger
  #answer: RequestAnswerer = async () => null
  #wanted: Wanted = async () => true
  readonly #attaching = new Map<string, (content: never) => Promise<MailAttachment[]>>()
  readonly #revisions = new Map<string, (content: never) => Promise<object | null>>()

  constructor(database: Database, jobs: JobQueue, transport: Transport, logger: FastifyBaseLogger) {
    this.#database = database
    this.#jobs = jobs
    this.#transport = transport
    this.#logger = logger
    const work = {
      run: ({ mail }: { mail: string }) => this.#send(mail),
      giveUp: ({ mail }: { mail: string }) => this.#giveUp(mail),
    }
    jobs.define<{ mail: string }>({ ...SENDING, ...work, queue: QUEUE })
    // One at a time leaves a connection to the mail server free for all others.
    jobs.define<{ mail: string }>({ ...SENDING, ...work, queue: MAILINGS_QUEUE, parallel: 1 })
  }

  /** Gives a job to each mail that waits: those that were moved here from another database have none. */
  async prepare(): Promise<void> {
    const { orm } = this.#database
    const waiting = await orm.select().from(queued_mails)
    for (const { id, mail } of waiting) {
      await this.#jobs.send(orm, queueOf(mail as Waiting), { mail: id }, { id })
    }
  }

  /** Gives a job to each mail that was put off and is due again. */
  async takeUp(): Promise<void> {
    const { orm } = this.#database
    const due = await orm
      .select()
      .from(queued_mails)
      .where(and(lte(queued_mails.due_at, sql`now()`), not(hasJob)))
      .limit(PUT_OFF_BATCH)
    for (const { id, mail } of due) {
      await this.#jobs.send(orm, queueOf(mail as Waiting), { mail: id }, { id })
    }
  }

  /** Says what to send for a {@link RequestedMail}; it is called again when a mail is tried again. */
  answerRequests(answer: RequestAnswerer): void {
    this.#answer = answer
  }

  /** Says who still wants a mail of a kind, right before each try to send it. */
  sendOnlyTo(wanted: Wanted): void {
    this.#wanted = wanted
  }

  /** Sent soon after the commit, or in a while. */
  async enqueue(db: Db, mail: Waiting, { inSeconds = 0 } = {}): Promise<void> {
    await this.enqueueAll(db, [{ mail, inSeconds }])
  }

  /** Several at once, each as {@link enqueue} does. */
  async enqueueAll(db: Db, mails: readonly { mail: Waiting; inSeconds: number }[]): Promise<void> {
    await this.#insert(
      db,
      QUEUE,
      mails.map((each) => ({ ...each, id: randomUUID() })),
    )
  }

  /**
   * Sent in a while, and until then what comes joins it: one mail of a kind for an address.
   * @param db a transaction: of two at once one waits for the other
   * @param write makes the content, out of that of the mail that waits; null where none does
   */
  async gather<Content extends object>(
    db: Db,
    { template }: DefinedMail<Content>,
    { to, lang, inSeconds }: Pick<QueuedMail, 'to' | 'lang'> & { inSeconds: number },
    write: (waiting: Content | null) => Promise<MailContent<Content>>,
  ): Promise<void> {
    await takeLock(db, 'gatheredMail', `${template} ${to}`)
    // The clock of the moment, not of the transaction: a mail that is due may be on its way.
    const isOpen = sql`${queued_mails.due_at} > clock_timestamp()`
    const isOfKind = sql`${queued_mails.mail} -> 'content' ->> 'template' = ${template}`
    const [open] = await db
      .select()
      .from(queued_mails)
      .where(and(isOpen, eq(queued_mails.recipient, to), isOfKind))
      .for('update')
    const waiting = open && ((open.mail as QueuedMail).content as MailContent<Content>)
    const mail: QueuedMail = { to, lang, content: await write(waiting ?? null) }
    if (open) await db.update(queued_mails).set({ mail }).where(eq(queued_mails.id, open.id))
    else await this.enqueue(db, mail, { inSeconds })
  }

  /** The mail of one recipient of a mailing, under the id by which its share knows it. */
  async enqueueOfMailing(db: Db, mail: QueuedMail, id: string): Promise<void> {
    await this.#insert(db, MAILINGS_QUEUE, [
      { id, mail: { ...mail, ofMailing: true }, inSeconds: 0 },
    ])
  }

  async #insert(
    db: Db,
    queue: string,
    mails: readonly { id: string; mail: Waiting; inSeconds: number }[],
  ): Promise<void> {
    if (mails.length === 0) return
    const rows = mails.map(({ id, mail, inSeconds }) => ({
      id,
      mail,
      recipient: addressOf(mail),
      due_at: sql`now() + make_interval(secs => ${inSeconds})`,
    }))
    const jobs = mails.map(({ id, inSeconds }) => ({ id, inSeconds, data: { mail: id } }))
    await Promise.all([
      db.insert(queued_mails).values(rows).onConflictDoNothing(),
      this.#jobs.sendAll(db, queue, jobs),
    ])
  }

  /** Forgets what waits for an address, in the transaction that deletes its account. */
  async drop(db: Db, address: string): Promise<void> {
    await db.delete(queued_mails).where(sql`lower(${queued_mails.recipient}) = lower(${address})`)
    await this.#forgetOutcomes(db, address)
  }

  /**
   * Forgets what became of the mails to an address that an account gives up: nothing would remove it with the account. What
   * still waits for it is sent, and leaves nothing.
   */
  async giveUpAddress(db: Db, address: string): Promise<void> {
    await db
      .update(queued_mails)
      .set({ mail: sql`${queued_mails.mail} || '{"untraced": true}'` })
      .where(sql`lower(${queued_mails.recipient}) = lower(${address})`)
    await this.#forgetOutcomes(db, address)
  }

  async #forgetOutcomes(db: Db, address: string): Promise<void> {
    await db.delete(mail_outcomes).where(eq(mail_outcomes.address, address.toLowerCase()))
    await forgetRefused(db, address)
  }

  /** Looks at mails of one kind again right before each try to send them. */
  revise<Content extends object>(
    { template }: DefinedMail<Content>,
    revision: Revision<Content>,
  ): void {
    this.#revisions.set(template, revision)
  }

  /** Makes the files of one kind of mail, from what it says when it is sent. */
  attach<Content extends object>(
    { template }: DefinedMail<Content>,
    attaching: Attaching<Content>,
  ): void {
    this.#attaching.set(template, attaching)
  }

  /** Sends what is due now. */
  async drain(): Promise<void> {
    await this.#jobs.drain(QUEUE)
    await this.#jobs.drain(MAILINGS_QUEUE)
  }

  /** How many wait, up to {@link COUNTED_UP_TO}, and how long the first of them has been due; by index. */
  async waiting(): Promise<{ count: number; oldestSeconds: number }> {
    const [row] = await this.#database.query<{ count: number; seconds: number | null }>(
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM queued_mails LIMIT ${COUNTED_UP_TO}) AS few)::int AS count,
         (SELECT extract(epoch FROM now() - min(due_at)) FROM queued_mails)::float AS seconds`,
    )
    return { count: row?.count ?? 0, oldestSeconds: Math.max(0, row?.seconds ?? 0) }
  }

  /** What a mail says now; null when it is no longer true. */
  async revised(content: MailContent): Promise<MailContent | null> {
    const revision = this.#revisions.get(content.template)
    const revised = revision ? await revision(content as never) : content
    return revised && { ...revised, template: content.template }
  }

  async #revised(mail: QueuedMail): Promise<QueuedMail | 'not_wanted' | null> {
    if (mail.notification && !(await this.#wanted(mail.notification))) return 'not_wanted'
    const content = await this.revised(mail.content)
    return content && { ...mail, content }
  }

  async #attachmentsOf({ content }: QueuedMail): Promise<MailAttachment[]> {
    return (await this.#attaching.get(content.template)?.(content as never)) ?? []
  }

  async #send(id: string): Promise<void> {
    const { orm } = this.#database
    // From now on nothing joins it, also where a clock that jumped has made it due before its time.
    const [row] = await orm
      .update(queued_mails)
      .set({ due_at: sql`least(${queued_mails.due_at}, now())` })
      .where(eq(queued_mails.id, id))
      .returning()
    if (!row) return
    const waiting = row.mail as Waiting
    if (queueOf(waiting) === MAILINGS_QUEUE && !(await this.#mayGoOut(id))) return
    const mail = await ('request' in waiting ? this.#answer(waiting) : this.#revised(waiting))
    if (!mail || mail === 'not_wanted') {
      await orm.transaction(async (tx) => {
        await tx.delete(queued_mails).where(eq(queued_mails.id, id))
        await settleRecipient(tx, id, mail ?? 'no_news')
      })
      return
    }
    const wasRefused = await findRefused(orm, mail.to)
    const isAskedFor = 'request' in waiting || CONFIRMING.has(mail.content.template)
    if (wasRefused && !isAskedFor) return this.#settle(id, mail, 'not_tried')
    const pause = await findPause(orm, mail.to)
    if (pause && pause.until > new Date() && !isAskedFor) return this.#putOff(id, pause.until)
    const unproved = await this.#unprovedMailbox(mail)
    if (unproved && (await isOver(orm, unproved, TO_UNPROVED, new Date()))) {
      this.#logger.warn(
        { job: id, limit: unproved[0] },
        'a mail to an unconfirmed address not sent',
      )
      return this.#settle(id, mail, 'not_tried')
    }
    let answerable: AnswerableText | null
    try {
      answerable = await this.#transport.send(mail, id, await this.#attachmentsOf(mail))
    } catch (error) {
      const refusal = readRefusal(error)
      if (!refusal) throw error
      return this.#refused(id, mail, { refusal, error, isAskedFor })
    }
    await this.#settle(id, mail, 'sent', { answerable })
    // After it was sent: while the mail server is away each mail is tried again and again.
    if (unproved) await countAttempt(orm, unproved, TO_UNPROVED, new Date())
    if (pause) await noteTaken(orm, mail.to, new Date())
    // Somebody asked for it, and now it is taken: the mailbox was full, or is there again.
    if (wasRefused) await forgetRefused(orm, mail.to)
  }

  /** Where mails to an address are counted that no account has confirmed; null for all others. */
  async #unprovedMailbox({ to, ofOperator }: QueuedMail): Promise<AttemptKey | null> {
    if (ofOperator) return null
    const owner = await findUserByEmail(this.#database.orm, to)
    return owner?.email_confirmed_at ? null : ['unproved-mailbox', mailboxOf(to)]
  }

  /** What becomes of a mail that was refused: it waits where the mailbox may take it later. */
  async #refused(
    id: string,
    mail: QueuedMail,
    { refusal, error, isAskedFor }: { refusal: MailRefusal; error: unknown; isAskedFor: boolean },
  ): Promise<void> {
    if (refusal.of === 'mailbox') {
      const { orm } = this.#database
      const until = await orm.transaction((tx) => notePaused(tx, mail.to, refusal, new Date()))
      // Hours later nobody waits for a link to log in any more.
      if (until && !isAskedFor) return this.#putOff(id, until)
      if (!refusal.final && !(await findRefused(orm, mail.to))) throw error
    }
    this.#logger.warn({ job: id, code: refusal.code }, 'a mail was refused for good')
    return this.#settle(id, mail, 'refused', { refusal })
  }

  /** It waits without a job until {@link takeUp} gives it another one. */
  async #putOff(id: string, until: Date): Promise<void> {
    await this.#database.orm
      .update(queued_mails)
      .set({ due_at: until })
      .where(eq(queued_mails.id, id))
  }

  /** A mail of a mailing that is held back leaves the queue; its recipient waits for another one. */
  #mayGoOut(id: string): Promise<boolean> {
    return this.#database.orm.transaction(async (tx) => {
      const may = await mayGoOut(tx, id)
      if (!may) await tx.delete(queued_mails).where(eq(queued_mails.id, id))
      return may
    })
  }

  /** A mail is done with, and it stays known for a while what became of it. */
  async #settle(
    id: string,
    { to, notification, reply, untraced }: QueuedMail,
    outcome: MailOutcome,
    {
      refusal = null,
      answerable = null,
    }: { refusal?: MailRefusal | null; answerable?: AnswerableText | null } = {},
  ): Promise<void> {
    const at = new Date()
    await this.#database.orm.transaction(async (tx) => {
      await tx.delete(queued_mails).where(eq(queued_mails.id, id))
      await settleRecipient(tx, id, outcome)
      if (refusal?.of === 'address') await noteRefused(tx, to, refusal, at)
      if (reply && answerable) await keepAnswerable(tx, id, reply, answerable, at)
      if (untraced) return
      await tx
        .insert(mail_outcomes)
        .values({
          id,
          address: to.toLowerCase(),
          kind: notification?.kind ?? null,
          outcome,
          code: refusal?.code ?? null,
          at,
        })
        .onConflictDoNothing()
    })
  }

  async #giveUp(id: string): Promise<void> {
    const { orm } = this.#database
    const lost = await orm.delete(queued_mails).where(eq(queued_mails.id, id)).returning()
    for (const { recipient, mail } of lost) {
      const waiting = mail as Waiting
      const known = 'to' in waiting ? waiting : { to: recipient }
      await this.#settle(id, known as QueuedMail, 'given_up')
    }
    if (lost.length > 0) {
      this.#logger.error({ job: id }, 'a mail could not be sent for a day and is given up')
    }
  }
}

/** Forgets mails that lost their job, and what was put into the local mailbox: it holds links that log in. */
export async function deleteOldMails(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET_AFTER_MS)
  await db.delete(local_mails).where(lt(local_mails.created_at, before))
  const kept = new Date(now.getTime() - OUTCOMES_KEPT_MS)
  await db.delete(mail_outcomes).where(lt(mail_outcomes.at, kept))
  await forgetPauses(db, new Date(now.getTime() - 2 * FORGET_AFTER_MS))
  // Where there is one it is sent or given up: a clock that jumps ahead makes everything old.
  await db.delete(queued_mails).where(and(lt(queued_mails.due_at, before), not(hasJob)))
}
