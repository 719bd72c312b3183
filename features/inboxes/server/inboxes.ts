import { eq, or, sql } from 'drizzle-orm'
import { general_feedbacks } from '#features/general-feedbacks/tables.ts'
import { reports } from '#features/reports/tables.ts'
import type { Feature } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import { staff_answers } from '../tables.ts'
import { staffAnswer } from './mails/staff-answer.ts'

/** What the inboxes of the staff share: the answers that go out by mail. */
export const staffInboxes: Feature = {
  name: 'staff-inboxes',
  mails: [staffAnswer],
  personalData: [
    {
      table: staff_answers,
      // Which of the staff has answered is told to nobody outside of it.
      secret: ['author_id', 'request_id'],
      where: (user) =>
        or(
          eq(staff_answers.author_id, user.id),
          sql`${staff_answers.report_id} IN (SELECT ${reports.id} FROM ${reports}
            WHERE ${or(eq(reports.user_id, user.id), leftUnderAddress(reports.email, user))})`,
          sql`${staff_answers.feedback_id} IN (SELECT ${general_feedbacks.id} FROM ${general_feedbacks}
            WHERE ${eq(general_feedbacks.user_id, user.id)})`,
        ),
    },
  ],
}
