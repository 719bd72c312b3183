import { agreeByRegistering } from '#features/legal/server/door.ts'
import { followConfirmation } from '#features/newcomers/server/door.ts'
import { limitCodes } from '#features/parcels/server/door.ts'
import { appointConfirmed } from '#features/roles/server/door.ts'
import { logInto, openSession } from '#features/sessions/server/door.ts'
import { sqlState } from '#platform/server/db/database-errors.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { forgetAttempts } from '#platform/server/identity/attempts.queries.ts'
import { createMailedSecret, readMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import { redeemAndLock } from '#platform/server/identity/redeeming.ts'
import { revokeOtherSessions } from '#platform/server/identity/sessions.queries.ts'
import { isAlreadyConfirmed, retireTokens } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { AccountHandlers } from './account-handlers.ts'
import { confirmEmail } from './accounts.queries.ts'
import { enqueueConfirmationMail } from './confirmation-mail.ts'
import { limitSpellings, resendConfirmation } from './confirmation-resending.ts'
import { confirmNewEmail } from './email-change.ts'
import { enrol } from './registration.enrolling.ts'

const UNIQUE_VIOLATION = '23505'

/** Answers `failure` when another account has the address, which the database decides. */
function orWhenTaken(failure: AppError) {
  return (error: unknown): never => {
    throw sqlState(error) === UNIQUE_VIOLATION ? failure : error
  }
}

/** From a form to an account with a confirmed address. */
export function registrationHandlers(
  deps: Deps,
): AccountHandlers<'register' | 'emailConfirmation' | 'resendEmailConfirmationToken'> {
  const { database, config, mails, clock, captcha } = deps
  const { orm } = database
  return {
    async register({ body, request }) {
      const { captcha: solution, code, ...registration } = body
      await captcha.check(solution)
      const now = clock()
      await limitSpellings(orm, registration.email, now)
      if (code !== undefined) await limitCodes(orm, request.ip, now)
      const registered = orm.transaction(async (tx) => {
        const user = await enrol(tx, deps, { registration, code }, now)
        await agreeByRegistering(tx, deps, user.id, now)
        const mailed = await createMailedSecret(tx, 'email_confirmation', user, now)
        const to = { ...user, email: registration.email }
        await enqueueConfirmationMail(tx, { mails, config }, { user: to, ...mailed })
        return {
          api_token: await openSession(tx, deps, user, { way: 'registration', request }),
        }
      })
      return registered.catch(orWhenTaken(fieldError('email', VALIDATION.emailTaken)))
    },

    async emailConfirmation({ body, viewer, request }) {
      const now = clock()
      const typed = await readMailedSecret(
        orm,
        'email_confirmation',
        body.email_confirmation_token,
        { email: body.email, userId: viewer?.id ?? null },
        now,
      )
      if (!typed) throw new AppError('invalid_token')
      const { kind, secret, tries } = typed
      const confirmation = orm.transaction(async (tx) => {
        const redeemed = await redeemAndLock(tx, kind, secret, now)
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
        if (!user.email_confirmed_at) await followConfirmation(tx, deps, user.id)
        // Anyone can register anyone's address. Who did is known to own it only by the link:
        // a session of before goes on in the browser that opened it, and nowhere else.
        await revokeOtherSessions(tx, user.id, viewer?.session_id ?? null)
        await retireTokens(tx, 'email_confirmation', user.id, now)
        if (tries) await forgetAttempts(tx, tries)
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
