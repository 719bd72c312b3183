import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { announcementsApi } from '../contract.ts'
import { findFirstUnseen, findRunning, markSeen } from './announcements.queries.ts'

/** Announcements as members see them. An announcement for another audience returns 404. */
export function addAnnouncementRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, database } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'announcements', announcementsApi, {
    getFirstUnseen: ({ viewer }) => findFirstUnseen(orm, viewer.id, clock()),
    async getById({ query, viewer }) {
      const announcement = await findRunning(orm, query.id, viewer.id, clock())
      if (!announcement) throw new AppError('not_found')
      return announcement
    },
    async markAsSeen({ body, viewer }) {
      const view = { announcement_id: body.id, user_id: viewer.id, answer: body.answer }
      if (!(await markSeen(orm, { ...view, seen_at: clock() }))) throw new AppError('not_found')
      return null
    },
  })
}
