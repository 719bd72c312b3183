import type { Feature } from '../../feature.ts'
import { addSessionRoutes } from './sessions.routes.ts'

export const sessions: Feature = {
  name: 'sessions',
  routes: addSessionRoutes,
}
