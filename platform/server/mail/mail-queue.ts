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
  takeBackAttempt,
} from '../identity/attempts.queries.ts'
import { mailboxOf } from '../identity/mailbox.ts'
import { findUserByEmail } from '../identity/users.queries.ts'
import { COUNTED_UP_TO, type JobQueue } from '../jobs/job-queue.ts'
import { type AnswerableText, keepAnswerable } from './answerable-mails.ts'
import { type MailRefusal, readRefusal } from './mail-refusal.rules.ts'
import type { DefinedMail, MailContent } from './mail-template.ts'
import type { Transport } from './mail-transport.ts'
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
/** Mailings have their own queue, so that they do not delay a mail with a login code. */
const MAILINGS_QUEUE = 'mails-of-mailings'
/** Mails that are postponed because a mailbox accepts nothing now. */
/** Number of postponed mails to resume at once. */
const PUT_OFF_BATCH = 500
const SENDING = {
  failure: 'mail not sent',
  /** 5 s, 10 s, 20 s ... about a day in total. */
  retries: 14,
  pauseSeconds: 5,
  /** Longer than any timeout of the transport. */
  expireSeconds: 120,
  parallel: 5,
  pollSeconds: 5,
}
/** Mails that confirm an address are sent even to an address that was refused. */
const CONFIRMING = new Set(['emailConfirmation', 'emailChange'])
/**
 * Limit for all mails to a mailbox whose owner has not confirmed it: entering a stranger's address into forms must not
 * flood their mailbox. Each form has a tighter limit of its own.
 */
const TO_UNPROVED: AttemptLimit = { max: 50, windowMs: DAY_MS }
/** How long mails without a job, and mails in the local mailbox, are kept. */
const FORGET_AFTER_MS = 14 * DAY_MS

/** A mail in the queue. It is rendered when it is sent, so that a retry uses current data. */
export interface QueuedMail {
  to: string
  lang: Language
  content: MailContent
  /** One-click unsubscribe URL (RFC 8058), for mails that are not strictly transactional. */
  unsubscribeUrl?: string
  /** Receiver and kind, to check their settings; missing if the mail must always be sent. */
  notification?: Notification
  /** Reply address, if not the sender: a verified address, never free text. */
  replyTo?: string
  /** If replies are received: the object and the person a reply belongs to. */
  reply?: { about: string; person: string }
  /** Part of a mailing: only sent while the mailing is not paused. */
  ofMailing?: true
  /** The address belongs to no account, so its outcome is not stored: nothing would ever delete it. */
  untraced?: true
  /** The address is from the server's settings, which only the operator can change, so there is no limit. */
  ofOperator?: true
}

/** An attachment. It is generated on each attempt and never stored. */
export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

/** Generates the attachments of a kind of mail. */
type Attaching<Content> = (content: Content) => Promise<MailAttachment[]>

/** The current content of a mail when it is sent; null if it is obsolete. */
type Revision<Content> = (content: Content) => Promise<Content | null>

/**
 * A mail requested by an anonymous visitor. The account is looked up only when the mail is sent, so that the request
 * takes the same steps for every address.
 */
export interface RequestedMail {
  request: 'passwordRecovery' | 'loginLink'
  email: string
  /** Sent by staff to a user who contacted them. */
  by_staff?: boolean
  /** A value that the requesting browser finds again in the link; may be missing. */
  asked?: string | undefined
}

/** Returns the mail to send, or null if none is to be sent. */
export type RequestAnswerer = (requested: RequestedMail) => Promise<QueuedMail | null>

/** Whether the receiver still wants notifications of a kind. */
type Wanted = (notification: Notification) => Promise<boolean>

type Waiting = QueuedMail | RequestedMail

/** One statement for any number of mails, so that it is parsed and planned once. */
/** Whether a mail has a job that sends it; a postponed one has none. */
const hasJob = sql`EXISTS (SELECT 1 FROM pgboss.job WHERE name IN (${QUEUE}, ${MAILINGS_QUEUE}) AND id = ${queued_mails.id})`

const queueOf = (mail: Waiting) => ('ofMailing' in mail && mail.ofMailing ? MAILINGS_QUEUE : QUEUE)

const addressOf = (mail: Waiting) => ('to' in mail ? mail.to : mail.email)

/**
 * Mails are rows, inserted in the transaction that causes them, so they exist exactly if it commits. A row contains
 * secret links, so it is deleted once it is sent; the job only knows its id. Delivery is at least once.
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
    // One at a time, so that other mails find a free connection to the mail server.
    jobs.define<{ mail: string }>({ ...SENDING, ...work, queue: MAILINGS_QUEUE, parallel: 1 })
  }

  /** Creates jobs for mails without one, which were moved from another database. */
  async prepare(): Promise<void> {
    const { orm } = this.#database
    const waiting = await orm.select().from(queued_mails)
    for (const { id, mail } of waiting) {
      await this.#jobs.send(orm, queueOf(mail as Waiting), { mail: id }, { id })
    }
  }

  /** Creates jobs for postponed mails that are due again. */
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

  /** Sets the function that builds the mail for a {@link RequestedMail}; it is called again on each retry. */
  answerRequests(answer: RequestAnswerer): void {
    this.#answer = answer
  }

  /** Sets the check whether the receiver still wants a mail, which runs right before each attempt. */
  sendOnlyTo(wanted: Wanted): void {
    this.#wanted = wanted
  }

  /** Sends the mail soon after the commit, or after a delay. */
  async enqueue(db: Db, mail: Waiting, { inSeconds = 0 } = {}): Promise<void> {
    await this.enqueueAll(db, [{ mail, inSeconds }])
  }

  /** Enqueues several mails, each like {@link enqueue}. */
  async enqueueAll(db: Db, mails: readonly { mail: Waiting; inSeconds: number }[]): Promise<void> {
    await this.#insert(
      db,
      QUEUE,
      mails.map((each) => ({ ...each, id: randomUUID() })),
    )
  }

  /**
   * Collects content in one mail per kind and address, which is sent after a delay.
   * @param db a transaction: of two simultaneous calls one waits for the other
   * @param write returns the new content, from that of the pending mail; null if there is none
   */
  async gather<Content extends object>(
    db: Db,
    { template }: DefinedMail<Content>,
    { to, lang, inSeconds }: Pick<QueuedMail, 'to' | 'lang'> & { inSeconds: number },
    write: (waiting: Content | null) => Promise<MailContent<Content>>,
  ): Promise<void> {
    await takeLock(db, 'gatheredMail', `${template} ${to}`)
    // Uses the current time instead of the transaction's start: a mail that is due may be in the process of being sent.
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

  /** Enqueues the mail for one recipient of a mailing, under the id of the recipient's row. */
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

  /** Deletes pending mails for an address, in the transaction that deletes its account. */
  async drop(db: Db, address: string): Promise<void> {
    await db.delete(queued_mails).where(sql`lower(${queued_mails.recipient}) = lower(${address})`)
    await this.#forgetOutcomes(db, address)
  }

  /**
   * Deletes the outcomes of mails to an address that an account gives up, since deleting the account would not reach
   * them any more. Pending mails are still sent, and leave no outcome.
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

  /** Sets a function that updates mails of one kind right before each attempt. */
  revise<Content extends object>(
    { template }: DefinedMail<Content>,
    revision: Revision<Content>,
  ): void {
    this.#revisions.set(template, revision)
  }

  /** Sets a function that generates the attachments of one kind of mail when it is sent. */
  attach<Content extends object>(
    { template }: DefinedMail<Content>,
    attaching: Attaching<Content>,
  ): void {
    this.#attaching.set(template, attaching)
  }

  /** Sends all mails that are due. */
  async drain(): Promise<void> {
    await this.#jobs.drain(QUEUE)
    await this.#jobs.drain(MAILINGS_QUEUE)
  }

  /** Number of pending mails, up to {@link COUNTED_UP_TO}, and for how long the oldest has been due. Uses an index. */
  async waiting(): Promise<{ count: number; oldestSeconds: number }> {
    const [row] = await this.#database.query<{ count: number; seconds: number | null }>(
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM queued_mails LIMIT ${COUNTED_UP_TO}) AS few)::int AS count,
         (SELECT extract(epoch FROM now() - min(due_at)) FROM queued_mails)::float AS seconds`,
    )
    return { count: row?.count ?? 0, oldestSeconds: Math.max(0, row?.seconds ?? 0) }
  }

  /** The current content of a mail; null if it is obsolete. */
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
    // From now on no content is added, even if a clock that jumped has made the mail due early.
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
    // Counted before, since several mails are sent at once.
    if (unproved && (await countAttempt(orm, unproved, TO_UNPROVED, new Date())).over) {
      this.#logger.warn(
        { job: id, limit: unproved[0] },
        'a mail to an unconfirmed address was not sent',
      )
      return this.#settle(id, mail, 'not_tried')
    }
    let answerable: AnswerableText | null
    try {
      answerable = await this.#transport.send(mail, id, await this.#attachmentsOf(mail))
    } catch (error) {
      // While the mail server is down, each mail is retried many times.
      if (unproved) await takeBackAttempt(orm, unproved)
      const refusal = readRefusal(error)
      if (!refusal) throw error
      return this.#refused(id, mail, { refusal, error, isAskedFor })
    }
    await this.#settle(id, mail, 'sent', { answerable })
    if (pause) await noteTaken(orm, mail.to, new Date())
    // The receiver asked for it and the server accepted it, so the mailbox works again.
    if (wasRefused) await forgetRefused(orm, mail.to)
  }

  /** The rate limit key for an address that no account has confirmed; null for all others. */
  async #unprovedMailbox({ to, ofOperator }: QueuedMail): Promise<AttemptKey | null> {
    if (ofOperator) return null
    const owner = await findUserByEmail(this.#database.orm, to)
    return owner?.email_confirmed_at ? null : ['unproved-mailbox', mailboxOf(to)]
  }

  /** Handles a rejected mail: postpones it if the mailbox may accept it later. */
  async #refused(
    id: string,
    mail: QueuedMail,
    { refusal, error, isAskedFor }: { refusal: MailRefusal; error: unknown; isAskedFor: boolean },
  ): Promise<void> {
    if (refusal.of === 'mailbox') {
      const { orm } = this.#database
      const until = await orm.transaction((tx) => notePaused(tx, mail.to, refusal, new Date()))
      // A login link is useless hours later, so do not postpone it.
      if (until && !isAskedFor) return this.#putOff(id, until)
      if (!refusal.final && !(await findRefused(orm, mail.to))) throw error
    }
    this.#logger.warn({ job: id, code: refusal.code }, 'a mail was permanently refused')
    return this.#settle(id, mail, 'refused', { refusal })
  }

  /** It waits without a job until {@link takeUp} creates another one. */
  async #putOff(id: string, until: Date): Promise<void> {
    await this.#database.orm
      .update(queued_mails)
      .set({ due_at: until })
      .where(eq(queued_mails.id, id))
  }

  /** If its mailing is paused, the mail leaves the queue and its recipient waits for a new one. */
  #mayGoOut(id: string): Promise<boolean> {
    return this.#database.orm.transaction(async (tx) => {
      const may = await mayGoOut(tx, id)
      if (!may) await tx.delete(queued_mails).where(eq(queued_mails.id, id))
      return may
    })
  }

  /** Deletes a finished mail and stores its outcome for a while. */
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

/** Deletes mails without a job, and old mails in the local mailbox, which contain login links. */
export async function deleteOldMails(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET_AFTER_MS)
  await db.delete(local_mails).where(lt(local_mails.created_at, before))
  const kept = new Date(now.getTime() - OUTCOMES_KEPT_MS)
  await db.delete(mail_outcomes).where(lt(mail_outcomes.at, kept))
  await forgetPauses(db, new Date(now.getTime() - 2 * FORGET_AFTER_MS))
  // Mails with a job are sent or fail by themselves; after a forward clock jump every mail would look old.
  await db.delete(queued_mails).where(and(lt(queued_mails.due_at, before), not(hasJob)))
}
