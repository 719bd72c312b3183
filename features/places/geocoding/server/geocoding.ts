import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { deleteOldAnswers } from './geocoding.queries.ts'
import { addGeocodingRoutes } from './geocoding.routes.ts'

export const geocoding: Feature = {
  name: 'geocoding',
  routes: addGeocodingRoutes,
  jobs: [cleaning(deleteOldAnswers)],
}
