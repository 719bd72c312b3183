import type { Feature } from '#platform/server/feature.ts'
import { addConfigRoutes } from './config.routes.ts'

export const publicConfig: Feature = {
  name: 'config',
  routes: addConfigRoutes,
}
