import type { FastifyInstance } from 'fastify'
import { findMailChoices, storeMailChoices } from '#features/people/notifications/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { membershipsApi } from '../contract.ts'
import { listMemberships } from './memberships.queries.ts'
import { presentMemberships } from './presenter.ts'

export function addMembershipRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database

  async function answer(userId: string) {
    const user = await findUser(orm, userId)
    if (!user) throw new AppError('unauthorized')
    return presentMemberships(
      user,
      await findMailChoices(orm, userId),
      await listMemberships(orm, userId),
    )
  }

  registerEndpoints(app, deps, 'memberships', membershipsApi, {
    list: ({ viewer }) => answer(viewer.id),

    async updateReminders({ body, viewer }) {
      await storeMailChoices(orm, viewer.id, body)
      return answer(viewer.id)
    },
  })
}
