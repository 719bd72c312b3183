import type { Feature } from '../../feature.ts'
import { addUserSettingsRoutes } from './user-settings.routes.ts'

export const userSettings: Feature = {
  name: 'user-settings',
  routes: addUserSettingsRoutes,
}
