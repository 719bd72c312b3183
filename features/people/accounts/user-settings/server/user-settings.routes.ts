import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type UserSettings, userSettingsApi } from '../contract.ts'

const columns = {
  lang: users.lang,
  tour_map_seen: users.tour_map_seen,
  tour_letterbox_seen: users.tour_letterbox_seen,
}

async function change(
  db: Db,
  userId: string,
  settings: Partial<UserSettings>,
): Promise<UserSettings> {
  const [changed] = await db
    .update(users)
    .set(settings)
    .where(eq(users.id, userId))
    .returning(columns)
  if (!changed) throw new AppError('unauthorized')
  return changed
}

export function addUserSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'userSettings', userSettingsApi, {
    async get({ viewer }) {
      const [settings] = await orm.select(columns).from(users).where(eq(users.id, viewer.id))
      if (!settings) throw new AppError('unauthorized')
      return settings
    },
    update: ({ body, viewer }) => change(orm, viewer.id, { lang: body.lang }),
    markTourMapAsSeen: ({ viewer }) => change(orm, viewer.id, { tour_map_seen: true }),
    markTourLetterboxAsSeen: ({ viewer }) => change(orm, viewer.id, { tour_letterbox_seen: true }),
  })
}
