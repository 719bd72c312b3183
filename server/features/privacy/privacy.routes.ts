import { privacyApi } from '@letterlend/contract/privacy.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { users } from '../../db/schema.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import { settlePrivacy } from '../accounts/accounts.rules.ts'
import { presentPrivacy } from '../letterboxes/letterboxes.presenter.ts'

export function addPrivacyRoutes(app: FastifyInstance): void {
  const { orm } = app.deps.database
  registerEndpoints(app, 'privacy', privacyApi, {
    async update({ body, viewer }) {
      const settled = await orm.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, viewer.id)).for('update')
        if (!user) throw new AppError('unauthorized')
        const privacy = settlePrivacy(presentPrivacy(user), body)
        await tx.update(users).set(privacy).where(eq(users.id, viewer.id))
        return privacy
      })
      await app.letterboxFeed.refreshOwner(viewer.id)
      return settled
    },
  })
}
