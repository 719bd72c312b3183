import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { deleteForgottenLogos } from './kept/brand-logo.ts'
import { addLogoRoutes } from './logo.routes.ts'
import { addSettingRoutes } from './settings.routes.ts'

export { SettingsWatch } from './kept/settings-watch.ts'

/**
 * Settings that a community changes while the server runs. They are stored by
 * `features/community/settings/server/kept/`.
 */
export const settings: Feature = {
  name: 'settings',
  routes(app, deps) {
    addSettingRoutes(app, deps)
    addLogoRoutes(app, deps)
  },
  notExported: {
    brand_logos: 'the logo of the community',
    setting_versions:
      'what the community has set; who set it is in the audit log, which is exported',
  },
  jobs: [cleaning(deleteForgottenLogos)],
}
