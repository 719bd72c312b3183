import { type AdminFeedback, adminFeedbackApi } from '@letterlend/contract/admin-feedback.ts'
import type { FastifyInstance } from 'fastify'
import { general_feedbacks } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import { staffAnswer } from '../../staff-inboxes/mails/staff-answer.ts'
import { changesOf, type StaffInbox } from '../../staff-inboxes/staff-inboxes.changing.ts'
import { findFeedback, searchFeedback } from './admin-feedback.queries.ts'

/** Feedback, for those who look after it. */
export function addAdminFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  const inbox: StaffInbox<AdminFeedback> = {
    subject: 'feedback',
    table: general_feedbacks,
    find: findFeedback,
    async mailAnswer(db, { email, lang, content }, text) {
      if (!email) throw new AppError('not_found')
      // Without another address to answer to: what is written back goes to the community.
      const mail = staffAnswer({ text, about: 'feedback', wrote: content })
      await deps.mails.enqueue(db, { to: email, lang, content: mail })
    },
  }
  const changes = changesOf(deps, inbox)
  registerEndpoints(app, deps, 'adminFeedback', adminFeedbackApi, {
    list: ({ query, viewer }) => searchFeedback(deps.database.orm, viewer, query),
    byId: ({ query, viewer }) => changes.read(viewer, query.id),
    assign: ({ body, viewer }) => changes.assign(viewer, body),
    note: ({ body, viewer }) => changes.note(viewer, body),
    settle: ({ body, viewer }) => changes.settle(viewer, body),
    reopen: ({ body, viewer }) => changes.reopen(viewer, body),
    answer: ({ body, viewer }) => changes.answer(viewer, body),
  })
}
