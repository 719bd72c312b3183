import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type UserSettings, userSettingsApi } from '../contract.ts'
import { changeLanguage, findUserSettings, markTourSeen } from './user-settings.queries.ts'

export function addUserSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  async function settingsOf(userId: string): Promise<UserSettings> {
    const settings = await findUserSettings(orm, userId)
    if (!settings) throw new AppError('unauthorized')
    return settings
  }

  registerEndpoints(app, deps, 'userSettings', userSettingsApi, {
    get: ({ viewer }) => settingsOf(viewer.id),
    async update({ body, viewer }) {
      await changeLanguage(orm, viewer.id, body.lang)
      return settingsOf(viewer.id)
    },
    async markTourMapAsSeen({ viewer }) {
      await markTourSeen(orm, viewer.id, { tour_map_seen: true })
      return settingsOf(viewer.id)
    },
    async markTourLetterboxAsSeen({ viewer }) {
      await markTourSeen(orm, viewer.id, { tour_letterbox_seen: true })
      return settingsOf(viewer.id)
    },
  })
}
