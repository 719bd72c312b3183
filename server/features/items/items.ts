import type { Feature } from '../../feature.ts'
import { addItemRoutes } from './items.routes.ts'
import { seedItems } from './items.seed.ts'

export const items: Feature = {
  name: 'items',
  fill: seedItems,
  routes: addItemRoutes,
}
