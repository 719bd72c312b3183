import type { Feature } from '../feature.ts'
import { addStreetMapRoutes } from './street-map.routes.ts'

export const streetMap: Feature = { name: 'street-map', routes: addStreetMapRoutes }
