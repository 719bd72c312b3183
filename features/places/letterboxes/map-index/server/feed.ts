import { LENDING } from '#features/places/letterboxes/lent/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { ResponseCache } from '#platform/server/http/response-cache.ts'
import { background } from '#platform/server/jobs/background.ts'
import { answerTo } from '#platform/server/questions.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import {
  findLapsed,
  findLetterboxIdOfUser,
  readAllRows,
  readRows,
} from './letterbox-index.queries.ts'
import { LetterboxIndex } from './letterbox-index.ts'

/** Channel of the database triggers; the payload is a letterbox id or `all`. */
const CHANNEL = 'letterbox_changed'
const ALL = 'all'
const RETRY_MS = 1_000
/**
 * How long an outdated map is still served. Without this grace period, a short database outage would take all processes
 * out of the load balancer at once.
 */
const OLD_MAP_MS = MINUTE_MS
/** Maximum delay until the map notices that an owner is no longer active or a supporter. */
const LAPSE_CHECK_MS = 10 * MINUTE_MS
const CACHE_CONTROL = 'public, max-age=15, stale-while-revalidate=60'
/** Room for some thousand tiles: one has 5 to 12 kB, and a third of that when compressed. */
const CACHED_BYTES = 32 * 1024 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type FeedDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'features' | 'logger'>

/**
 * Keeps this process's index in sync with the database: loads it, applies announced changes of all processes, and
 * reloads it when announcements may have been missed. Reads run one after another, so an older state never replaces a
 * newer one.
 */
export class LetterboxFeed {
  readonly name = 'letterbox index'
  readonly index = new LetterboxIndex()
  /** Cached responses that depend only on the index: tiles and sticker counts. Any change clears them. */
  readonly responses = new ResponseCache({
    cacheControl: CACHE_CONTROL,
    maxBytes: CACHED_BYTES,
    // At midnight days pass, and what is late is out for one more day.
    inputs: () => [this.#today()],
  })
  readonly #deps: FeedDeps
  readonly #pending = new Set<string>()
  #wantsLoad = true
  /** The current read, and the one that follows it. */
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  /** Whether all announced changes have been read. */
  #upToDate = false
  /** Whether the connection that receives announcements is lost. */
  #isDeaf = false
  /** Since when the map may differ from the database; null while it is in sync. */
  #oldSince: Date | null = null
  #lapsesChecked: Date
  /** The community's day in a minute since 1970. */
  #day = { minute: 0, today: '' }
  readonly #timers = new Set<NodeJS.Timeout>()
  #unlisten: (() => Promise<void>) | null = null
  #endLapses = async () => {}
  #stopped = false
  /** Number of full loads: one at the start, and one whenever announcements may have been missed. */
  loads = 0
  /** When the index was last known to be in sync with the database. */
  lastRead: Date | null = null

  constructor(deps: FeedDeps) {
    this.#deps = deps
    this.#lapsesChecked = deps.clock()
  }

  /** Resolves when the index is loaded; rejects if the database cannot be read. */
  async start(): Promise<void> {
    // Listens before it loads, so that no change is missed in between.
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

  /** Whether the map is in sync with the database: false while announcements may be missing or do not arrive. */
  async isUpToDate(): Promise<boolean> {
    return this.#upToDate && !this.#isDeaf && (await this.#deps.database.isHearing())
  }

  /** False before the first load, and when the map has been outdated for too long. */
  isReady(): boolean {
    if (this.loads === 0) return false
    return !this.#oldSince || Number(this.#deps.clock()) - Number(this.#oldSince) < OLD_MAP_MS
  }

  /**
   * Reads letterboxes again, so that later queries see their current state. A write awaits it, so that its caller sees
   * the change. If the database is unavailable it resolves anyway and retries later, because the change itself is
   * stored.
   */
  async refresh(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#pending.add(id)
    try {
      await this.#read()
    } catch (error) {
      this.#tryAgain(error)
    }
  }

  /** Runs {@link refresh} for the letterbox of a user, if there is one. */
  async refreshOwner(userId: string): Promise<void> {
    const id = await findLetterboxIdOfUser(this.#deps.database.orm, userId)
    if (id) await this.refresh([id])
  }

  /** Refreshes letterboxes that stopped being active or supporting since the last check. */
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

  /** Called for each cached response: formatting the day takes longer than finding the response. */
  #today(): string {
    const now = this.#deps.clock()
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    if (minute !== this.#day.minute) this.#day = { minute, today: momentOf(this.#deps).today }
    return this.#day.today
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

  /** Reads all pending changes in one go, after the current read. */
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
        await this.index.load(
          (builder) => readAllRows(database, now, builder),
          () => answerTo(this.#deps, LENDING).findPromised(database.orm),
        )
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
    const [found, promised] = await Promise.all([
      readRows(database.orm, ids, clock()),
      answerTo(this.#deps, LENDING).findPromised(database.orm, ids),
    ])
    const rows = new Map(found.map((row) => [row.id, row]))
    const changes = ids.map((id) => {
      const key = id.toLowerCase()
      return { id, row: rows.get(key) ?? null, promised: promised.get(key) }
    })
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
