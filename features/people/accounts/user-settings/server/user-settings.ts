import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { tours_seen } from '../tables.ts'
import { addUserSettingsRoutes } from './user-settings.routes.ts'

export const userSettings: Feature = {
  name: 'user-settings',
  routes: addUserSettingsRoutes,
  personalData: [{ table: tours_seen, where: ({ id }) => eq(tours_seen.user_id, id) }],
}
