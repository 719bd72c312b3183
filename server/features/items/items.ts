import type { Feature } from '../../feature.ts'
import { addItemRoutes } from './items.routes.ts'

export const items: Feature = {
  name: 'items',
  routes: addItemRoutes,
}
