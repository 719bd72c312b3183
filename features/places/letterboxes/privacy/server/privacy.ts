import type { Feature } from '#platform/server/feature.ts'
import { addPrivacyRoutes } from './privacy.routes.ts'

export const privacy: Feature = {
  name: 'privacy',
  routes: addPrivacyRoutes,
}
