import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../errors.ts'
import type { Load } from './load.ts'

/** A part of the process that has to be loaded before it can serve requests. */
interface ReadinessCheck {
  name: string
  isReady(): boolean
}

/** A slower database counts as not ready. */
const DATABASE_WITHIN_MS = 1_000

/** A database that answers reads may still reject writes: its disk is full, or it became a standby. */
const WRITE_EVERY_MS = 10_000
/** Needs disk space for one page, and is dropped at commit. */
const WRITE = 'CREATE TEMPORARY TABLE letterlend_room ON COMMIT DROP AS SELECT 1 AS one'

/** @returns a function that resolves to whether the database accepts writes; simultaneous callers share one query */
function askDatabase({ database }: Pick<Deps, 'database'>): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null
  let wrote = Number.NEGATIVE_INFINITY
  const ask = async () => {
    if (performance.now() - wrote < WRITE_EVERY_MS) {
      await database.query('SELECT 1')
      return
    }
    wrote = Number.NEGATIVE_INFINITY
    await database.query(WRITE)
    wrote = performance.now()
  }
  return () => {
    asking ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null
      })
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, DATABASE_WITHIN_MS, false)
    })
    return Promise.race([asking, late]).finally(() => clearTimeout(timer))
  }
}

/**
 * Adds `/healthz` (the process is alive) and `/readyz` (it can answer and keeps up). Add it before rate limits and
 * compression, which these routes do not need.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'database'>,
  { load, checks }: { load: Load | null; checks: ReadinessCheck[] },
): void {
  const hidden = { schema: { hide: true } }
  const takesWrites = askDatabase(deps)
  app.get('/healthz', hidden, () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async () => {
    const isReady =
      !load?.isOverloaded() && (await takesWrites()) && checks.every((check) => check.isReady())
    if (!isReady) throw new AppError('unavailable', { retryAfter: 2 })
    return { status: 'ok' }
  })
}
