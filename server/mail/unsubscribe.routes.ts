import { API_BASE } from '@letterlend/contract/endpoint.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { users } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/errors.ts'
import { createToken, findTokenOwner } from '../identity/tokens.queries.ts'
import { addOneClickRoutes } from './one-click.ts'

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

/** Switches notifications off; a person comes to the privacy switches. */
export function addUnsubscribeRoutes(app: FastifyInstance, { database, clock }: Deps): void {
  addOneClickRoutes(app, {
    path: PATH,
    tag: 'mail',
    summary: 'One-click unsubscribe (RFC 8058)',
    async end(token) {
      const userId = await findTokenOwner(database.orm, 'unsubscribe', token, clock())
      if (!userId) throw new AppError('invalid_token')
      await database.orm
        .update(users)
        .set({ enable_notifications: false })
        .where(eq(users.id, userId))
    },
    page: () => paths.privacy(),
  })
}
