import type { FastifyInstance } from 'fastify'
import {
  changesOf,
  type StaffInbox,
  staffAnswer,
} from '#features/community/moderation/inboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type AdminFeedback, adminFeedbackApi } from '../../contract.admin.ts'
import { general_feedbacks } from '../../tables.ts'
import { findFeedback, searchFeedback } from './feedback.queries.ts'

/** Routes for the staff who handle feedback. */
export function addAdminFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  const inbox: StaffInbox<AdminFeedback> = {
    subject: 'feedback',
    table: general_feedbacks,
    find: findFeedback,
    async mailAnswer(db, { email, lang, content }, text) {
      if (!email) throw new AppError('not_found')
      // The mail has no reply address of its own, so replies go to the community.
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
