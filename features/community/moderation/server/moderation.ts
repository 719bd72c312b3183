import { count, eq, or, sql } from 'drizzle-orm'
import { CASES_OF_ACCOUNT } from '#features/community/members/server/door.ts'
import { DECIDED_MESSAGES } from '#features/people/decisions/server/door.ts'
import { LETTERBOX_REPORTS } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Feature } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { general_feedbacks, message_reports, reports, staff_answers } from '../tables.ts'
import {
  countReportsOf,
  deleteOldMessageReports,
  forgetDecisionsOn,
  readDecided,
} from './admin/message-reports.queries.ts'
import { addStaffRoutes } from './admin/moderation.routes.ts'
import { forgetRefusedOf, readRefused } from './admin/refusing.ts'
import { reportsOfLetterboxes } from './letterbox-reports.ts'
import { messageRefused } from './mails/message-refused.ts'
import { reportDecided } from './mails/report-decided.ts'
import {
  generalFeedback,
  messageReport,
  messageReportReceived,
  messageWarning,
  noticeDecided,
  noticeReceived,
  report,
  reportSettled,
  staffAnswer,
} from './mails.ts'
import { reportMerge } from './merging.ts'
import { addModerationRoutes } from './moderation.routes.ts'
import { countReportsOfAccount, deleteOldVisitorReports } from './reports.queries.ts'

const reportedBy = (user: UserRow) =>
  or(eq(reports.user_id, user.id), leftUnderAddress(reports.email, user))

async function countFeedbackBy(db: Db, userId: string): Promise<number> {
  const isTheirs = eq(general_feedbacks.user_id, userId)
  const [row] = await db.select({ total: count() }).from(general_feedbacks).where(isTheirs)
  return row?.total ?? 0
}

export const moderation: Feature = {
  name: 'moderation',
  routes(app, deps) {
    addModerationRoutes(app, deps)
    addStaffRoutes(app, deps)
  },
  mails: [
    report,
    reportSettled,
    noticeReceived,
    noticeDecided,
    generalFeedback,
    staffAnswer,
    messageReport,
    messageReportReceived,
    messageWarning,
    reportDecided,
    messageRefused,
  ],
  answers: [
    answering(CASES_OF_ACCOUNT, async (db, asked) => ({
      ...(await countReportsOfAccount(db, asked)),
      feedback: await countFeedbackBy(db, asked.userId),
      reported_messages: await countReportsOf(db, asked.userId),
    })),
    answering(LETTERBOX_REPORTS, reportsOfLetterboxes),
    answering(DECIDED_MESSAGES, readDecided),
    answering(DECIDED_MESSAGES, readRefused),
  ],
  personalData: [
    // Reports about the account's own letterbox are left out, because they name their authors.
    {
      table: reports,
      // The assignee and the notes are internal to the staff.
      secret: ['assignee_id', 'handled_by', 'staff_note'],
      where: reportedBy,
    },
    {
      table: general_feedbacks,
      secret: ['assignee_id', 'handled_by', 'staff_note'],
      where: ({ id }) => eq(general_feedbacks.user_id, id),
    },
    // Reports about the account's own messages are left out, because they name their reporters.
    {
      table: message_reports,
      // The decision belongs to the author of the message.
      secret: ['assignee_id', 'handled_by', 'decision_id'],
      where: ({ id }) => eq(message_reports.reporter_id, id),
    },
    {
      table: staff_answers,
      // Which member of the staff has answered is internal.
      secret: ['author_id', 'request_id'],
      where: (user) =>
        or(
          eq(staff_answers.author_id, user.id),
          sql`${staff_answers.report_id} IN (
            SELECT ${reports.id} FROM ${reports} WHERE ${reportedBy(user)})`,
          sql`${staff_answers.feedback_id} IN (
            SELECT ${general_feedbacks.id} FROM ${general_feedbacks} WHERE ${general_feedbacks.user_id} = ${user.id})`,
        ),
    },
  ],
  notExported: {
    refused_messages: 'which messages a decision refused; messages and decisions are exported',
  },
  merge: {
    async shares(db, merging) {
      const shares = await reportMerge.shares(db, merging)
      const moves = await countFeedbackBy(db, merging.from.id)
      return [...shares, { what: 'feedback', moves, ends: 0 }]
    },
    async move(tx, merging_deps, merging) {
      await reportMerge.move(tx, merging_deps, merging)
      const { from, into } = merging
      await tx
        .update(general_feedbacks)
        .set({ user_id: into.id })
        .where(eq(general_feedbacks.user_id, from.id))
      // If both accounts have reported the same message, one report stays as it is.
      await tx.execute(sql`
        UPDATE ${message_reports} SET reporter_id = ${into.id}
        WHERE reporter_id = ${from.id} AND message_id NOT IN (
          SELECT message_id FROM ${message_reports} WHERE reporter_id = ${into.id})`)
    },
  },
  removal: {
    async before(tx, _deps, { account }) {
      // The report stays, because others may get such messages too; the reporter's comment is deleted.
      const isReportedBy = eq(message_reports.reporter_id, account.id)
      await tx.update(message_reports).set({ note: '' }).where(isReportedBy)
      await forgetDecisionsOn(tx, account.id)
      await forgetRefusedOf(tx, account.id)
    },
    async after(tx, _deps, { account }) {
      await tx.delete(reports).where(leftUnderAddress(reports.email, account))
    },
  },
  jobs: [cleaning(deleteOldVisitorReports), cleaning(deleteOldMessageReports)],
}
