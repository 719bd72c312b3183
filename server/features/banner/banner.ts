import type { Feature } from '../../feature.ts'
import { addBannerRoutes } from './banner.routes.ts'

export const banner: Feature = {
  name: 'banner',
  routes: addBannerRoutes,
}
