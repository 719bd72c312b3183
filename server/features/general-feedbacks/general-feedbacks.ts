import { eq } from 'drizzle-orm'
import { general_feedbacks } from '../../db/schema.ts'
import type { Feature } from '../../feature.ts'
import { addGeneralFeedbackRoutes } from './general-feedbacks.routes.ts'
import { generalFeedback } from './mails/general-feedback.ts'

export const generalFeedbacks: Feature = {
  name: 'general-feedbacks',
  routes: addGeneralFeedbackRoutes,
  mails: [generalFeedback],
  personalData: [
    { table: general_feedbacks, where: ({ id }) => eq(general_feedbacks.user_id, id) },
  ],
}
