import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { isPayingScreen } from '#platform/shared/paths.ts'
import type { Config } from '../config.ts'
import {
  contentSecurity,
  dataSecurity,
  devicePermissions,
  framed,
  NONCE,
  paying,
} from './content-security.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites may show this page inside their own. */
    frameable?: boolean
  }
  interface FastifyRequest {
    /** What inline scripts of this answer have to know; empty where none may run. */
    nonce: string
  }
}

const POLICY = 'content-security-policy'

type Header = readonly [name: string, value: string]

/** What Helmet sets for one answer; it depends on nothing that a request brings along. Names are in small letters. */
function headersOf(options: HelmetOptions): readonly Header[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error) => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/** Outside of the calls: what machines ask for every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const CALLS = `${API_BASE}/`
/** Files of the built web app and of the map; what is below these folders and has no ending is answered with the page. */
const FILES = /^\/(?:assets|basemap)\/[^?]*\.\w+(?:\?|$)/
/** A worker is held to the policy that its own file came with, not to that of the page which starts it. */
const WORKERS = /\.worker-[\w-]+\.js(?:\?|$)/
/** Whether an answer to this is a document in which somebody pays. */
const isPaid = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && isPayingScreen(url.split('?')[0] ?? '')

/** Makes the nonce of this answer, for its policy and for the page that names it. */
function addNonce(request: FastifyRequest, reply: FastifyReply): void {
  request.nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader(POLICY))
  reply.header(POLICY, policy.replace(NONCE, request.nonce))
}

/**
 * Every answer gets the headers that were made at the start; see decision 16.
 * @param drawings below this path are drawings, which load nothing and style nothing, also when somebody
 *   opens one by itself
 */
export function addSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  { drawings }: { drawings: string },
): void {
  const security = contentSecurity(config)
  const permissions = ['permissions-policy', devicePermissions({ paying: false })] as const
  const usual = [...headersOf(security), permissions]
  const frameable = [...headersOf(framed(security)), permissions]
  const data = headersOf(dataSecurity(config))
  const withProviders = paying(security, config)
  const payable = withProviders
    ? [
        ...headersOf(withProviders),
        ['permissions-policy', devicePermissions({ paying: true })] as const,
      ]
    : null
  const needsNonce = payable?.some(([, value]) => value.includes(NONCE))
  app.decorateRequest('nonce', '')
  /** Whether the answer to this is nothing that a browser shows as a page. */
  const isData = ({ url }: FastifyRequest) =>
    url.startsWith(CALLS) ||
    url.startsWith(drawings) ||
    (FILES.test(url) && !WORKERS.test(url)) ||
    PROBES.has(url)
  const headersFor = (request: FastifyRequest) => {
    if (isData(request)) return data
    if (request.routeOptions.config.frameable) return frameable
    return payable && isPaid(request) ? payable : usual
  }
  app.addHook('onRequest', (request, reply, done) => {
    const headers = headersFor(request)
    // Not on the response itself: of headers in two places it checks and joins each one.
    for (const [name, value] of headers) reply.header(name, value)
    if (needsNonce && headers === payable) addNonce(request, reply)
    done()
  })
}
