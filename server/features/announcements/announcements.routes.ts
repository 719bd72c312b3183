import { announcementsApi } from '@letterlend/contract/announcements.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import {
  createAnnouncement,
  findActive,
  findFirstUnseen,
  listReports,
  markSeen,
  updateAnnouncement,
} from './announcements.queries.ts'

function found<T>(thing: T | null): T {
  if (thing === null) throw new AppError('not_found')
  return thing
}

export function addAnnouncementRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, database } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'announcements', announcementsApi, {
    getFirstUnseen: ({ viewer }) => findFirstUnseen(orm, viewer.id),
    getById: async ({ query }) => found(await findActive(orm, query.id)),
    async markAsSeen({ body, viewer }) {
      const view = { announcement_id: body.id, user_id: viewer.id, answer: body.answer }
      if (!(await markSeen(orm, { ...view, seen_at: clock() }))) throw new AppError('not_found')
      return null
    },
    list: () => listReports(orm),
    async create({ body }) {
      const { id, ...texts } = body
      const now = clock()
      const created = await createAnnouncement(orm, {
        ...texts,
        ...(id !== undefined && { id }),
        created_at: now,
        updated_at: now,
      })
      if (!created) throw new AppError('conflict')
      return created
    },
    async update({ body: { id, ...change } }) {
      return found(await updateAnnouncement(orm, id, { ...change, updated_at: clock() }))
    },
    async retire({ body: { id } }) {
      return found(await updateAnnouncement(orm, id, { active: false, updated_at: clock() }))
    },
  })
}
