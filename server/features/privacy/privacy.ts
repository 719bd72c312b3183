import type { Feature } from '../../feature.ts'
import { addPrivacyRoutes } from './privacy.routes.ts'

export const privacy: Feature = {
  name: 'privacy',
  routes: addPrivacyRoutes,
}
