import type { Feature } from '#platform/server/feature.ts'
import { addRequestRoutes } from './requests.routes.ts'

export const requests: Feature = {
  name: 'requests',
  routes: addRequestRoutes,
}
