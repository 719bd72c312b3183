import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { waitsApi } from '../contract.ts'
import { joinLine } from './joining.ts'
import { leaveLine, leaveLineByLink } from './leaving.ts'
import { countWaiting, listWaits } from './listing.ts'

export function addWaitRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  const listOf = (userId: string) => listWaits(orm, userId, deps.clock())

  registerEndpoints(
    app,
    deps,
    'waits',
    waitsApi,
    {
      list: ({ viewer }) => listOf(viewer.id),

      async join({ body, viewer }) {
        if (!viewer.email_confirmed) throw new AppError('email_not_confirmed')
        await orm.transaction((tx) => joinLine(tx, deps, viewer.id, body))
        const waits = await listOf(viewer.id)
        const wait = waits.find(
          ({ letterbox_id, item_id }) =>
            letterbox_id === body.letterbox_id && item_id === body.item_id,
        )
        if (!wait) throw new AppError('status_changed')
        return wait
      },

      async leave({ body, viewer }) {
        await leaveLine(orm, { user_id: viewer.id, ...body })
        return null
      },

      async leaveByLink({ body }) {
        const item_id = await leaveLineByLink(orm, body.token)
        if (item_id === null) throw new AppError('invalid_token')
        return { item_id }
      },

      here: ({ viewer }) => countWaiting(orm, viewer.id),
    },
    { leaveByLink: 'links' },
  )
}
