import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { Deps } from '../../deps.ts'
import { refusedHashes } from '../../identity/passwords.ts'
import { hashSecret } from '../../identity/secrets.ts'
import { VERSION } from '../../version.ts'
import { AppError } from '../errors.ts'
import type { Load } from './load.ts'
import { RequestDurations } from './request-durations.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')
const OWN_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i
/** Headers that a proxy adds when it forwards a request. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether the request comes from a program on this machine. Behind a local proxy every request has a local address, so
 * a forwarded request, or one for the public name, does not count as local, whatever the trust settings.
 */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket
  return (
    LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4') &&
    OWN_NAME.test(headers.host ?? '') &&
    !FORWARDING.some((name) => headers[name] !== undefined)
  )
}

function hasToken({ headers }: FastifyRequest, tokens: readonly string[]): boolean {
  const [scheme, sentToken] = (headers.authorization ?? '').split(' ')
  if (!sentToken || scheme?.toLowerCase() !== 'bearer') return false
  const sent = Buffer.from(hashSecret(sentToken))
  return tokens.some((token) => timingSafeEqual(sent, Buffer.from(hashSecret(token))))
}

interface GaugeText<Label extends string> {
  name: string
  help: string
  labelNames?: Label[]
}

/**
 * Adds a gauge that is computed on each scrape. If the computation fails, for example without a database, the other
 * metrics are still served.
 */
export function addGauge<Label extends string = never>(
  registry: Registry,
  text: GaugeText<Label>,
  ask: (gauge: Gauge<Label>) => void | Promise<void>,
): void {
  new Gauge({
    ...text,
    labelNames: text.labelNames ?? [],
    registers: [registry],
    async collect() {
      this.reset()
      try {
        await ask(this)
      } catch {
        // Without labels it would report 0.
        if (!text.labelNames) this.remove()
      }
    },
  })
}

/** Adds the jobs and mails of all processes: waiting ones, and those that failed for good in the last days. */
function addQueues(registry: Registry, { jobs, mails }: Pick<Deps, 'jobs' | 'mails'>): void {
  const text = {
    name: 'jobs',
    help: 'Jobs in the database that wait or were given up, by queue and state; up to 10000',
    labelNames: ['queue', 'state'],
  }
  addGauge(registry, text, async (gauge) => {
    for (const { count, ...labels } of await jobs.count()) gauge.set(labels, count)
  })
  registry.registerMetric(jobs.durations)
  let asking: ReturnType<typeof mails.waiting> | null = null
  const ask = () => {
    asking ??= mails.waiting().finally(() => {
      asking = null
    })
    return asking
  }
  const waiting = { name: 'letterlend_mails_waiting', help: 'Mails that wait; up to 10000' }
  addGauge(registry, waiting, async (gauge) => gauge.set((await ask()).count))
  const oldest = {
    name: 'letterlend_mails_oldest_due_seconds',
    help: 'How long the oldest waiting mail has been due; 0 if there is none',
  }
  addGauge(registry, oldest, async (gauge) => gauge.set((await ask()).oldestSeconds))
}

function addDatabase(registry: Registry, { database }: Pick<Deps, 'database'>): void {
  if (!database.connections()) return
  const text = {
    name: 'letterlend_database_connections',
    help: 'Connections of the pool of this process, by use (in_use, idle)',
    labelNames: ['use'],
  }
  addGauge(registry, text, (gauge) => {
    const { inUse = 0, idle = 0 } = database.connections() ?? {}
    gauge.set({ use: 'in_use' }, inUse)
    gauge.set({ use: 'idle' }, idle)
  })
  const waiting = {
    name: 'letterlend_database_waiting_calls',
    help: 'Calls of this process that wait for a connection',
  }
  addGauge(registry, waiting, (gauge) => gauge.set(database.connections()?.waiting ?? 0))
}

/** Gauges of the client library that are named like counters; other metrics contain the same values. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

function addProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const text = {
    name: 'letterlend_build_info',
    help: 'Always 1; its label is the running version',
    labelNames: ['version'],
  }
  addGauge(registry, text, (gauge) => gauge.set({ version: VERSION }, 1))
}

/**
 * Adds `/metrics` (Prometheus) for local programs and for clients with a token. It covers all processes that share the
 * port, whichever of them answers. Its hook is on the app itself, so it sees the responses of every scope opened later.
 */
export function addMetrics(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'database' | 'jobs' | 'mails' | 'metrics' | 'siblings'>,
  load: Load | null,
): void {
  const registry = deps.metrics
  addProcess(registry)
  const durations = new RequestDurations(registry)
  addQueues(registry, deps)
  addDatabase(registry, deps)
  registry.registerMetric(refusedHashes)
  if (load) registry.registerMetric(load.shed)
  deps.siblings?.shareMetrics(registry)
  app.addHook('onClose', async () => registry.clear())
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.count(request.method, route, reply.statusCode, reply.elapsedTime / SECOND_MS)
    done()
  })

  const hidden = { schema: { hide: true }, config: { rateLimit: false as const } }
  app.get('/metrics', hidden, async (request, reply) => {
    if (!isFromHere(request) && !hasToken(request, deps.config.metricsTokens)) {
      throw new AppError('forbidden')
    }
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return deps.siblings ? deps.siblings.metricsOfAll() : registry.metrics()
  })
}
