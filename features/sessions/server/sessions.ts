import type { Feature } from '#platform/server/feature.ts'
import { addSessionRoutes } from './sessions.routes.ts'

export const sessions: Feature = {
  name: 'sessions',
  routes: addSessionRoutes,
}
