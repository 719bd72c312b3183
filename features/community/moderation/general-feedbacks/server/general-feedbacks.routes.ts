import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { enqueueTaskMail } from '#platform/server/mail/admin-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { generalFeedbacksApi } from '../contract.ts'
import { general_feedbacks } from '../tables.ts'
import { generalFeedback } from './mails.ts'

const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: HOUR_MS }

/** Feedback of users about the app, for the staff. */
export function addGeneralFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'general-feedbacks', generalFeedbacksApi, {
    async send({ body: { type, content }, viewer }) {
      const now = clock()
      await limitAttempts(orm, ['feedback', viewer.id], PER_ACCOUNT, now)
      return orm.transaction(async (tx) => {
        const user = await findUser(tx, viewer.id)
        if (!user?.email) throw new AppError('unauthorized')
        const [feedback] = await tx
          .insert(general_feedbacks)
          .values({ user_id: user.id, type, content, created_at: now })
          .returning({ id: general_feedbacks.id })
        if (!feedback) throw new Error('Unexpected empty answer to an insert')
        const page = config.publicUrl + paths.login(adminPaths.screen('feedback', feedback.id))
        const mail = generalFeedback({ type, content, email: user.email, page })
        await enqueueTaskMail(tx, deps, 'GET /admin/feedback', mail, { replyTo: user.email })
        return feedback
      })
    },
  })
}
