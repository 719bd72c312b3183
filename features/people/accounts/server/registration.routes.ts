import { logInto } from '#features/people/accounts/sessions/server/door.ts'
import { followConfirmation } from '#features/people/newcomers/server/door.ts'
import { appointConfirmed } from '#features/people/roles/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { forgetNetwork } from '#platform/server/identity/attempts.queries.ts'
import { readMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import { revokeOtherSessions } from '#platform/server/identity/sessions.queries.ts'
import { isAlreadyConfirmed, retireTokens } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { redeemMailed } from '#platform/server/mail/redeeming-mailed.ts'
import { answerTo } from '#platform/server/questions.ts'
import type { AccountHandlers } from './account-handlers.ts'
import { confirmEmail } from './accounts.queries.ts'
import { LINKED_ACCOUNTS } from './accounts.questions.ts'
import { resendConfirmation } from './confirmation-resending.ts'
import { confirmNewEmail } from './email-change.ts'
import { orWhenTaken, registerAccount } from './registration.registering.ts'

/** From a form to an account with a confirmed address. */
export function registrationHandlers(
  deps: Deps,
): AccountHandlers<'register' | 'emailConfirmation' | 'resendEmailConfirmationToken'> {
  const { database, clock } = deps
  const { orm } = database
  return {
    register: ({ body, request }) => registerAccount(deps, body, request),

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
        await appointConfirmed(tx, deps, { id: user.id, email })
        if (!user.email_confirmed_at) {
          await followConfirmation(tx, deps, user.id)
          // What the account was linked with before its address was known to be its owner's, as with sessions.
          const sameBrowser = viewer?.id === user.id
          if (!sameBrowser) await answerTo(deps, LINKED_ACCOUNTS).forget(tx, deps, user.id, null)
        }
        // Anyone can register anyone's address. Who did is known to own it only by the link:
        // a session of before goes on in the browser that opened it, and nowhere else.
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
