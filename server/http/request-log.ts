import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '../config.ts'

/** Asked every few seconds, by machines. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const MAIL_ADDRESS = /[^/]*(?:@|%40)[^/]*/gi
/** As long as the secrets of links are. */
const TOKEN = /[\w-]{43,}/g

/** The framework's own two lines a request are not written. */
export const noRequestLog = () => new LogController({ disableRequestLogging: true })

/** Without the query: links log in (`?lt=`), confirm an address or unsubscribe; searches say who looks for what. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(MAIL_ADDRESS, '(address)').replace(TOKEN, '(token)')
}

function lineOf({ method, url, ip }: FastifyRequest, withAddress: boolean) {
  return { method, path: loggedPath(url), ...(withAddress && { address: ip }) }
}

/** The one line of a request. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { logAddresses }: Pick<Config, 'logAddresses'>,
): void {
  const level = PROBES.has(request.routeOptions.url ?? '') ? 'debug' : 'info'
  const { statusCode: status, elapsedTime } = reply
  const broken = !reply.raw.writableEnded && { broken: true }
  const ms = Math.round(elapsedTime * 10) / 10
  request.log[level]({ ...lineOf(request, logAddresses), status, ms, ...broken }, 'request')
}

/** One line for each request, once it is answered or has broken off. */
export function addRequestLog(app: FastifyInstance, config: Pick<Config, 'logAddresses'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply, config)
    done()
  })
}
