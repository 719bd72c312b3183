import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { revokeOtherSessions } from '#platform/server/identity/sessions.queries.ts'
import {
  NOT_ME_MS,
  retireTokens,
  revokeTokens,
  SESSION_LINKS,
} from '#platform/server/identity/tokens.queries.ts'
import { redeemMailed } from '#platform/server/mail/redeeming-mailed.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { forgetNewEmail, forgetPassword } from './accounts.queries.ts'
import { forgetFormerPassword } from './former-logins.ts'
import { enqueueMailedLink } from './mailed-links.ts'
import { forgetWaysInSince } from './ways-in.ts'

/**
 * Passkeys, second factors and linked accounts are considered the stranger's if they were added
 * while the links of such mails work, or one day before.
 */
const LATE_MS = NOT_ME_MS + DAY_MS

/**
 * Handles "it was not me" after a login or a password change. Ends all sessions, and removes the
 * password and the passkeys, linked accounts and second factors that were added lately. Mails a
 * link to choose a new password. The link itself opens nothing, so forwarding the mail is harmless.
 * @throws `invalid_token`
 */
export function sayNotMe(deps: Deps, secret: string): Promise<null> {
  const { database, clock } = deps
  const now = clock()
  return database.orm.transaction(async (tx) => {
    const redeemed = await redeemMailed(tx, 'not_me', secret, now)
    const user = redeemed?.user
    // The link was mailed to an earlier address, and that mailbox no longer belongs to the account.
    if (!user?.email || user.email !== redeemed?.email) throw new AppError('invalid_token')
    await recordSecurityEvent(tx, user.id, { kind: 'not_me', origin: null }, now)
    await forgetPassword(tx, user.id)
    await forgetNewEmail(tx, user.id)
    await forgetFormerPassword(tx, user.id)
    await forgetWaysInSince(tx, deps, user.id, new Date(now.getTime() - LATE_MS))
    await revokeOtherSessions(tx, user.id, null)
    await revokeTokens(tx, ['password_reset', 'not_me', ...SESSION_LINKS], user.id)
    await retireTokens(tx, 'email_confirmation', user.id, now)
    await enqueueMailedLink(tx, deps, { request: 'passwordRecovery', email: user.email })
    return null
  })
}
