import type { Deps } from '#platform/server/deps.ts'

/**
 * Keeps what takes long to work out. It is worked out when it is asked for, never twice at a time; who
 * asks while the value is too old gets the old value, and later callers the new one. The first callers wait.
 * @param freshMs how old it may be before it is worked out again
 * @returns asks for it; rejects only where there is nothing to tell yet
 */
export function keepFresh<T>(
  { clock, logger }: Pick<Deps, 'clock' | 'logger'>,
  freshMs: number,
  workOut: () => Promise<T>,
): () => Promise<T> {
  let latest: { value: T; since: number } | null = null
  let running: Promise<T> | null = null
  const begin = () => {
    const since = clock().getTime()
    running ??= workOut()
      .then((value) => {
        latest = { value, since }
        return value
      })
      .finally(() => {
        running = null
      })
    return running
  }
  return async () => {
    if (latest === null) return begin()
    if (clock().getTime() - latest.since >= freshMs) {
      begin().catch((error: unknown) => logger.warn({ err: error }, 'not counted again'))
    }
    return latest.value
  }
}
