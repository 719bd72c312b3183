import { VALIDATION } from '@letterlend/contract/errors.ts'
import { REPORT_TYPES, reportsApi } from '@letterlend/contract/reports.ts'
import type { FastifyInstance } from 'fastify'
import { reports } from '../../db/schema.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { limitAttempts } from '../../identity/attempts.queries.ts'
import { createCaptcha } from '../../identity/captcha.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { networkOf } from '../../identity/visitor-network.ts'
import { enqueueAdminMail } from '../../mail/mail.messages.ts'
import { findUser } from '../accounts/accounts.queries.ts'
import { findLetterbox } from '../letterboxes/letterboxes.queries.ts'
import { isVisible } from '../letterboxes/letterboxes.rules.ts'
import { PER_ACCOUNT, PER_NETWORK, reportTypeOf } from './reports.rules.ts'

/** Routes of reports: what is wrong with a letterbox, told to the people who run the community. */
export function addReportRoutes(app: FastifyInstance): void {
  const { config, database, clock, mails } = app.deps
  const { orm } = database
  const captcha = createCaptcha(orm, config, clock)

  /** Whom to answer: the address that was given, else the account's. */
  async function addressOf(email: string, viewer: Viewer | null): Promise<string> {
    const address = email || (viewer && (await findUser(orm, viewer.id))?.email)
    if (!address) throw fieldError('email', VALIDATION.email)
    return address
  }

  registerEndpoints(
    app,
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
        const email = await addressOf(body.email, viewer)
        const now = clock()
        if (viewer) await limitAttempts(orm, ['report', viewer.id], PER_ACCOUNT, now)
        else {
          await captcha.check(body.captcha)
          await limitAttempts(orm, ['report', networkOf(request.ip)], PER_NETWORK, now)
        }
        const full = await findLetterbox(orm, body.letterboxId)
        if (!full || !isVisible(full, viewer)) throw new AppError('not_found')
        const { letterbox } = full
        return orm.transaction(async (tx) => {
          const [report] = await tx
            .insert(reports)
            .values({
              letterbox_id: letterbox.id,
              user_id: viewer?.id ?? null,
              ...{ type, title, message, email, lang },
              created_at: now,
            })
            .returning({ id: reports.id })
          if (!report) throw new Error('Unexpected empty answer to an insert')
          await enqueueAdminMail(tx, { mails, config }, email, {
            template: 'report',
            ...{ type, title, message, email },
            address: `${letterbox.address}, ${letterbox.postcode} ${letterbox.city}`,
            url: `${config.publicUrl}/map/letterbox/${letterbox.id}`,
          })
          return report
        })
      },
    },
    { store: { max: 60, timeWindow: '10 minutes' } },
  )
}
