import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { messageReportsApi } from '../contract.ts'
import { assignMessageReports, readMessageReports } from './message-reports.queries.ts'
import { settle } from './settling.ts'
import { reportMessage } from './storing.ts'

/** Reports per account. */
const PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: HOUR_MS }

/** Routes of reports of messages: receivers report them, moderators decide. */
export function addMessageReportRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'messageReports', messageReportsApi, {
    async store({ body, viewer }) {
      const now = deps.clock()
      await limitAttempts(orm, ['report-message', viewer.id], PER_ACCOUNT, now)
      return orm.transaction((tx) => reportMessage(tx, deps, viewer.id, body, now))
    },
    list: ({ query, viewer }) =>
      orm.transaction((tx) => readMessageReports(tx, viewer, query, deps.clock())),
    assign: async ({ body, viewer }) => ({
      decided: await orm.transaction((tx) => assignMessageReports(tx, viewer, body, deps.clock())),
    }),
    settle: async ({ body, viewer }) => ({ decided: await settle(deps, viewer, body) }),
  })
}
