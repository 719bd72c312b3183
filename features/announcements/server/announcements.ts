import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { announcement_views } from '../tables.ts'
import { addAdminAnnouncementRoutes } from './admin-announcements.routes.ts'
import { addAnnouncementRoutes } from './announcements.routes.ts'

export const announcements: Feature = {
  name: 'announcements',
  routes(app, deps) {
    addAnnouncementRoutes(app, deps)
    addAdminAnnouncementRoutes(app, deps)
  },
  personalData: [
    { table: announcement_views, where: ({ id }) => eq(announcement_views.user_id, id) },
  ],
}
