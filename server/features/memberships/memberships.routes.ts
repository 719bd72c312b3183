import { membershipsApi } from '@letterlend/contract/memberships.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { users } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import { findUser } from '../../identity/users.queries.ts'
import { presentMemberships } from './memberships.presenter.ts'
import { listMemberships } from './memberships.queries.ts'

export function addMembershipRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database

  async function answer(userId: string) {
    const user = await findUser(orm, userId)
    if (!user) throw new AppError('unauthorized')
    return presentMemberships(user, await listMemberships(orm, userId))
  }

  registerEndpoints(app, deps, 'memberships', membershipsApi, {
    list: ({ viewer }) => answer(viewer.id),

    async updateReminders({ body, viewer }) {
      await orm.update(users).set(body).where(eq(users.id, viewer.id))
      return answer(viewer.id)
    },
  })
}
