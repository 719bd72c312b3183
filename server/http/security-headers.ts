import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'
import { contentSecurity, framed } from './content-security.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites may show this page inside their own. */
    frameable?: boolean
  }
}

type Header = readonly [name: string, value: string]

/** Keeps what is set as it was written; Node itself tells names in small letters only. */
class HeaderList extends ServerResponse {
  readonly headers: Header[] = []

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.headers.push([name, String(value)])
    return this
  }
}

/** What Helmet sets for one answer; it depends on nothing that a request brings along. */
function headersOf(options: HelmetOptions): readonly Header[] {
  const response = new HeaderList(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error) => {
    if (error) throw error
  })
  return response.headers
}

/** Every answer gets the headers that were made at the start; see decision 16. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const security = contentSecurity(config)
  const usual = headersOf(security)
  const frameable = headersOf(framed(security))
  app.addHook('onRequest', (request, reply, done) => {
    const headers = request.routeOptions.config.frameable ? frameable : usual
    // On the response itself: only there a route can still take one of them away or replace it.
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
}
