import { count, eq, sql } from 'drizzle-orm'
import { CASES_OF_ACCOUNT } from '#features/community/members/server/door.ts'
import { ANSWERED_TO } from '#features/community/moderation/inboxes/server/door.ts'
import { staff_answers } from '#features/community/moderation/inboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Feature } from '#platform/server/feature.ts'
import { answering } from '#platform/server/questions.ts'
import { general_feedbacks } from '../tables.ts'
import { addAdminFeedbackRoutes } from './admin/feedback.routes.ts'
import { addGeneralFeedbackRoutes } from './general-feedbacks.routes.ts'
import { generalFeedback } from './mails.ts'

async function countBy(db: Db, userId: string): Promise<number> {
  const isTheirs = eq(general_feedbacks.user_id, userId)
  const [row] = await db.select({ total: count() }).from(general_feedbacks).where(isTheirs)
  return row?.total ?? 0
}

export const generalFeedbacks: Feature = {
  name: 'general-feedbacks',
  routes(app, deps) {
    addGeneralFeedbackRoutes(app, deps)
    addAdminFeedbackRoutes(app, deps)
  },
  mails: [generalFeedback],
  answers: [
    answering(CASES_OF_ACCOUNT, async (db, { userId }) => ({
      feedback: await countBy(db, userId),
    })),
    answering(
      ANSWERED_TO,
      ({ id }) => sql`${staff_answers.feedback_id} IN (
        SELECT ${general_feedbacks.id} FROM ${general_feedbacks} WHERE ${general_feedbacks.user_id} = ${id})`,
    ),
  ],
  merge: {
    async shares(db, { from }) {
      return [{ what: 'feedback', moves: await countBy(db, from.id), ends: 0 }]
    },
    async move(tx, _deps, { from, into }) {
      await tx
        .update(general_feedbacks)
        .set({ user_id: into.id })
        .where(eq(general_feedbacks.user_id, from.id))
    },
  },
  personalData: [
    {
      table: general_feedbacks,
      // The assignee and the notes are internal to the staff.
      secret: ['assignee_id', 'handled_by', 'staff_note'],
      where: ({ id }) => eq(general_feedbacks.user_id, id),
    },
  ],
}
