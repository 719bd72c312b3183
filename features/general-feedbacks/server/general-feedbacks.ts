import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { general_feedbacks } from '../tables.ts'
import { addAdminFeedbackRoutes } from './admin-feedback.routes.ts'
import { addGeneralFeedbackRoutes } from './general-feedbacks.routes.ts'
import { generalFeedback } from './mails/general-feedback.ts'

export const generalFeedbacks: Feature = {
  name: 'general-feedbacks',
  routes(app, deps) {
    addGeneralFeedbackRoutes(app, deps)
    addAdminFeedbackRoutes(app, deps)
  },
  mails: [generalFeedback],
  personalData: [
    {
      table: general_feedbacks,
      // Who of the staff looks after it, and what they note, stays with them.
      secret: ['assignee_id', 'handled_by', 'staff_note'],
      where: ({ id }) => eq(general_feedbacks.user_id, id),
    },
  ],
}
