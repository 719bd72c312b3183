import type { Feature } from '#platform/server/feature.ts'
import { addUserSettingsRoutes } from './user-settings.routes.ts'

export const userSettings: Feature = {
  name: 'user-settings',
  routes: addUserSettingsRoutes,
}
