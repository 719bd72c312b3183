import { API_BASE } from '@letterlend/contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { users } from '../db/schema.ts'
import { AppError } from '../http/errors.ts'
import { createToken, findTokenOwner } from '../identity/tokens.queries.ts'

const PATH = `${API_BASE}/mail/unsubscribe`

/** An address that switches notifications off by itself (RFC 8058), for one user. */
export async function unsubscribeUrl(
  db: Db,
  config: Config,
  user: { id: string; email: string | null },
  now: Date,
): Promise<string> {
  return `${config.publicUrl}${PATH}?token=${await createToken(db, 'unsubscribe', user, now)}`
}

/** Mail programs POST a form to it; a person who opens it comes to the privacy switches. */
export async function addUnsubscribeRoutes(app: FastifyInstance): Promise<void> {
  const { database, clock } = app.deps
  const query = z.object({ token: z.string().min(1).max(512) })
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null, undefined)
    })
    scope.post<{ Querystring: z.output<typeof query> }>(
      PATH,
      {
        schema: { tags: ['mail'], summary: 'One-click unsubscribe (RFC 8058)', querystring: query },
      },
      async (request, reply) => {
        const userId = await findTokenOwner(
          database.orm,
          'unsubscribe',
          request.query.token,
          clock(),
        )
        if (!userId) throw new AppError('invalid_token')
        await database.orm
          .update(users)
          .set({ enable_notifications: false })
          .where(eq(users.id, userId))
        return reply.status(204).send()
      },
    )
    scope.get(PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.redirect('/profile/privacy'),
    )
  })
}
