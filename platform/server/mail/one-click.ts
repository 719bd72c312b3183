import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** The one link of a mail that ends these mails (RFC 8058). */
export interface OneClick {
  path: string
  /** Where it stands in the API's document, and as what. */
  tag: string
  summary: string
  /** What mail programs ask for by themselves; some of them twice. */
  end(token: string): Promise<void>
  /** Where a person who opens the link is led: mail scanners open links, so nothing ends by that. */
  page(token: string): string
}

const query = z.object({ token: z.string().min(1).max(512) })
type Query = { Querystring: z.output<typeof query> }

/** Mail programs POST a form to it; a person who opens it comes to a page. */
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
