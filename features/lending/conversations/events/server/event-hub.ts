import type { ServerResponse } from 'node:http'
import { and, inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { isOpenSession } from '#platform/server/identity/sessions.queries.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import { background } from '#platform/server/jobs/background.ts'
import { HEARTBEAT_MS, type LiveEvent } from '../contract.ts'
import { type Announcement, announcementSchema, LIVE_EVENT_CHANNEL } from './live-event.ts'

const MAX_STREAMS_PER_USER = 6
const MAX_STREAMS = 10_000
/** A client that lags behind by more than this is disconnected; it reconnects and reloads. */
const MAX_UNREAD_BYTES = 64 * 1024
const RETRY_AFTER_SECONDS = 30

type MessageEvent = Extract<LiveEvent, { type: 'message' }>

interface Stream {
  userId: string
  sessionId: string
  response: ServerResponse
}

/** Loads the content of events: only ids are passed between processes. */
export interface LiveSource {
  /** What each user may see of a message. */
  findMessage(
    db: Db,
    id: string,
  ): Promise<((userId: string) => Omit<MessageEvent, 'type'> | null) | null>
  /** The number of transactions in which each user has something new. */
  countNewTransactions(db: Db, userId: string): Promise<number>
}

interface HubDeps {
  source: LiveSource
  database: Database
  clock: () => Date
  logger: FastifyBaseLogger
}

function encode(event: LiveEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/**
 * The open live streams of this process. It listens to the database once and forwards what concerns its own
 * users, so that any number of processes can share one database.
 */
export class EventHub {
  #deps: HubDeps
  #streams = new Map<string, Set<Stream>>()
  #size = 0
  /** Chains deliveries, so that two messages arrive in the order in which they were sent. */
  #work: Promise<void> = Promise.resolve()
  #endHeartbeat = async () => {}
  #heartbeatMs: number
  #unlisten: (() => Promise<void>) | null = null

  constructor(deps: HubDeps, heartbeatMs = HEARTBEAT_MS) {
    this.#deps = deps
    this.#heartbeatMs = heartbeatMs
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#deps.database.listen({
      channel: LIVE_EVENT_CHANNEL,
      onPayload: (payload) => this.#enqueue(() => this.#receive(payload)),
      onReconnect: () => this.#enqueue(() => this.#resync([...this.#streams.keys()])),
    })
    this.#endHeartbeat = background(
      this.#deps,
      { name: 'the heartbeat of live events', everyMs: this.#heartbeatMs },
      () => this.#enqueue(() => this.#beat()),
    )
  }

  async stop(): Promise<void> {
    const ending = this.#endHeartbeat()
    for (const stream of this.#all()) stream.response.end()
    await ending
    await this.#unlisten?.()
    await this.#work
  }

  /** @throws {AppError} rate_limited or unavailable when there are too many streams already. */
  checkRoom(userId: string): void {
    if ((this.#streams.get(userId)?.size ?? 0) >= MAX_STREAMS_PER_USER) {
      throw new AppError('rate_limited', { retryAfter: RETRY_AFTER_SECONDS })
    }
    if (this.#size >= MAX_STREAMS) {
      throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
    }
  }

  /** Takes over a response whose head was sent, until either side closes it. */
  add(stream: Stream): void {
    const own = this.#streams.get(stream.userId) ?? new Set()
    this.#streams.set(stream.userId, own.add(stream))
    this.#size += 1
    stream.response.once('close', () => {
      own.delete(stream)
      this.#size -= 1
      if (own.size === 0 && this.#streams.get(stream.userId) === own) {
        this.#streams.delete(stream.userId)
      }
    })
    this.#enqueue(() => this.#sendCount(stream.userId))
  }

  /** Number of open streams. */
  get size(): number {
    return this.#size
  }

  #all(): Stream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams])
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(task).catch((error: unknown) => {
      this.#deps.logger.warn({ err: error }, 'a live event was not delivered')
    })
    return this.#work
  }

  async #receive(payload: string): Promise<void> {
    const announcement = announcementSchema.parse(JSON.parse(payload))
    if (announcement.type === 'session_ended') {
      this.#endSessions((id) => id === announcement.session_id)
      return
    }
    const users = announcement.users.filter((id) => this.#streams.has(id))
    if (users.length === 0) return
    try {
      await this.#deliver(announcement, users)
    } catch (error) {
      // Clients that missed an event reload everything, as soon as the database answers again.
      for (const id of users) this.#send(id, { type: 'resync' })
      throw error
    }
  }

  async #deliver(announcement: Exclude<Announcement, { type: 'session_ended' }>, users: string[]) {
    if (announcement.type === 'seen') {
      const { transaction_id, seen_by } = announcement
      for (const id of users) this.#send(id, { type: 'seen', transaction_id, seen_by })
      await this.#sendCounts(announcement.recount)
      return
    }
    if (announcement.type === 'transaction') {
      const { transaction_id } = announcement
      for (const id of users) this.#send(id, { type: 'transaction', transaction_id })
      await this.#sendCounts(announcement.recount)
      return
    }
    if (announcement.type === 'waits') {
      for (const id of users) this.#send(id, { type: 'waits' })
      return
    }
    const messageFor = await this.#deps.source.findMessage(
      this.#deps.database.orm,
      announcement.message_id,
    )
    if (!messageFor) return
    for (const id of users) {
      const seen = messageFor(id)
      if (seen) this.#send(id, { type: 'message', ...seen })
    }
    await this.#sendCounts(announcement.recount)
  }

  async #resync(users: string[]): Promise<void> {
    for (const id of users) this.#send(id, { type: 'resync' })
    for (const id of users) await this.#sendCount(id)
  }

  async #sendCounts(users: string[]): Promise<void> {
    for (const id of users) if (this.#streams.has(id)) await this.#sendCount(id)
  }

  async #sendCount(userId: string): Promise<void> {
    const count = await this.#deps.source.countNewTransactions(this.#deps.database.orm, userId)
    this.#send(userId, { type: 'count', count })
  }

  #send(userId: string, event: LiveEvent): void {
    const bytes = encode(event)
    for (const stream of this.#streams.get(userId) ?? []) this.#write(stream, bytes)
  }

  #write({ response }: Stream, bytes: string): void {
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
    else response.write(bytes)
  }

  /** Keeps the streams alive and ends those whose session is over. */
  async #beat(): Promise<void> {
    for (const stream of this.#all()) this.#write(stream, ': alive\n\n')
    const sessions = [...new Set(this.#all().map(({ sessionId }) => sessionId))]
    if (sessions.length === 0) return
    const rows = await this.#deps.database.orm
      .select({ id: tokens.id })
      .from(tokens)
      .where(and(inArray(tokens.id, sessions), isOpenSession(this.#deps.clock())))
    const alive = new Set(rows.map(({ id }) => id))
    const checked = new Set(sessions)
    this.#endSessions((id) => checked.has(id) && !alive.has(id))
  }

  #endSessions(over: (sessionId: string) => boolean): void {
    for (const stream of this.#all()) if (over(stream.sessionId)) stream.response.end()
  }
}
