import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '../../config.ts'

/** Machines query these every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const MAIL_ADDRESS = /[^/]*(?:@|%40)[^/]*/gi
/** A fast check before the slow search above. */
const HAS_ADDRESS = /@|%40/
/** The minimum length of secrets in links. */
const TOKEN = /[\w-]{43,}/g

/** Turns off the framework's own two log lines per request. */
export const noRequestLog = () => new LogController({ disableRequestLogging: true })

/**
 * Drops the query: links log in (`?lt=`), confirm an address or unsubscribe, and searches reveal who looks for what.
 */
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

/** Rounds milliseconds to one decimal. */
const rounded = (ms: number) => Math.round(ms * 10) / 10

/** Writes the log line of a request. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { config: { logAddresses }, logger }: RequestLog,
): void {
  const level = PROBES.has(request.routeOptions.url ?? '') ? 'debug' : 'info'
  const { statusCode: status, elapsedTime, refusal, stoppedBy } = reply
  const broken = !reply.raw.writableEnded && { broken: true }
  // The request's own logger would have to be created for this.
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

/** Log levels that include requests. */
const WITH_REQUESTS = ['info', 'debug', 'trace']

/** Logs one line per request, once it is answered or aborted. */
export function addRequestLog(app: FastifyInstance, log: RequestLog): void {
  // Do no work if these lines are not logged.
  if (!WITH_REQUESTS.includes(log.logger.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply, log)
    done()
  })
}
