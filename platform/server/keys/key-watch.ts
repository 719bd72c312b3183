import type { Database } from '../db/client.ts'
import { KEYS_CHANNEL, type KeyKind, type StoredKey, storedKey } from './stored-keys.ts'

/** Keeps frequently used keys in memory until a process or command rotates them. */
export class KeyWatch {
  readonly #database: Database
  readonly #clock: () => Date
  readonly #kept = new Map<string, Promise<StoredKey<unknown>>>()
  #version = 0
  #unlisten: (() => Promise<void>) | null = null

  constructor({ database, clock }: { database: Database; clock: () => Date }) {
    this.#database = database
    this.#clock = clock
  }

  /** Increases whenever a key may have changed. */
  get version(): number {
    return this.#version
  }

  read<Value>(kind: KeyKind<Value>): Promise<StoredKey<Value>> {
    const kept = this.#kept.get(kind.row)
    // The cached value was parsed by the same kind.
    if (kept) return kept as Promise<StoredKey<Value>>
    const reading = storedKey(this.#database.orm, kind, this.#clock())
    this.#kept.set(kind.row, reading)
    // Without a database there is nothing to cache: the next caller tries again.
    reading.catch(() => this.#kept.delete(kind.row))
    return reading
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#database.listen({
      channel: KEYS_CHANNEL,
      onPayload: (row) => {
        this.#kept.delete(row)
        this.#version++
      },
      onReconnect: () => {
        this.#kept.clear()
        this.#version++
      },
    })
  }

  async stop(): Promise<void> {
    await this.#unlisten?.()
  }
}
