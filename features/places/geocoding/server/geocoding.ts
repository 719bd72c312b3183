import { ADDRESS_FINDING } from '#features/places/letterboxes/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { createGeocoding } from './cached-geocoding.ts'
import { deleteOldAnswers } from './geocoding.queries.ts'
import { addGeocodingRoutes } from './geocoding.routes.ts'
import { liesInCountry } from './offline.ts'

export const geocoding: Feature = {
  name: 'geocoding',
  routes: addGeocodingRoutes,
  jobs: [cleaning(deleteOldAnswers)],
  answers: [
    answering(ADDRESS_FINDING, {
      find: (deps, address) =>
        createGeocoding({ ...deps, streets: deps.streetMap.streets }).geocode(address),
      isInCountry: liesInCountry,
    }),
  ],
}
