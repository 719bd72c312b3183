import type { FastifyInstance } from 'fastify'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { paths } from '#platform/shared/paths.ts'
import {
  type AdminFeedback,
  type AdminReport,
  adminFeedbackApi,
  adminMessageReportsApi,
  adminReportsApi,
  type CaseDetail,
  heldMessagesApi,
} from '../../contract.admin.ts'
import { noticeDecided, reportSettled, staffAnswer } from '../mails.ts'
import { type AnsweredKind, changesOf } from './changing.ts'
import { discard, release } from './deciding-held.ts'
import { readHeldMessages } from './held-messages.queries.ts'
import { decideThanks, readHeldThanks } from './held-thanks.ts'
import { assignMessageReports, readMessageReports } from './message-reports.queries.ts'
import {
  findFeedback,
  findReport,
  searchFeedback,
  searchReports,
} from './reports-and-feedback.queries.ts'
import { settle } from './settling.ts'

/** Reports of letterboxes, which are answered by mail. */
const reportsOf = (deps: Deps): AnsweredKind<AdminReport> => ({
  kind: 'report',
  find: findReport,
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
})

/** Feedback, which is answered by mail. */
const feedbackOf = (deps: Deps): AnsweredKind<AdminFeedback> => ({
  kind: 'feedback',
  find: findFeedback,
  async mailAnswer(db, { email, lang, content }, text) {
    if (!email) throw new AppError('not_found')
    const mail = staffAnswer({ text, about: 'feedback', wrote: content })
    await deps.mails.enqueue(db, { to: email, lang, content: mail })
  },
})

/** The calls that change a kind of case, each with the version that was read. */
function changesBy<Detail extends CaseDetail>(deps: Deps, kind: AnsweredKind<Detail>) {
  const { read, assign, note, settle, reopen, answer } = changesOf(deps, kind)
  type Change<Body> = { body: Body; viewer: Viewer }
  return {
    byId: ({ query, viewer }: { query: { id: string }; viewer: Viewer }) => read(viewer, query.id),
    assign: ({ body, viewer }: Change<Parameters<typeof assign>[1]>) => assign(viewer, body),
    note: ({ body, viewer }: Change<Parameters<typeof note>[1]>) => note(viewer, body),
    settle: ({ body, viewer }: Change<Parameters<typeof settle>[1]>) => settle(viewer, body),
    reopen: ({ body, viewer }: Change<Parameters<typeof reopen>[1]>) => reopen(viewer, body),
    answer: ({ body, viewer }: Change<Parameters<typeof answer>[1]>) => answer(viewer, body),
  }
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
  const { orm } = deps.database
  registerEndpoints(app, deps, 'adminReports', adminReportsApi, {
    list: ({ query, viewer }) => searchReports(orm, viewer, query),
    ...changesBy(deps, reportsOf(deps)),
  })
  registerEndpoints(app, deps, 'adminFeedback', adminFeedbackApi, {
    list: ({ query, viewer }) => searchFeedback(orm, viewer, query),
    ...changesBy(deps, feedbackOf(deps)),
  })
  addMessageReportRoutes(app, deps)
  addHeldMessageRoutes(app, deps)
}
