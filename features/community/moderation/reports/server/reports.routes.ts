import type { FastifyInstance } from 'fastify'
import { findMembers } from '#features/places/letterboxes/members/server/door.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import { findVisibleLetterbox } from '#features/places/letterboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { limitAttempts, limitNetwork } from '#platform/server/identity/attempts.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { enqueueTaskMail } from '#platform/server/mail/admin-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { paths } from '#platform/shared/paths.ts'
import { reportsApi } from '../contract.ts'
import { noticeReceived, report } from './mails.ts'
import { flawOfNotice, PER_ACCOUNT, reportTypeOf } from './reports.rules.ts'
import { storeReport } from './storing.ts'

/** Routes to report a letterbox to the community. */
export function addReportRoutes(app: FastifyInstance, deps: Deps): void {
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
          const reportFields = { type, title, message, name, email, lang }
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
          await enqueueTaskMail(tx, deps, 'GET /admin/reports', content, { replyTo: email, except })
          return { id }
        })
      },
    },
    { store: 'forms' },
  )
}
