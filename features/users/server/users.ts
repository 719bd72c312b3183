import type { Feature } from '#platform/server/feature.ts'
import { addAdminUserRoutes } from './admin-users.routes.ts'
import { accountRestored } from './mails/account-restored.ts'
import { accountSuspended } from './mails/account-suspended.ts'
import { accountsMerged } from './mails/accounts-merged.ts'
import { dataExported } from './mails/data-exported.ts'
import { sessionsEnded } from './mails/sessions-ended.ts'

/** The accounts as those see them who help with them: found, suspended, given a role, deleted. */
export const users: Feature = {
  name: 'users',
  routes: addAdminUserRoutes,
  mails: [accountSuspended, accountRestored, dataExported, sessionsEnded, accountsMerged],
}
