import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { API_BASE, type Endpoint } from '#platform/shared/endpoint.ts'
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
    /** Other sites may frame this page. */
    frameable?: boolean
    /** Pages of other sites may make the call, without credentials. If it is `optional`, it may know its caller. */
    openData?: Endpoint['access']
  }
  interface FastifyRequest {
    /** Nonce for inline scripts of this response; empty if none are allowed. */
    nonce: string
  }
}

const POLICY = 'content-security-policy'

type Header = readonly [name: string, value: string]

/** Headers that Helmet sets, computed once because they do not depend on the request. Names are in lower case. */
function headersOf(options: HelmetOptions): readonly Header[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error) => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/** Routes outside of the API that machines query every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const CALLS = `${API_BASE}/`
/** Files of the web app and the map. Paths below these folders without an extension get the page. */
const FILES = /^\/(?:assets|basemap)\/[^?]*\.\w+(?:\?|$)/
/** A worker uses the policy of its own file, which has to fit that of a page in a frame as well. */
const WORKERS = /\.worker-[\w-]+\.js(?:\?|$)/
/** Lets pages of any site read a response, and wait as long as it says. Browsers send no cookies with `*`. */
const OPEN_DATA: readonly Header[] = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'retry-after'],
  ['cross-origin-resource-policy', 'cross-origin'],
]
/** Whether the response is a page on which an order is paid. */
const isPaid = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && isPayingScreen(url.split('?')[0] ?? '')

/** Creates the nonce of this response, for its policy and its page. */
function addNonce(request: FastifyRequest, reply: FastifyReply): void {
  request.nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader(POLICY))
  reply.header(POLICY, policy.replace(NONCE, request.nonce))
}

/**
 * Adds precomputed security headers to every response; see decision 16.
 * @param drawings path prefix of drawings, which may load and style nothing, even when opened directly
 */
export function addSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  { drawings }: { drawings: string },
): void {
  const security = contentSecurity(config)
  const permissions = ['permissions-policy', devicePermissions({ paying: false })] as const
  // Search engines would show visitors' attempts until long after the reset.
  const robots: Header[] = config.publicDemo ? [['x-robots-tag', 'noindex, nofollow']] : []
  const usual = [...headersOf(security), permissions, ...robots]
  const frameable = [...headersOf(framed(security)), permissions, ...robots]
  const data = [...headersOf(dataSecurity(config)), ...robots]
  const open = [...data.filter(([name]) => name !== 'cross-origin-resource-policy'), ...OPEN_DATA]
  const withProviders = paying(security, config)
  const payable = withProviders
    ? [
        ...headersOf(withProviders),
        ['permissions-policy', devicePermissions({ paying: true })] as const,
        ...robots,
      ]
    : null
  const needsNonce = payable?.some(([, value]) => value.includes(NONCE))
  app.decorateRequest('nonce', '')
  /** Whether browsers never show the response as a page. */
  const isData = ({ url }: FastifyRequest) =>
    url.startsWith(CALLS) ||
    url.startsWith(drawings) ||
    (FILES.test(url) && !WORKERS.test(url)) ||
    PROBES.has(url)
  const headersFor = (request: FastifyRequest) => {
    const { openData } = request.routeOptions.config
    // An answer for one caller is not for other sites.
    if (openData === 'public' || (openData && !request.headers.authorization)) return open
    if (isData(request)) return data
    if (request.routeOptions.config.frameable || WORKERS.test(request.url)) return frameable
    return payable && isPaid(request) ? payable : usual
  }
  app.addHook('onRequest', (request, reply, done) => {
    const headers = headersFor(request)
    // Set them on the reply only: Fastify checks and joins headers that are also set on the raw response.
    for (const [name, value] of headers) reply.header(name, value)
    if (needsNonce && headers === payable) addNonce(request, reply)
    done()
  })
}
