import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { redeemAndLock } from '../../identity/redeeming.ts'
import { createSession, revokeSession } from '../../identity/sessions.queries.ts'
import type { AccountHandlers } from './account-handlers.ts'
import { logIn } from './login.ts'
import { requestMailedLink } from './mailed-links.ts'

/** Logging in and out. */
export function sessionHandlers(
  deps: Deps,
): AccountHandlers<'login' | 'loginWithToken' | 'sendLoginLink' | 'logout'> {
  const { database, captcha, clock } = deps
  const { orm } = database
  return {
    async login({ body, request }) {
      return { api_token: await logIn({ orm, captcha, now: clock() }, body, request) }
    },

    async loginWithToken({ body, request }) {
      const now = clock()
      return orm.transaction(async (tx) => {
        const redeemed = await redeemAndLock(tx, 'login', body.token, now)
        // The mailbox of an address of before no longer belongs to the account.
        if (!redeemed || redeemed.user.email !== redeemed.email) {
          throw new AppError('invalid_token')
        }
        return {
          api_token: await createSession(tx, redeemed.user.id, now, request.headers['user-agent']),
        }
      })
    },

    sendLoginLink({ body, request }) {
      return requestMailedLink(deps, 'loginLink', body, request.ip)
    },

    async logout({ viewer }) {
      await revokeSession(orm, viewer.session_id)
      return null
    },
  }
}
