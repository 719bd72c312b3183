import type { Given } from '../../deps.ts'
import type { Feature } from '../../feature.ts'
import { addBannerRoutes } from './banner.routes.ts'
import { BannerWatch } from './banner-watch.ts'

/** The banner as this process knows it; not started yet. */
export const watchBanner = (given: Given) => new BannerWatch(given)

export const banner: Feature = {
  name: 'banner',
  routes: addBannerRoutes,
}
