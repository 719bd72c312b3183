import type { Database } from '../db/client.ts'
import { ResponseCache } from './response-cache.ts'

/** Database triggers notify this channel with the name of a cache when one of its tables changes. */
const CHANNEL = 'kept_answer_changed'

/**
 * Response caches that the database invalidates in every process. While notifications do not arrive, nothing is cached.
 */
export class AnnouncedCaches {
  readonly #database: Pick<Database, 'listen'>
  readonly #caches = new Map<string, ResponseCache>()
  #isHearing = false
  #unlisten: (() => Promise<void>) | null = null

  constructor(database: Pick<Database, 'listen'>) {
    this.#database = database
  }

  async start(): Promise<void> {
    this.#hear(true)
    this.#unlisten = await this.#database.listen({
      channel: CHANNEL,
      onPayload: (name) => this.clear(name),
      onLost: () => this.#hear(false),
      onReconnect: () => this.#hear(true),
    })
  }

  async stop(): Promise<void> {
    this.#hear(false)
    await this.#unlisten?.()
  }

  /** @param name the name that the triggers send */
  create(name: string, cacheControl: string): ResponseCache {
    const cache = new ResponseCache({ cacheControl })
    cache.enable(this.#isHearing)
    this.#caches.set(name, cache)
    return cache
  }

  /** A call that changes something clears its cache before it answers; other processes follow a moment later. */
  clear(name: string): void {
    this.#caches.get(name)?.clear()
  }

  #hear(isHearing: boolean): void {
    this.#isHearing = isHearing
    for (const cache of this.#caches.values()) cache.enable(isHearing)
  }
}
