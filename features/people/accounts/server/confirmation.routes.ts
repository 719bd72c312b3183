import { logInto } from '#features/people/accounts/sessions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { forgetNetwork } from '#platform/server/identity/attempts.queries.ts'
import { readMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import { revokeOtherSessions } from '#platform/server/identity/sessions.queries.ts'
import { isAlreadyConfirmed, retireTokens } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { redeemMailed } from '#platform/server/mail/redeeming-mailed.ts'
import type { AccountHandlers } from './account-handlers.ts'
import { confirmEmail } from './accounts.queries.ts'
import { orWhenTaken } from './address-taken.ts'
import { followConfirmation } from './confirmation.ts'
import { resendConfirmation } from './confirmation-resending.ts'
import { confirmNewEmail } from './email-change.ts'
import { forgetUnprovedWaysIn } from './ways-in.ts'

export function confirmationHandlers(
  deps: Deps,
): AccountHandlers<'emailConfirmation' | 'resendEmailConfirmationToken'> {
  const { database, clock } = deps
  const { orm } = database
  return {
    async emailConfirmation({ body, viewer, request }) {
      const now = clock()
      const typed = await readMailedSecret(
        orm,
        'email_confirmation',
        body.email_confirmation_token,
        { email: body.email, userId: viewer?.id ?? null, ip: request.ip },
        now,
      )
      if (!typed) throw new AppError('invalid_token')
      const { kind, secret, tries } = typed
      const confirmation = orm.transaction(async (tx) => {
        const redeemed = await redeemMailed(tx, kind, secret, now)
        if (!redeemed) {
          const confirmed = await isAlreadyConfirmed(tx, secret, now)
          throw new AppError('invalid_token', confirmed ? { errorMsg: 'alreadyConfirmed' } : {})
        }
        const { user, email } = redeemed
        const origin = { userAgent: request.headers['user-agent'] }
        const confirmed =
          user.new_email !== null && user.new_email === email
            ? await confirmNewEmail(tx, deps, user, origin, now)
            : await confirmEmail(tx, user.id, email, now)
        if (!confirmed) throw new AppError('invalid_token')
        const isFirst = user.email_confirmed_at === null
        await followConfirmation(tx, deps, { id: user.id, email, isFirst })
        // Accounts linked before the address was confirmed may belong to a stranger, like sessions.
        const sameBrowser = viewer?.id === user.id
        if (isFirst && !sameBrowser) await forgetUnprovedWaysIn(tx, deps, user.id)
        // Anyone can register anyone's address, and only the link proves ownership. Earlier
        // sessions end, except in the browser that opened the link.
        await revokeOtherSessions(tx, user.id, viewer?.session_id ?? null)
        await retireTokens(tx, 'email_confirmation', user.id, now)
        if (tries) await forgetNetwork(tx, tries, request.ip)
        return logInto(tx, deps, user, { way: 'confirmation', request })
      })
      return confirmation.catch(orWhenTaken(new AppError('invalid_token')))
    },

    async resendEmailConfirmationToken({ viewer }) {
      const user = await findUser(orm, viewer.id)
      if (!user?.email) throw new AppError('unauthorized')
      await resendConfirmation(deps, user)
      return null
    },
  }
}
