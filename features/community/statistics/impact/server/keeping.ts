import type { Deps } from '#platform/server/deps.ts'

/**
 * Caches a slow computation. It runs on demand, never twice at a time. While the value is too old, the current caller
 * still gets it and later ones the new value. Only the first callers wait.
 * @param freshMs maximum age before it is computed again
 * @returns a function for the value; rejects only if there is no value yet
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
