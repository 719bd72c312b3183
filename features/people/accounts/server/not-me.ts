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

/** Passkeys, second factors and linked accounts that came while the links of such mails work, and a day before, are the stranger's. */
const LATE_MS = NOT_ME_MS + DAY_MS

/**
 * Somebody says that it was not them who logged in, or changed the password: all sessions end, the password, and passkeys
 * and linked accounts that came lately log in no more, a second factor of then is asked for no more, and a mail brings a link to choose a new password. The link opens nothing by itself, so
 * that whoever a mail was passed on to gets nowhere. Throws `invalid_token`.
 */
export function sayNotMe(deps: Deps, secret: string): Promise<null> {
  const { database, clock } = deps
  const now = clock()
  return database.orm.transaction(async (tx) => {
    const redeemed = await redeemMailed(tx, 'not_me', secret, now)
    const user = redeemed?.user
    // The link was mailed to an earlier address: that mailbox no longer belongs to the account.
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
