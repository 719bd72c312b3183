import { generalFeedbacksApi } from '@letterlend/contract/general-feedbacks.ts'
import type { FastifyInstance } from 'fastify'
import { general_feedbacks } from '../../db/schema.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import { type AttemptLimit, limitAttempts } from '../../identity/attempts.queries.ts'
import { enqueueAdminMail } from '../../mail/mail.messages.ts'
import { findUser } from '../accounts/accounts.queries.ts'

const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: 3_600_000 }

/** Routes of general feedback: what users think of the app, told to those who run the community. */
export function addGeneralFeedbackRoutes(app: FastifyInstance): void {
  const { config, database, clock, mails } = app.deps
  const { orm } = database
  registerEndpoints(app, 'general-feedbacks', generalFeedbacksApi, {
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
        await enqueueAdminMail(tx, { mails, config }, user.email, {
          template: 'generalFeedback',
          ...{ type, content, email: user.email },
        })
        return feedback
      })
    },
  })
}
