import type { Feature } from '../../feature.ts'
import { addSettingRoutes } from './settings.routes.ts'

/** What a community sets while the server runs; `server/settings/` keeps it. */
export const settings: Feature = {
  name: 'settings',
  routes: addSettingRoutes,
  notExported: {
    setting_versions:
      'what the community has set; who set it is in the audit log, which is exported',
  },
}
