import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  listSessions,
  revokeOtherSessions,
  revokeOwnSession,
} from '#platform/server/identity/sessions.queries.ts'
import { revokeTokens, SESSION_LINKS } from '#platform/server/identity/tokens.queries.ts'
import { sessionsApi } from '../contract.ts'

/** Where one is logged in, and the end of that. */
export function addSessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'sessions', sessionsApi, {
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
        await revokeTokens(tx, SESSION_LINKS, viewer.id)
      })
      return null
    },
  })
}
