import type { FastifyInstance } from 'fastify'
import { findMembers } from '#features/places/letterboxes/members/server/door.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import { findVisibleLetterbox } from '#features/places/letterboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import {
  type AttemptLimit,
  limitAttempts,
  limitNetwork,
} from '#platform/server/identity/attempts.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { enqueueTaskMail } from '#platform/server/mail/admin-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { generalFeedbacksApi, messageReportsApi, reportsApi } from '../contract.ts'
import { cases } from '../tables.ts'
import { generalFeedback, noticeReceived, report } from './mails.ts'
import { storeReport } from './reporting-letterboxes.ts'
import { reportMessage } from './reporting-messages.ts'
import { flawOfNotice, reportTypeOf } from './reports.rules.ts'

/** Reports of letterboxes, and of messages, per account. */
const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: HOUR_MS }

/** Routes to report a letterbox. */
function addReportRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock, captcha, mails } = deps
  const { orm } = database

  /** Address for an answer: the given one, else that of the account. */
  async function addressOf(email: string, viewer: Viewer | null): Promise<string> {
    const address = email || (viewer && (await findUser(orm, viewer.id))?.email)
    if (!address) throw fieldError('email', VALIDATION.email)
    return address
  }

  registerEndpoints(
    app,
    deps,
    'reports',
    reportsApi,
    {
      types({ reply }) {
        reply.header('cache-control', 'public, max-age=3600')
        return [...REPORT_TYPES]
      },

      async store({ body, viewer, request }) {
        const { title, message, lang } = body
        const type = reportTypeOf(body.reportTypeId)
        if (!type) throw fieldError('reportTypeId', VALIDATION.invalid)
        const flaw = type === 'illegal' ? flawOfNotice(body) : null
        if (flaw) throw fieldError(...flaw)
        const isUnnamed = type === 'illegal' && body.without_name
        const email = isUnnamed ? body.email : await addressOf(body.email, viewer)
        const name = type === 'illegal' ? body.name : ''
        const now = clock()
        if (viewer) await limitAttempts(orm, ['report', viewer.id], PER_ACCOUNT, now)
        else {
          await captcha.check(body.captcha)
          await limitNetwork(orm, ['report'], request.ip, config.networkLimits.reports, now)
          const about = ['report-letterbox', body.letterboxId] as const
          const { reports_of_a_letterbox: limit } = config.networkLimits
          await limitNetwork(orm, about, request.ip, limit, now)
        }
        const full = await findVisibleLetterbox(orm, body.letterboxId, viewer)
        if (!full) throw new AppError('not_found')
        const { letterbox } = full
        return orm.transaction(async (tx) => {
          const reportFields = { type, title, text: message, name, email, lang }
          const about = { letterbox_id: letterbox.id, user_id: viewer?.id ?? null }
          const { id, isNew } = await storeReport(tx, { ...about, ...reportFields }, now)
          if (type === 'illegal' && email !== '') {
            const confirmation = noticeReceived({
              address: `${letterbox.address}, ${letterbox.postcode} ${letterbox.city}`,
              id,
              url: config.publicUrl + paths.letterbox(letterbox.id),
            })
            await mails.enqueue(tx, { to: email, lang, content: confirmation })
          }
          if (!isNew) return { id }
          // A visitor's address may be a stranger's, so only members get a receipt.
          const reporter = viewer?.email_confirmed ? await findUser(tx, viewer.id) : null
          if (type !== 'illegal' && reporter?.email) {
            const receipt = noticeReceived({
              address: `${letterbox.address}, ${letterbox.postcode} ${letterbox.city}`,
              id,
              url: config.publicUrl + paths.letterbox(letterbox.id),
              isNotice: false,
            })
            await mails.enqueue(tx, { to: reporter.email, lang: reporter.lang, content: receipt })
          }
          const content = report({
            type,
            title,
            message,
            email,
            address: `${letterbox.address}, ${letterbox.postcode} ${letterbox.city}`,
            url: config.publicUrl + paths.letterbox(letterbox.id),
            page: config.publicUrl + paths.login(adminPaths.screen('reports', id)),
          })
          // The mail names the reporter, so it never goes to people who manage the letterbox, whatever their tasks.
          const members = await findMembers(tx, [letterbox.id])
          const except = [letterbox.user_id, ...members.map((member) => member.id)]
          await enqueueTaskMail(tx, deps, 'GET /admin/reports', content, {
            replyTo: email,
            place: letterbox,
            except,
          })
          return { id }
        })
      },
    },
    { store: 'forms' },
  )
}

/** Route of feedback about the app. */
function addFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
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
          .insert(cases)
          .values({ kind: 'feedback', user_id: user.id, type, text: content, created_at: now })
          .returning({ id: cases.id })
        if (!feedback) throw new Error('Unexpected empty answer to an insert')
        const page = config.publicUrl + paths.login(adminPaths.screen('feedback', feedback.id))
        const mail = generalFeedback({ type, content, email: user.email, page })
        await enqueueTaskMail(tx, deps, 'GET /admin/feedback', mail, {
          replyTo: user.email,
          place: null,
        })
        return feedback
      })
    },
  })
}

/** Route to report a message to the moderators. */
function addMessageReportRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'messageReports', messageReportsApi, {
    async store({ body, viewer }) {
      const now = deps.clock()
      await limitAttempts(orm, ['report-message', viewer.id], PER_ACCOUNT, now)
      return orm.transaction((tx) => reportMessage(tx, deps, viewer.id, body, now))
    },
  })
}

/** What members and visitors send to the staff. */
export function addModerationRoutes(app: FastifyInstance, deps: Deps): void {
  addReportRoutes(app, deps)
  addFeedbackRoutes(app, deps)
  addMessageReportRoutes(app, deps)
}
