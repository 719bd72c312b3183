import { eq, sql } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { MAILING } from '#platform/server/mail/questions.ts'
import { answering } from '#platform/server/questions.ts'
import { announcement_views } from '../tables.ts'
import { addAdminAnnouncementRoutes } from './admin/announcements.routes.ts'
import { addAnnouncementRoutes } from './announcements.routes.ts'
import { announcementMail } from './mails/announcement-mail.ts'
import { sendingBegan } from './mails.ts'
import { sendingPlanned } from './planning.ts'
import { announcementMailings } from './sending.ts'

export const announcements: Feature = {
  name: 'announcements',
  routes(app, deps) {
    addAnnouncementRoutes(app, deps)
    addAdminAnnouncementRoutes(app, deps)
  },
  mails: [announcementMail, sendingBegan],
  jobs: [sendingPlanned],
  answers: announcementMailings.map((kind) => answering(MAILING, kind)),
  merge: {
    async move(tx, _deps, { from, into }) {
      await tx.execute(sql`
        UPDATE ${announcement_views} SET user_id = ${into.id}
        WHERE user_id = ${from.id} AND announcement_id NOT IN (
          SELECT announcement_id FROM ${announcement_views} WHERE user_id = ${into.id})`)
    },
  },
  personalData: [
    { table: announcement_views, where: ({ id }) => eq(announcement_views.user_id, id) },
  ],
  notExported: {
    announcements:
      'announcements of the community; who planned their mails is in the audit log, which is exported',
  },
}
