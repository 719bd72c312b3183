import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { securityEventsApi } from '../contract.ts'
import { listSecurityEvents } from './security-events.queries.ts'

export function addSecurityEventRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config } = deps
  const keptDays = config.securityEventDays
  registerEndpoints(app, deps, 'security-events', securityEventsApi, {
    list: ({ query: { page }, viewer }) =>
      listSecurityEvents(database.orm, viewer.id, { page, keptDays }),
  })
}
