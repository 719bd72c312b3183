import type { FastifyBaseLogger } from 'fastify'

interface BackgroundWork {
  /** Begins the sentence that is logged when a run fails: `cleaning up` failed. */
  name: string
  everyMs: number
  /** The first run begins now instead of after the first pause. */
  atOnce?: boolean
}

/**
 * Runs something every so often in this process, never twice at a time: a run that takes longer
 * than the pause is not joined by another. What fails is logged and tried again at the next turn.
 * It keeps no process alive. For what concerns this process alone, such as its map; all else is a job of the queue.
 * @returns ends it, and resolves when the run under way has ended
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
