import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { loansApi } from '../../contract.loans.ts'
import { findSpeaker } from '../who-sees.ts'
import { listAlternatives } from './transactions.alternatives.ts'
import { findLoanCalendar } from './transactions.calendar.ts'
import { listLent } from './transactions.lent.ts'
import { listOpenLoans } from './transactions.open.ts'

/** What can be looked at besides a transaction itself. */
export function addLoanRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, clock } = deps
  const { orm } = deps.database
  const speaking = async ({ id, lang }: Viewer) => ({ ...(await findSpeaker(orm, id)), lang })

  registerEndpoints(app, deps, 'transactions', loansApi, {
    async calendar({ query, viewer, reply }) {
      const speaker = await speaking(viewer)
      const file = await findLoanCalendar(orm, config, speaker, query.transaction_id)
      if (!file) throw new AppError('not_found')
      return reply
        .type(file.contentType)
        .header('content-disposition', `attachment; filename="${file.filename}"`)
        .send(file.content)
    },
    alternatives: ({ query, viewer }) => listAlternatives(deps, viewer.id, query.transaction_id),
    async open({ query, viewer }) {
      return listOpenLoans(orm, await speaking(viewer), query.of ?? 'account')
    },
    async lent({ viewer }) {
      return listLent(orm, await speaking(viewer), clock(), config.timeZone)
    },
  })
}
