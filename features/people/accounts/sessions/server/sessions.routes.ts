import type { FastifyInstance } from 'fastify'
import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
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

/** Sessions of an account: listing and ending them. */
export function addSessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  registerEndpoints(app, deps, 'sessions', sessionsApi, {
    list({ viewer }) {
      return listSessions(orm, viewer, clock())
    },

    async end({ body, viewer }) {
      await orm.transaction(async (tx) => {
        const ended = { kind: 'session_ended', origin: { session_id: body.id } } as const
        await recordSecurityEvent(tx, viewer.id, ended, clock())
        if (!(await revokeOwnSession(tx, viewer.id, body.id))) throw new AppError('not_found')
      })
      return null
    },

    async endOthers({ viewer }) {
      await orm.transaction(async (tx) => {
        const ended = { kind: 'sessions_ended', origin: viewer } as const
        await recordSecurityEvent(tx, viewer.id, ended, clock())
        await revokeOtherSessions(tx, viewer.id, viewer.session_id)
      })
      return null
    },

    async endAll({ viewer }) {
      await orm.transaction(async (tx) => {
        const ended = { kind: 'sessions_ended', origin: viewer } as const
        await recordSecurityEvent(tx, viewer.id, ended, clock())
        await revokeOtherSessions(tx, viewer.id, null)
        await revokeTokens(tx, SESSION_LINKS, viewer.id)
      })
      return null
    },
  })
}
