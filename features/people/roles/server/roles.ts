import type { Feature } from '#platform/server/feature.ts'
import { appointConfirmed } from './giving.ts'
import { keepLastAdmin } from './leaving.ts'
import { tasksChanged } from './mails/tasks-changed.ts'
import { addRoleRoutes } from './roles.routes.ts'

export { appointAdmin } from './giving.ts'
export { offerSetUp, type SetUp } from './set-up-link.ts'

/** Tasks for the community, and how people get them. */
export const roles: Feature = {
  name: 'roles',
  routes: addRoleRoutes,
  confirmed: appointConfirmed,
  mails: [tasksChanged],
  removal: { before: keepLastAdmin },
}
