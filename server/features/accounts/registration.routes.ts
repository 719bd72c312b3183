import { VALIDATION } from '@letterlend/contract/errors.ts'
import type { Db } from '../../db/client.ts'
import { sqlState } from '../../db/database-errors.ts'
import type { Deps } from '../../deps.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { type AttemptLimit, limitAttempts } from '../../identity/attempts.queries.ts'
import { redeemAndLock } from '../../identity/redeeming.ts'
import { createSession, revokeOtherSessions } from '../../identity/sessions.queries.ts'
import { createToken, isAlreadyConfirmed, retireTokens } from '../../identity/tokens.queries.ts'
import { findUser } from '../../identity/users.queries.ts'
import { appointConfirmed } from '../roles/roles.granting.ts'
import type { AccountHandlers } from './account-handlers.ts'
import { confirmEmail, insertUser } from './accounts.queries.ts'
import { mailboxOf } from './accounts.rules.ts'
import { enqueueConfirmationMail } from './confirmation-mail.ts'
import { confirmNewEmail, enqueueEmailChange } from './email-change.ts'

const HOUR_MS = 3_600_000
const RESENDS: AttemptLimit = { max: 5, windowMs: HOUR_MS }
/** Mails to one mailbox under all of its other spellings together. */
const TO_SPELLINGS: AttemptLimit = { max: 5, windowMs: HOUR_MS }
const UNIQUE_VIOLATION = '23505'

/** Answers `failure` when another account has the address, which the database decides. */
function orWhenTaken(failure: AppError) {
  return (error: unknown): never => {
    throw sqlState(error) === UNIQUE_VIOLATION ? failure : error
  }
}

/**
 * Throws `rate_limited` once a mailbox has had enough confirmation mails under made-up spellings of
 * its address (`victim+7@`). What goes to the plain address is never counted here: there is one
 * account for it, and strangers must not be able to keep its owner from registering.
 */
async function limitSpellings(db: Db, email: string, now: Date): Promise<void> {
  const mailbox = mailboxOf(email)
  if (mailbox !== email.toLowerCase()) {
    await limitAttempts(db, ['confirmation', mailbox], TO_SPELLINGS, now)
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
      const { captcha: solution, ...registration } = body
      await captcha.check(solution)
      const now = clock()
      await limitSpellings(orm, registration.email, now)
      const registered = orm.transaction(async (tx) => {
        const user = await insertUser(tx, registration, now)
        const secret = await createToken(tx, 'email_confirmation', user, now)
        const to = { ...user, email: registration.email }
        await enqueueConfirmationMail(tx, { mails, config }, { user: to, secret })
        return { api_token: await createSession(tx, user.id, now, request.headers['user-agent']) }
      })
      return registered.catch(orWhenTaken(fieldError('email', VALIDATION.emailTaken)))
    },

    async emailConfirmation({ body, viewer, request }) {
      const now = clock()
      const secret = body.email_confirmation_token
      const confirmation = orm.transaction(async (tx) => {
        const redeemed = await redeemAndLock(tx, 'email_confirmation', secret, now)
        if (!redeemed) {
          const confirmed = await isAlreadyConfirmed(tx, secret, now)
          throw new AppError('invalid_token', confirmed ? { errorMsg: 'alreadyConfirmed' } : {})
        }
        const { user, email } = redeemed
        const confirmed =
          user.new_email !== null && user.new_email === email
            ? await confirmNewEmail(tx, { mails }, user, now)
            : await confirmEmail(tx, user.id, email, now)
        if (!confirmed) throw new AppError('invalid_token')
        await appointConfirmed(tx, deps, { id: user.id, email })
        // Anyone can register anyone's address. Who did is known to own it only by the link:
        // a session of before goes on in the browser that opened it, and nowhere else.
        await revokeOtherSessions(tx, user.id, viewer?.session_id ?? null)
        await retireTokens(tx, 'email_confirmation', user.id, now)
        return { api_token: await createSession(tx, user.id, now, request.headers['user-agent']) }
      })
      return confirmation.catch(orWhenTaken(new AppError('invalid_token')))
    },

    async resendEmailConfirmationToken({ viewer }) {
      const now = clock()
      const user = await findUser(orm, viewer.id)
      if (!user?.email) throw new AppError('unauthorized')
      if (user.email_confirmed_at && !user.new_email) throw new AppError('already_confirmed')
      // Outside of the transaction: what is refused counts as well.
      await limitAttempts(orm, ['resend', viewer.id], RESENDS, now)
      await limitSpellings(orm, user.new_email ?? user.email, now)
      await orm.transaction(async (tx) => {
        await retireTokens(tx, 'email_confirmation', user.id, now)
        if (user.new_email) {
          await enqueueEmailChange(tx, deps, user, user.new_email, now)
          return
        }
        const secret = await createToken(tx, 'email_confirmation', user, now)
        const to = { ...user, email: user.email ?? '' }
        await enqueueConfirmationMail(tx, { mails, config }, { user: to, secret })
      })
      return null
    },
  }
}
