import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** The one-click unsubscribe link of a mail (RFC 8058). */
export interface OneClick {
  path: string
  /** Its tag and summary in the API document. */
  tag: string
  summary: string
  /** Called by mail programs, by some of them twice. */
  end(token: string): Promise<void>
  /** Page for people who open the link. Mail scanners open links too, so this alone must not unsubscribe. */
  page(token: string): string
}

const query = z.object({ token: z.string().min(1).max(512) })
type Query = { Querystring: z.output<typeof query> }

/** A POST, from mail programs, unsubscribes; a GET redirects to the page. */
export function addOneClickRoutes(app: FastifyInstance, oneClick: OneClick): void {
  const { path, tag, summary, end, page } = oneClick
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null, undefined)
    })
    const schema = { tags: [tag], summary, querystring: query }
    scope.post<Query>(path, { schema }, async (request, reply) => {
      await end(request.query.token)
      return reply.status(204).send()
    })
    const opened = { schema: { hide: true, querystring: query } }
    scope.get<Query>(path, opened, (request, reply) => reply.redirect(page(request.query.token)))
  })
}
