import type { Feature } from '#platform/server/feature.ts'
import { addAdminUserRoutes } from './admin-users.routes.ts'
import {
  accountRestored,
  accountSuspended,
  accountsMerged,
  dataExported,
  sessionsEnded,
} from './mails.ts'

/** The accounts as those see them who help with them: found, suspended, given a role, deleted. */
export const users: Feature = {
  name: 'users',
  routes: addAdminUserRoutes,
  mails: [accountSuspended, accountRestored, dataExported, sessionsEnded, accountsMerged],
}
