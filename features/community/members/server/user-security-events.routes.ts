import type { FastifyInstance } from 'fastify'
import { listSecurityEvents } from '#features/people/accounts/security-events/server/door.ts'
import { recordReadings } from '#features/people/audit/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { userSecurityEventsApi } from '../contract.admin.ts'

/** Security events of an account, for the staff. Looking at them is recorded. */
export function addUserSecurityEventRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock } = deps
  const keptDays = config.securityEventDays
  registerEndpoints(app, deps, 'security-events', userSecurityEventsApi, {
    ofUser: ({ query: { id, page }, viewer }) =>
      database.orm.transaction(async (tx) => {
        if (!(await findUser(tx, id))) throw new AppError('not_found')
        await recordReadings(tx, viewer, 'security_event', [id], clock())
        return listSecurityEvents(tx, id, { page, keptDays })
      }),
  })
}
