import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { forgetNetwork } from '#platform/server/identity/attempts.queries.ts'
import { readMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import { revokeSession } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import type { AccountHandlers } from './account-handlers.ts'
import { lookAtLink, openByLink } from './link-opening.ts'
import { logIn } from './login.ts'
import { enqueueMailedLink, requestMailedLink } from './mailed-links.ts'

export function sessionHandlers(
  deps: Deps,
): AccountHandlers<
  'login' | 'loginWithToken' | 'lookAtLink' | 'sendLoginLink' | 'sendOwnLoginLink' | 'logout'
> {
  const { database, clock } = deps
  const { orm } = database
  return {
    login: ({ body, request }) => logIn(deps, body, request),

    async loginWithToken({ body, viewer, request }) {
      const whose = { email: body.email, userId: viewer?.id ?? null, ip: request.ip }
      const typed = await readMailedSecret(orm, 'login', body.token, whose, clock())
      if (!typed) throw new AppError('invalid_token')
      const { secret, tries } = typed
      return orm.transaction(async (tx) => {
        const opened = await openByLink(tx, deps, secret, { viewer, request })
        if (tries) await forgetNetwork(tx, tries, request.ip)
        return opened
      })
    },

    lookAtLink: ({ body }) => lookAtLink(orm, body.token, clock()),

    sendLoginLink({ body, request }) {
      return requestMailedLink(deps, 'loginLink', body, request.ip)
    },

    async sendOwnLoginLink({ viewer }) {
      const user = await findUser(orm, viewer.id)
      if (!user?.email) throw new AppError('unauthorized')
      await enqueueMailedLink(orm, deps, { request: 'loginLink', email: user.email })
      return null
    },

    async logout({ viewer }) {
      const logout = { kind: 'logout', origin: viewer } as const
      await orm.transaction(async (tx) => {
        // A session from a conversation link was never a login.
        if (viewer.conversation === null) await recordSecurityEvent(tx, viewer.id, logout, clock())
        await revokeSession(tx, viewer.session_id)
      })
      return null
    },
  }
}
