import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { privacyApi } from '../contract.ts'
import { presentPrivacy, settlePrivacy } from './privacy.rules.ts'

export function addPrivacyRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'privacy', privacyApi, {
    async update({ body, viewer }) {
      const settled = await orm.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, viewer.id)).for('update')
        if (!user) throw new AppError('unauthorized')
        const [changed] = await tx
          .update(users)
          .set(settlePrivacy(user, body))
          .where(eq(users.id, viewer.id))
          .returning()
        if (!changed) throw new Error('Unexpected missing account')
        return presentPrivacy(changed)
      })
      await deps.letterboxFeed.refreshOwner(viewer.id)
      return settled
    },
  })
}
