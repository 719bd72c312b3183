/** A least-recently-used cache. Reading an entry counts as use. */
export class TileCache<T> {
  readonly #entries = new Map<string, T>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry
  }

  set(key: string, entry: T): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#capacity) return
      this.#entries.delete(oldest)
    }
  }

  /** Keys in order of use, the most recent last. */
  keys(): string[] {
    return [...this.#entries.keys()]
  }
}
