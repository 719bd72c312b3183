import { eq, or } from 'drizzle-orm'
import { LETTERBOX_REPORTS } from '#features/letterboxes/server/letterboxes.questions.ts'
import type { Feature } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import { answering } from '#platform/server/questions.ts'
import { reports as reportsTable } from '../tables.ts'
import { addAdminReportRoutes } from './admin-reports.routes.ts'
import { report } from './mails/report.ts'
import { reportsOfLetterboxes } from './reports.of-letterboxes.ts'
import { deleteOldVisitorReports } from './reports.queries.ts'
import { addReportRoutes } from './reports.routes.ts'

export const reports: Feature = {
  name: 'reports',
  routes(app, deps) {
    addReportRoutes(app, deps)
    addAdminReportRoutes(app, deps)
  },
  mails: [report],
  answers: [answering(LETTERBOX_REPORTS, reportsOfLetterboxes)],
  personalData: [
    // Not those about the own letterbox: they name who wrote them.
    {
      table: reportsTable,
      // Who of the staff looks after it, and what they note, stays with them.
      secret: ['assignee_id', 'handled_by', 'staff_note'],
      where: (user) =>
        or(eq(reportsTable.user_id, user.id), leftUnderAddress(reportsTable.email, user)),
    },
  ],
  removal: {
    async after(tx, _deps, { account }) {
      await tx.delete(reportsTable).where(leftUnderAddress(reportsTable.email, account))
    },
  },
  cleanUp: deleteOldVisitorReports,
}
