import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { deleteOldBatches } from './letters.queries.ts'
import { addParcelRoutes } from './parcels.routes.ts'

export const parcels: Feature = {
  name: 'parcels',
  routes: addParcelRoutes,
  notExported: {
    parcel_codes: 'codes of parcels and letters; the letterbox stores what a code has proved',
    letter_batches:
      'letters of the community; who made them is in the audit log, which is exported',
  },
  jobs: [cleaning(deleteOldBatches)],
}
