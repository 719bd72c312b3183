import type { FastifyInstance, FastifyReply } from 'fastify'
import { Gauge } from 'prom-client'
import type { Deps } from '#platform/server/deps.ts'
import { findCaller, routeLimit } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { logRequest } from '#platform/server/http/watching/request-log.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { errorAnswerSchema } from '#platform/shared/error-answer.ts'
import { EVENTS_PATH, liveEventSchema } from '../contract.ts'
import { EventHub, type LiveSource } from './event-hub.ts'

const EVENT_STREAM = 'text/event-stream; charset=utf-8'
/** How long a browser's own EventSource waits before it reconnects. */
const RECONNECT_MS = 3_000

const schema = {
  tags: ['events'],
  operationId: 'events.stream',
  summary:
    "Streams live events of the caller's transactions as server-sent events, until the session ends",
  security: [{ api_token: [] }],
  response: {
    200: {
      description: 'Each event: its type as `event`, itself as JSON in `data`',
      content: { 'text/event-stream': { schema: liveEventSchema } },
    },
    401: errorAnswerSchema.describe('unauthorized'),
    403: errorAnswerSchema.describe('conversation_only'),
    429: errorAnswerSchema.describe('rate_limited'),
    503: errorAnswerSchema.describe('unavailable'),
  },
}

/** Takes the response away from the framework, and so from compression, which would buffer it. */
function openStream(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.socket?.setNoDelay(true)
  reply.raw.socket?.setKeepAlive(true, RECONNECT_MS)
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  reply.raw.writeHead(200, {
    ...(Object.fromEntries(headers) as Record<string, string>),
    'content-type': EVENT_STREAM,
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  reply.raw.write(`retry: ${RECONNECT_MS}\n\n`)
}

export function addEventRoutes(app: FastifyInstance, deps: Deps, source: LiveSource): void {
  const hub = new EventHub({ ...deps, source })
  new Gauge({
    name: 'letterlend_event_streams',
    help: 'Open streams of live events of this process',
    registers: [deps.metrics],
    collect() {
      this.set(hub.size)
    },
  })
  app.addHook('onReady', () => hub.start())
  // Runs before the server waits for open connections: these would never end by themselves.
  app.addHook('preClose', () => hub.stop())

  app.route({
    method: 'GET',
    url: `${API_BASE}${EVENTS_PATH}`,
    schema,
    config: { rateLimit: routeLimit(deps.config, 'feeds') },
    async preValidation(request) {
      request.viewer = await findCaller(request, deps)
    },
    async handler(request, reply) {
      const viewer = request.viewer
      if (!viewer) throw new AppError('unauthorized')
      hub.checkRoom(viewer.id)
      openStream(reply)
      // The framework no longer logs this response, so it is logged here.
      reply.raw.once('close', () => logRequest(request, reply, deps))
      hub.add({ userId: viewer.id, sessionId: viewer.session_id, response: reply.raw })
    },
  })
}
