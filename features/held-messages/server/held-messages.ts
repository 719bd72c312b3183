import type { Feature } from '#platform/server/feature.ts'
import { addHeldMessageRoutes } from './held-messages.routes.ts'

export const heldMessages: Feature = {
  name: 'held-messages',
  routes: addHeldMessageRoutes,
}
