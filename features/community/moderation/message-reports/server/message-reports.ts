import { eq, sql } from 'drizzle-orm'
import { CASES_OF_ACCOUNT } from '#features/community/members/server/door.ts'
import { DECIDED_MESSAGES } from '#features/people/decisions/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { message_reports } from '../tables.ts'
import { reportDecided } from './mails/report-decided.ts'
import { messageReport, messageReportReceived, messageWarning } from './mails.ts'
import {
  countReportsOf,
  deleteOldMessageReports,
  forgetDecisionsOn,
  readDecided,
} from './message-reports.queries.ts'
import { addMessageReportRoutes } from './message-reports.routes.ts'

/** Reports of messages by their receivers, and the decisions about them. */
export const messageReports: Feature = {
  name: 'message-reports',
  routes: addMessageReportRoutes,
  answers: [
    answering(CASES_OF_ACCOUNT, async (db, { userId }) => ({
      reported_messages: await countReportsOf(db, userId),
    })),
    answering(DECIDED_MESSAGES, readDecided),
  ],
  mails: [messageReport, messageReportReceived, messageWarning, reportDecided],
  personalData: [
    // Reports about the account's own messages are left out, because they name their reporters.
    {
      table: message_reports,
      // The decision belongs to the author of the message.
      secret: ['assignee_id', 'handled_by', 'decision_id'],
      where: ({ id }) => eq(message_reports.reporter_id, id),
    },
  ],
  merge: {
    // If both accounts have reported the same message, one report stays as it is.
    async move(tx, _deps, { from, into }) {
      await tx.execute(sql`
        UPDATE ${message_reports} SET reporter_id = ${into.id}
        WHERE reporter_id = ${from.id} AND message_id NOT IN (
          SELECT message_id FROM ${message_reports} WHERE reporter_id = ${into.id})`)
    },
  },
  removal: {
    // The report stays, because others may get such messages too; the reporter's comment is deleted.
    async before(tx, _deps, { account }) {
      const isReportedBy = eq(message_reports.reporter_id, account.id)
      await tx.update(message_reports).set({ note: '' }).where(isReportedBy)
      await forgetDecisionsOn(tx, account.id)
    },
  },
  jobs: [cleaning(deleteOldMessageReports)],
}
