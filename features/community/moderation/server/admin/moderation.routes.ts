import type { FastifyInstance } from 'fastify'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import {
  type AdminFeedback,
  type AdminReport,
  adminFeedbackApi,
  adminMessageReportsApi,
  adminReportsApi,
  heldMessagesApi,
} from '../../contract.admin.ts'
import { general_feedbacks, reports } from '../../tables.ts'
import { noticeDecided, reportSettled, staffAnswer } from '../mails.ts'
import { changesOf, type StaffInbox } from './changing.ts'
import { discard, release } from './deciding-held.ts'
import { findFeedback, searchFeedback } from './feedback.queries.ts'
import { readHeldMessages } from './held-messages.queries.ts'
import { decideThanks, readHeldThanks } from './held-thanks.ts'
import { assignMessageReports, readMessageReports } from './message-reports.queries.ts'
import { findReport, searchReports } from './reports.queries.ts'
import { settle } from './settling.ts'

/** Routes for the staff who handle reports about letterboxes. */
function addReportRoutes(app: FastifyInstance, deps: Deps): void {
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

/** Routes for the staff who handle feedback. */
function addFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
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

/** Routes of held messages. */
function addHeldMessageRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const inTransaction = <T>(work: (sending: Sending) => Promise<T>) =>
    database.orm.transaction((db) => work({ db, deps, now: clock() }))

  registerEndpoints(app, deps, 'heldMessages', heldMessagesApi, {
    list: ({ query, viewer }) =>
      inTransaction(({ db, now }) => readHeldMessages(db, viewer, query, now)),
    thanks: ({ viewer }) => inTransaction(({ db, now }) => readHeldThanks(db, viewer, now)),
    settleThanks: async ({ body, viewer }) => ({
      decided: await inTransaction((sending) => decideThanks(sending, viewer, body)),
    }),
    release: async ({ body, viewer }) => ({
      decided: await inTransaction((sending) => release(sending, viewer, body.ids)),
    }),
    discard: async ({ body, viewer }) => ({
      decided: await inTransaction((sending) => discard(sending, viewer, body)),
    }),
  })
}

/** Routes for moderators who decide about reported messages. */
function addMessageReportRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'messageReports', adminMessageReportsApi, {
    list: ({ query, viewer }) =>
      orm.transaction((tx) => readMessageReports(tx, viewer, query, deps.clock())),
    assign: async ({ body, viewer }) => ({
      decided: await orm.transaction((tx) => assignMessageReports(tx, viewer, body, deps.clock())),
    }),
    settle: async ({ body, viewer }) => ({ decided: await settle(deps, viewer, body) }),
  })
}

/** What the staff do with the cases. */
export function addStaffRoutes(app: FastifyInstance, deps: Deps): void {
  addReportRoutes(app, deps)
  addFeedbackRoutes(app, deps)
  addMessageReportRoutes(app, deps)
  addHeldMessageRoutes(app, deps)
}
