import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/server/db/client.ts'
import { ResponseCache } from '#platform/server/http/response-cache.ts'
import { background } from '#platform/server/jobs/background.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import {
  findLapsed,
  findLetterboxIdOfUser,
  readAllRows,
  readRows,
} from './letterbox-index.queries.ts'
import { LetterboxIndex } from './letterbox-index.ts'

/** What database triggers announce; the payload is a letterbox id or `all`. */
const CHANNEL = 'letterbox_changed'
const ALL = 'all'
const RETRY_MS = 1_000
/**
 * For how long an old map is better than none: otherwise a database that goes away and comes back
 * would take all processes out of the load balancer at once.
 */
const OLD_MAP_MS = MINUTE_MS
/**
 * How late the map may notice that a letterbox is not active, or its owner no supporter, any more.
 */
const LAPSE_CHECK_MS = 10 * MINUTE_MS
const CACHE_CONTROL = 'public, max-age=15, stale-while-revalidate=60'
/** Some thousand tiles: one has 5 to 12 kB, and a third of that compressed. */
const CACHED_BYTES = 32 * 1024 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface FeedDeps {
  database: Database
  clock: () => Date
  logger: FastifyBaseLogger
}

/**
 * Keeps the index of this process in step with the database: loads it, applies what is announced
 * (by this process or another), loads it again when announcements may have been missed.
 *
 * Readings run one after the other, so an older state never follows a newer one.
 */
export class LetterboxFeed {
  readonly name = 'letterbox index'
  readonly index = new LetterboxIndex()
  /** Responses that are made of the index alone: tiles, and how many there are of each sticker. Any change clears them. */
  readonly responses = new ResponseCache({ cacheControl: CACHE_CONTROL, maxBytes: CACHED_BYTES })
  readonly #deps: FeedDeps
  readonly #pending = new Set<string>()
  #wantsLoad = true
  /** The reading under way, and the one that begins after it. */
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  /** Whether everything that was announced so far was read. */
  #upToDate = false
  /** Whether the connection on which announcements arrive is lost. */
  #isDeaf = false
  /** When the map may have begun to differ from the database; null while it does not. */
  #oldSince: Date | null = null
  #lapsesChecked: Date
  readonly #timers = new Set<NodeJS.Timeout>()
  #unlisten: (() => Promise<void>) | null = null
  #endLapses = async () => {}
  #stopped = false
  /** Readings of all letterboxes: at the start, and whenever announcements may have been missed. */
  loads = 0
  /** When the index was last known to be as the database is. */
  lastRead: Date | null = null

  constructor(deps: FeedDeps) {
    this.#deps = deps
    this.#lapsesChecked = deps.clock()
  }

  /** Resolves when the index is loaded; rejects when the database cannot be read. */
  async start(): Promise<void> {
    // Listens first and loads then, so that no change falls in between.
    this.#unlisten = await this.#deps.database.listen({
      channel: CHANNEL,
      onPayload: (payload) => this.#hear(payload),
      onLost: () => {
        this.#isDeaf = true
        this.#growOld()
      },
      onReconnect: () => {
        this.#isDeaf = false
        this.#reload()
      },
    })
    await this.#read()
    this.#endLapses = background(
      this.#deps,
      { name: 'looking for letterboxes that lapsed', everyMs: LAPSE_CHECK_MS },
      () => this.checkLapses(),
    )
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#unlisten?.()
    await this.#endLapses()
    await (this.#next ?? this.#current).catch(() => {})
  }

  /**
   * Whether the map agrees with the database: false while announcements may have been missed, or do
   * not arrive.
   */
  async isUpToDate(): Promise<boolean> {
    return this.#upToDate && !this.#isDeaf && (await this.#deps.database.isHearing())
  }

  /** False until the first load has ended, and once the map has been old for too long. */
  isReady(): boolean {
    if (this.loads === 0) return false
    return !this.#oldSince || Number(this.#deps.clock()) - Number(this.#oldSince) < OLD_MAP_MS
  }

  /**
   * Reads letterboxes again, so that later queries see them as they are now. A write awaits it, so
   * that whoever made the change sees it. While the database is away it resolves and tries again
   * later: the change itself is stored.
   */
  async refresh(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#pending.add(id)
    try {
      await this.#read()
    } catch (error) {
      this.#tryAgain(error)
    }
  }

  /** {@link refresh} for the letterbox of a user, if there is one. */
  async refreshOwner(userId: string): Promise<void> {
    const id = await findLetterboxIdOfUser(this.#deps.database.orm, userId)
    if (id) await this.refresh([id])
  }

  /** Reads letterboxes again that ceased to look active or supporting since the last check. */
  async checkLapses(): Promise<void> {
    const { database, clock } = this.#deps
    const now = clock()
    const lapsed = await findLapsed(database.orm, this.#lapsesChecked, now)
    this.#lapsesChecked = now
    if (lapsed.length > 0) await this.refresh(lapsed)
  }

  #hear(payload: string): void {
    if (payload === ALL) this.#reload()
    else if (UUID.test(payload)) void this.refresh([payload])
    else this.#deps.logger.warn({ payload }, `unexpected announcement on ${CHANNEL}`)
  }

  #growOld(): void {
    this.#oldSince ??= this.#deps.clock()
  }

  #reload(): void {
    this.#wantsLoad = true
    this.#upToDate = false
    this.#growOld()
    void this.refresh([])
  }

  #tryAgain(error: unknown): void {
    this.#upToDate = false
    this.#growOld()
    this.#deps.logger.warn({ err: error }, 'letterbox index: not up to date yet')
    this.#later(RETRY_MS, () => void this.refresh([]))
  }

  /** Reads everything that is wanted by then in one go, after the reading under way. */
  #read(): Promise<void> {
    this.#next ??= this.#current
      .catch(() => {})
      .then(() => {
        this.#current = this.#next ?? Promise.resolve()
        this.#next = null
        return this.#readWanted()
      })
    return this.#next
  }

  async #readWanted(): Promise<void> {
    if (this.#stopped) return
    const { database, clock } = this.#deps
    if (this.#wantsLoad) {
      this.#wantsLoad = false
      try {
        const now = clock()
        await this.index.load((builder) => readAllRows(database, now, builder))
      } catch (error) {
        this.#wantsLoad = true
        throw error
      }
      this.responses.clear()
      this.loads += 1
    }
    const ids = [...this.#pending]
    this.#pending.clear()
    try {
      if (ids.length > 0) await this.#apply(ids)
    } catch (error) {
      for (const id of ids) this.#pending.add(id)
      throw error
    }
    this.#upToDate = !this.#wantsLoad
    if (!this.#upToDate) return
    this.lastRead = clock()
    if (!this.#isDeaf) this.#oldSince = null
  }

  async #apply(ids: readonly string[]): Promise<void> {
    const { database, clock } = this.#deps
    const rows = new Map((await readRows(database.orm, ids, clock())).map((row) => [row.id, row]))
    const changes = ids.map((id) => ({ id, row: rows.get(id.toLowerCase()) ?? null }))
    if (this.index.apply(changes).length > 0) this.responses.clear()
  }

  #later(milliseconds: number, work: () => void): void {
    if (this.#stopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, milliseconds)
    timer.unref()
    this.#timers.add(timer)
  }
}
