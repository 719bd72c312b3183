import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from './errors.ts'

/** A part of the process that must be loaded before requests make sense. */
interface ReadinessCheck {
  name: string
  isReady(): boolean
}

/**
 * `/healthz` (the process lives) and `/readyz` (it can answer). To be added before what counts and
 * compresses answers: these need neither.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { database }: Pick<Deps, 'database'>,
  checks: ReadinessCheck[],
): void {
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async () => {
    await database.query('SELECT 1')
    if (!checks.every((check) => check.isReady()))
      throw new AppError('unavailable', { retryAfter: 2 })
    return { status: 'ok' }
  })
}
