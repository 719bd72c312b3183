import type { Feature } from '#platform/server/feature.ts'
import { addAdminUserRoutes } from './admin/users.routes.ts'
import {
  accountRestored,
  accountSuspended,
  accountsMerged,
  dataExported,
  sessionsEnded,
} from './mails.ts'
import { addUserSecurityEventRoutes } from './user-security-events.routes.ts'

/** The accounts in the back office: search, suspend, change roles, delete. */
export const users: Feature = {
  name: 'users',
  routes(app, deps) {
    addAdminUserRoutes(app, deps)
    addUserSecurityEventRoutes(app, deps)
  },
  mails: [accountSuspended, accountRestored, dataExported, sessionsEnded, accountsMerged],
}
