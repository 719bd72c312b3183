import { eq, or, sql } from 'drizzle-orm'
import { CASES_OF_ACCOUNT } from '#features/community/members/server/door.ts'
import { ANSWERED_TO } from '#features/community/moderation/inboxes/server/door.ts'
import { staff_answers } from '#features/community/moderation/inboxes/tables.ts'
import { LETTERBOX_REPORTS } from '#features/places/letterboxes/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { reports as reportsTable } from '../tables.ts'
import { addAdminReportRoutes } from './admin/reports.routes.ts'
import { reportsOfLetterboxes } from './letterbox-reports.ts'
import { noticeDecided, noticeReceived, report, reportSettled } from './mails.ts'
import { reportMerge } from './merging.ts'
import { countReportsOfAccount, deleteOldVisitorReports } from './reports.queries.ts'
import { addReportRoutes } from './reports.routes.ts'

const reportedBy = (user: UserRow) =>
  or(eq(reportsTable.user_id, user.id), leftUnderAddress(reportsTable.email, user))

export const reports: Feature = {
  name: 'reports',
  routes(app, deps) {
    addReportRoutes(app, deps)
    addAdminReportRoutes(app, deps)
  },
  mails: [report, reportSettled, noticeReceived, noticeDecided],
  answers: [
    answering(CASES_OF_ACCOUNT, countReportsOfAccount),
    answering(LETTERBOX_REPORTS, reportsOfLetterboxes),
    answering(
      ANSWERED_TO,
      (user) => sql`${staff_answers.report_id} IN (
        SELECT ${reportsTable.id} FROM ${reportsTable} WHERE ${reportedBy(user)})`,
    ),
  ],
  personalData: [
    // Reports about the account's own letterbox are left out, because they name their authors.
    {
      table: reportsTable,
      // The assignee and the notes are internal to the staff.
      secret: ['assignee_id', 'handled_by', 'staff_note'],
      where: reportedBy,
    },
  ],
  merge: reportMerge,
  removal: {
    async after(tx, _deps, { account }) {
      await tx.delete(reportsTable).where(leftUnderAddress(reportsTable.email, account))
    },
  },
  jobs: [cleaning(deleteOldVisitorReports)],
}
