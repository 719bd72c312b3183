import type { Feature } from '#platform/server/feature.ts'
import { addInvitationRoutes } from './invitations.routes.ts'

/** Letters that invite the people of a street or the owners of an import. */
export const invitations: Feature = {
  name: 'invitations',
  routes: addInvitationRoutes,
}
