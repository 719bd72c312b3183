import type { Feature } from '#platform/server/feature.ts'
import { addOverviewRoutes } from './overview.routes.ts'

/** The administrators' start page: open queues, and the figures of the community. */
export const overview: Feature = {
  name: 'overview',
  routes: addOverviewRoutes,
}
