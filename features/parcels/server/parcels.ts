import type { Feature } from '#platform/server/feature.ts'
import { addParcelRoutes } from './parcels.routes.ts'

export const parcels: Feature = {
  name: 'parcels',
  routes: addParcelRoutes,
  notExported: { parcel_codes: 'codes of parcels; what one has proved stands with the letterbox' },
}
