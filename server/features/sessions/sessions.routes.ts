import { sessionsApi } from '@letterlend/contract/sessions.ts'
import type { FastifyInstance } from 'fastify'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import {
  listSessions,
  revokeOtherSessions,
  revokeOwnSession,
} from '../../identity/sessions.queries.ts'
import { revokeTokens } from '../../identity/tokens.queries.ts'

/** Where one is logged in, and the end of that. */
export function addOwnSessionRoutes(app: FastifyInstance): void {
  const { database, clock } = app.deps
  const { orm } = database
  registerEndpoints(app, 'sessions', sessionsApi, {
    list({ viewer }) {
      return listSessions(orm, viewer, clock())
    },

    async end({ body, viewer }) {
      if (!(await revokeOwnSession(orm, viewer.id, body.id))) throw new AppError('not_found')
      return null
    },

    async endOthers({ viewer }) {
      await revokeOtherSessions(orm, viewer.id, viewer.session_id)
      return null
    },

    async endAll({ viewer }) {
      await orm.transaction(async (tx) => {
        await revokeOtherSessions(tx, viewer.id, null)
        await revokeTokens(tx, 'login', viewer.id)
      })
      return null
    },
  })
}
