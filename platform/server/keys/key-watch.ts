import type { Database } from '../db/client.ts'
import { KEYS_CHANNEL, type KeyKind, type StoredKey, storedKey } from './stored-keys.ts'

/**
 * Keys that are used too often to be read each time: kept in memory until they are rotated, by whatever process or
 * command.
 */
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

  /** Grows whenever a key may be another one than before. */
  get version(): number {
    return this.#version
  }

  read<Value>(kind: KeyKind<Value>): Promise<StoredKey<Value>> {
    const kept = this.#kept.get(kind.row)
    // What is kept under a row was read by its kind.
    if (kept) return kept as Promise<StoredKey<Value>>
    const reading = storedKey(this.#database.orm, kind, this.#clock())
    this.#kept.set(kind.row, reading)
    // Without a database there is nothing to keep: the next one who asks tries again.
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
