import type { Feature } from '#platform/server/feature.ts'
import { addOverviewRoutes } from './overview.routes.ts'

/** What administrators see first: what waits, and how the community does. */
export const overview: Feature = {
  name: 'overview',
  routes: addOverviewRoutes,
}
