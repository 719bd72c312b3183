import { eq, or } from 'drizzle-orm'
import { message_reports, reports as reportsTable } from '../../db/schema.ts'
import type { Feature } from '../../feature.ts'
import { leftUnderAddress } from '../../identity/own-address.ts'
import { addAdminReportRoutes } from './admin-reports.routes.ts'
import { messageReport } from './mails/message-report.ts'
import { messageWarning } from './mails/message-warning.ts'
import { report } from './mails/report.ts'
import { deleteOldMessageReports } from './message-reports.queries.ts'
import { addMessageReportRoutes } from './message-reports.routes.ts'
import { deleteOldVisitorReports } from './reports.queries.ts'
import { addReportRoutes } from './reports.routes.ts'

export const reports: Feature = {
  name: 'reports',
  routes(app, deps) {
    addReportRoutes(app, deps)
    addAdminReportRoutes(app, deps)
    addMessageReportRoutes(app, deps)
  },
  mails: [report, messageReport, messageWarning],
  personalData: [
    // Not those about the own letterbox: they name who wrote them.
    {
      table: reportsTable,
      // Who of the staff looks after it, and what they note, stays with them.
      secret: ['assignee_id', 'handled_by', 'staff_note'],
      where: (user) =>
        or(eq(reportsTable.user_id, user.id), leftUnderAddress(reportsTable.email, user)),
    },
    // Nor those about the own messages.
    {
      table: message_reports,
      secret: ['assignee_id', 'handled_by'],
      where: ({ id }) => eq(message_reports.reporter_id, id),
    },
  ],
  removal: {
    // The report stays, for whoever else gets such messages; what its author said of it goes.
    async before(tx, _deps, { account }) {
      const theirs = eq(message_reports.reporter_id, account.id)
      await tx.update(message_reports).set({ note: '' }).where(theirs)
    },
    async after(tx, _deps, { account }) {
      await tx.delete(reportsTable).where(leftUnderAddress(reportsTable.email, account))
    },
  },
  async cleanUp(db, now) {
    await deleteOldVisitorReports(db, now)
    await deleteOldMessageReports(db, now)
  },
}
