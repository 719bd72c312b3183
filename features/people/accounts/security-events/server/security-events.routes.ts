import type { FastifyInstance } from 'fastify'
import { recordReadings } from '#features/people/audit/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { securityEventsApi } from '../contract.ts'
import { listSecurityEvents } from './security-events.queries.ts'

/** What happened to an account, for its owner and for those who help them. */
export function addSecurityEventRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock } = deps
  const { orm } = database
  const keptDays = config.securityEventDays
  registerEndpoints(app, deps, 'security-events', securityEventsApi, {
    list: ({ query: { page }, viewer }) => listSecurityEvents(orm, viewer.id, { page, keptDays }),

    ofUser: ({ query: { id, page }, viewer }) =>
      orm.transaction(async (tx) => {
        if (!(await findUser(tx, id))) throw new AppError('not_found')
        await recordReadings(tx, viewer, 'security_event', [id], clock())
        return listSecurityEvents(tx, id, { page, keptDays })
      }),
  })
}
