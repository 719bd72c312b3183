import type { Feature } from '../feature.ts'
import { addGeocodingRoutes } from './geocoding.routes.ts'

export const geocoding: Feature = { name: 'geocoding', routes: addGeocodingRoutes }
