import type { Feature } from '../../feature.ts'
import { addImpactRoutes } from './impact.routes.ts'

export const impact: Feature = {
  name: 'impact',
  routes: addImpactRoutes,
}
