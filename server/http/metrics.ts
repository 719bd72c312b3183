import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { refusedHashes } from '../identity/passwords.ts'
import { hashSecret } from '../identity/secrets.ts'
import { AppError } from './errors.ts'
import type { Load } from './load.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')
const OWN_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i
/** A proxy says with these that it asks for somebody else. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether a program on this machine asks for itself. Behind a proxy on this machine everyone comes from
 * here: what was passed on, or asked under the public name, is not from here, whatever is trusted.
 */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket
  return (
    LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4') &&
    OWN_NAME.test(headers.host ?? '') &&
    !FORWARDING.some((name) => headers[name] !== undefined)
  )
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [scheme, given] = (headers.authorization ?? '').split(' ')
  if (!token || !given || scheme?.toLowerCase() !== 'bearer') return false
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)))
}

/** The jobs of all processes: what waits, and what was given up in the last days. */
function addJobCounts(registry: Registry, { jobs }: Pick<Deps, 'jobs'>): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs in the database, by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      // Without its database a process is worth measuring all the more.
      const counts = await jobs.count().catch(() => [])
      for (const { count, ...labels } of counts) this.set(labels, count)
    },
  })
}

/**
 * `/metrics` (Prometheus), for this machine and whoever has the token. Its hook is the app's own, so that it sees the answers of every scope that
 * is opened after it.
 */
export function addMetrics(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'jobs'>,
  load: Load | null,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  addJobCounts(registry, deps)
  registry.registerMetric(refusedHashes)
  if (load) registry.registerMetric(load.shed)
  app.addHook('onClose', async () => registry.clear())
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })

  const hidden = { schema: { hide: true }, config: { rateLimit: false as const } }
  app.get('/metrics', hidden, async (request, reply) => {
    if (!isFromHere(request) && !hasToken(request, deps.config.metricsToken)) {
      throw new AppError('forbidden')
    }
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return registry.metrics()
  })
}
