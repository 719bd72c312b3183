import type { Feature } from '#platform/server/feature.ts'
import { addUpdateRoutes } from './updates.routes.ts'

export const updates: Feature = {
  name: 'updates',
  routes: addUpdateRoutes,
}
