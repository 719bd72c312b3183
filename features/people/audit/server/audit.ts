import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { auditApi } from '../contract.admin.ts'
import { audit_log } from '../tables.ts'
import { searchAudit } from './audit.queries.ts'

/** The audit log of the back office; every feature adds to it by `recordAct`. */
export const audit: Feature = {
  name: 'audit',
  routes(app, deps) {
    registerEndpoints(app, deps, 'audit', auditApi, {
      list: ({ query: { from, until, ...filter } }) => {
        const { timeZone } = deps.config
        return searchAudit(deps.database.orm, { ...filter, days: { from, until, timeZone } })
      },
    })
  },
  personalData: [{ table: audit_log, where: ({ id }) => eq(audit_log.actor_id, id) }],
}
