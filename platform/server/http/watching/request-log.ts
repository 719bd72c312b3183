import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '../../config.ts'

/** Asked every few seconds, by machines. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const MAIL_ADDRESS = /[^/]*(?:@|%40)[^/]*/gi
/** Tells in a moment what the one above looks for at length. */
const HAS_ADDRESS = /@|%40/
/** As long as the secrets of links are. */
const TOKEN = /[\w-]{43,}/g

/** The framework's own two lines a request are not written. */
export const noRequestLog = () => new LogController({ disableRequestLogging: true })

/** Without the query: links log in (`?lt=`), confirm an address or unsubscribe; searches say who looks for what. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  const withoutAddresses = HAS_ADDRESS.test(path) ? path.replace(MAIL_ADDRESS, '(address)') : path
  return withoutAddresses.replace(TOKEN, '(token)')
}

function lineOf({ method, url, ip }: FastifyRequest, withAddress: boolean) {
  return {
    method,
    path: loggedPath(url),
    address: withAddress ? ip : undefined,
  }
}

interface RequestLog {
  config: Pick<Config, 'logAddresses'>
  logger: FastifyBaseLogger
}

/** Milliseconds to a tenth. */
const rounded = (ms: number) => Math.round(ms * 10) / 10

/** The one line of a request. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { config: { logAddresses }, logger }: RequestLog,
): void {
  const level = PROBES.has(request.routeOptions.url ?? '') ? 'debug' : 'info'
  const { statusCode: status, elapsedTime, refusal, stoppedBy } = reply
  const broken = !reply.raw.writableEnded && { broken: true }
  // Not by the request's own logger, which would be made for it.
  const refused = refusal !== null && { code: refusal, limit: stoppedBy ?? undefined }
  const line = {
    reqId: request.id,
    ...lineOf(request, logAddresses),
    status,
    ...refused,
    ms: rounded(elapsedTime),
    ...broken,
  }
  logger[level](line, 'request')
}

/** Levels at which requests are written down. */
const WITH_REQUESTS = ['info', 'debug', 'trace']

/** One line for each request, once it is answered or has broken off. */
export function addRequestLog(app: FastifyInstance, log: RequestLog): void {
  // What nobody wants to read must cost nothing.
  if (!WITH_REQUESTS.includes(log.logger.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply, log)
    done()
  })
}
