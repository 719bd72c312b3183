import type { FastifyInstance } from 'fastify'
import {
  changesOf,
  type StaffInbox,
  staffAnswer,
} from '#features/community/moderation/inboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { paths } from '#platform/shared/paths.ts'
import { type AdminReport, adminReportsApi } from '../../contract.admin.ts'
import { reports } from '../../tables.ts'
import { noticeDecided, reportSettled } from '../mails.ts'
import { findReport, searchReports } from './reports.queries.ts'

/** Routes for the staff who handle reports about letterboxes. */
export function addAdminReportRoutes(app: FastifyInstance, deps: Deps): void {
  const inbox: StaffInbox<AdminReport> = {
    subject: 'report',
    table: reports,
    find: findReport,
    kindOf: ({ type }) => type,
    canAnswer: ({ email }) => email !== '',
    mailAnswer: (db, { type, email, lang, title, message, letterbox }, text) =>
      // The mail has no reply address of its own, so replies go to the community.
      deps.mails.enqueue(db, {
        to: email,
        lang,
        content: staffAnswer({
          text,
          about: 'report',
          wrote: [title, message].filter(Boolean).join('\n'),
          url: deps.config.publicUrl + paths.letterbox(letterbox.id),
          withRedress: type === 'illegal',
        }),
      }),
    async mailSettled(db, { id, type, email, lang, outcome, answered, letterbox }) {
      // An answered reporter knows the outcome already.
      if (email === '' || outcome === null || answered > 0) return
      const { address } = letterbox
      const url = deps.config.publicUrl + paths.letterbox(letterbox.id)
      const content =
        type === 'illegal'
          ? noticeDecided({ address, id, outcome, url })
          : reportSettled({ address, outcome })
      await deps.mails.enqueue(db, { to: email, lang, content })
    },
  }
  const changes = changesOf(deps, inbox)
  registerEndpoints(app, deps, 'adminReports', adminReportsApi, {
    list: ({ query, viewer }) => searchReports(deps.database.orm, viewer, query),
    byId: ({ query, viewer }) => changes.read(viewer, query.id),
    assign: ({ body, viewer }) => changes.assign(viewer, body),
    note: ({ body, viewer }) => changes.note(viewer, body),
    settle: ({ body, viewer }) => changes.settle(viewer, body),
    reopen: ({ body, viewer }) => changes.reopen(viewer, body),
    answer: ({ body, viewer }) => changes.answer(viewer, body),
  })
}
