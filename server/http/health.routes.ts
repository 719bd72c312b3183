import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { AppError } from './errors.ts'

/** A part of the process that must be loaded before requests make sense. */
export interface ReadinessCheck {
  name: string
  isReady(): boolean
}

/** `/healthz` (the process lives), `/readyz` (it can answer) and `/metrics` (Prometheus). */
export function addHealthRoutes(
  app: FastifyInstance,
  { database }: Pick<Deps, 'database'>,
  checks: ReadinessCheck[],
): void {
  const hidden = { schema: { hide: true }, config: { rateLimit: false as const } }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  app.addHook('onClose', async () => registry.clear())
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })

  app.get('/healthz', hidden, () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async () => {
    await database.query('SELECT 1')
    if (!checks.every((check) => check.isReady()))
      throw new AppError('unavailable', { retryAfter: 2 })
    return { status: 'ok' }
  })
  app.get('/metrics', hidden, async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
