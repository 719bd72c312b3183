import type { Feature } from '#platform/server/feature.ts'
import { addImpactRoutes } from './impact.routes.ts'

export const impact: Feature = {
  name: 'impact',
  routes: addImpactRoutes,
}
