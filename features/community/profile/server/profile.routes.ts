import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { profileApi } from '../contract.ts'
import { updateAccount } from './account-update.ts'
import { findUserinfo } from './userinfo.ts'

/** Routes to read and change the own account. */
export function addProfileRoutes(app: FastifyInstance, deps: Deps): void {
  async function userinfoOf(viewer: Viewer) {
    const user = await findUserinfo(deps.database.orm, viewer.id, deps)
    if (!user) throw new AppError('unauthorized')
    return user
  }

  registerEndpoints(
    app,
    deps,
    'accounts',
    profileApi,
    {
      userinfo: ({ viewer }) => userinfoOf(viewer),

      async updateAccountInfo({ body, viewer }) {
        await updateAccount(deps, viewer, body, deps.clock())
        return userinfoOf(viewer)
      },
    },
    { updateAccountInfo: 'credentials' },
  )
}
