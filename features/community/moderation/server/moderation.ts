import { and, eq, type SQL, sql } from 'drizzle-orm'
import { CASES_OF_ACCOUNT } from '#features/community/members/server/door.ts'
import { DECIDED_MESSAGES } from '#features/people/decisions/server/door.ts'
import { LETTERBOX_REPORTS } from '#features/places/letterboxes/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { cases, staff_answers } from '../tables.ts'
import { isOfKind } from './admin/cases.queries.ts'
import { forgetDecisionsOn, readDecided } from './admin/message-reports.queries.ts'
import { addStaffRoutes } from './admin/moderation.routes.ts'
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
import { caseMerge } from './merging.ts'
import { countCasesOfAccount, deleteOldCases } from './moderation.queries.ts'
import { addModerationRoutes } from './moderation.routes.ts'

/** Condition: the account wrote the case. Reports about it, or about its letterbox, name their authors. */
const isBy = (user: UserRow): SQL =>
  sql`(${cases.user_id} = ${user.id} OR ${isOfKind('report')} AND ${leftUnderAddress(cases.email, user)})`

const { id, user_id, type, text, created_at, handled_at, version, outcome } = cases
/** In each export. Assignee and notes are internal, and a decision belongs to the author of the message. */
const EXPORTED = { id, created_at, handled_at, outcome }
const answerTo = (kind: 'report' | 'feedback') =>
  sql<
    string | null
  >`(SELECT about.id FROM ${cases} about WHERE about.kind = ${sql.raw(`'${kind}'`)} AND about.id = staff_answers.case_id)`

/** What members and visitors tell the staff, and what the staff do about it. */
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
    answering(CASES_OF_ACCOUNT, countCasesOfAccount),
    answering(LETTERBOX_REPORTS, reportsOfLetterboxes),
    answering(DECIDED_MESSAGES, readDecided),
  ],
  personalData: [
    {
      table: cases,
      name: 'reports',
      columns: {
        ...EXPORTED,
        letterbox_id: cases.letterbox_id,
        user_id,
        type,
        title: cases.title,
        message: text,
        name: cases.name,
        email: cases.email,
        lang: cases.lang,
        version,
        repeats: cases.repeats,
      },
      where: (user) => and(isOfKind('report'), isBy(user)),
    },
    {
      table: cases,
      name: 'general_feedbacks',
      columns: { ...EXPORTED, user_id, type, content: text, version },
      where: (user) => and(isOfKind('feedback'), isBy(user)),
    },
    {
      table: cases,
      name: 'message_reports',
      columns: {
        ...EXPORTED,
        message_id: cases.message_id,
        reporter_id: user_id,
        reason: type,
        note: text,
        measure: cases.measure,
      },
      where: (user) => and(isOfKind('message_report'), isBy(user)),
    },
    {
      table: staff_answers,
      // Which member of the staff has answered is internal.
      columns: {
        id: staff_answers.id,
        report_id: answerTo('report'),
        feedback_id: answerTo('feedback'),
        text: staff_answers.text,
        created_at: staff_answers.created_at,
      },
      where: (user) =>
        sql`${staff_answers.author_id} = ${user.id} OR ${staff_answers.case_id} IN (
          SELECT ${cases.id} FROM ${cases} WHERE ${isBy(user)})`,
    },
  ],
  merge: caseMerge,
  removal: {
    async before(tx, _deps, { account }) {
      // Reports of messages stay, because others may get such messages too. The reporter's comment is deleted.
      await tx
        .update(cases)
        .set({ user_id: null, text: '' })
        .where(and(isOfKind('message_report'), eq(cases.user_id, account.id)))
      await forgetDecisionsOn(tx, account.id)
    },
    async after(tx, _deps, { account }) {
      await tx.delete(cases).where(and(isOfKind('report'), leftUnderAddress(cases.email, account)))
    },
  },
  jobs: [cleaning(deleteOldCases)],
}
