import type { FastifyBaseLogger } from 'fastify'

interface BackgroundWork {
  /** Used in the log message of a failed run: `cleaning up` failed. */
  name: string
  everyMs: number
  /** Start the first run immediately instead of after the first interval. */
  atOnce?: boolean
}

/**
 * Runs work at an interval in this process, never twice at a time: a slow run delays the next one. Failures are logged
 * and the next interval retries. The timer does not keep the process alive. Use it for the state of this process, such
 * as its map; everything else is a job of the queue.
 * @returns a function that stops it and resolves when the current run has ended
 */
export function background(
  { logger }: { logger: FastifyBaseLogger },
  { name, everyMs, atOnce = false }: BackgroundWork,
  run: () => Promise<unknown>,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const begin = () => {
    running ??= run()
      .then(
        () => {},
        (error: unknown) => logger.warn({ err: error }, `${name} failed; trying again later`),
      )
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(begin, everyMs)
  timer.unref()
  if (atOnce) begin()
  return async () => {
    clearInterval(timer)
    await running
  }
}
