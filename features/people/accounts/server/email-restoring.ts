import type { FastifyRequest } from 'fastify'
import {
  notingRefusal,
  recordSecurityEvent,
} from '#features/people/accounts/security-events/server/door.ts'
import { sqlState } from '#platform/server/db/database-errors.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  type AttemptLimit,
  forgetAttempts,
  limitAttempts,
} from '#platform/server/identity/attempts.queries.ts'
import { refuseWhenCrowded, verifyPassword } from '#platform/server/identity/passwords.ts'
import { revokeOtherSessions } from '#platform/server/identity/sessions.queries.ts'
import { retireTokens, revokeTokens } from '#platform/server/identity/tokens.queries.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { forgetPassword, giveEmailBack } from './accounts.queries.ts'
import { revokeLinksOfAddress } from './email-change.ts'
import { FORMER_DAYS, findFormerEmail, takeFormerEmail } from './former-logins.ts'
import { enqueueMailedLink } from './mailed-links.ts'
import { emailRestored } from './mails.ts'
import { forgetWaysInSince } from './ways-in.ts'

const UNIQUE_VIOLATION = '23505'
/** Wrong passwords per link. */
const WRONG: AttemptLimit = { max: 5, windowMs: HOUR_MS }
/**
 * Passkeys, second factors and linked accounts are considered the stranger's if they were added
 * within the days in which a former address can be restored, or one day before.
 */
const LATE_MS = (FORMER_DAYS + 1) * DAY_MS

/**
 * Restores a replaced address. The caller needs both the link from the mail to the old address and
 * the former password: an old mailbox alone may belong to someone else by now. Ends all sessions,
 * removes ways in that were added lately, and mails a link to choose a new password. Throws
 * `invalid_token`, a field error for a wrong password, `rate_limited`, and `conflict` if another
 * account has the address by now.
 */
export async function restoreEmail(
  deps: Deps,
  { token, former_password }: { token: string; former_password: string },
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<null> {
  const { database, clock, mails } = deps
  const { orm } = database
  const now = clock()
  const former = await findFormerEmail(orm, token, now)
  if (!former) throw new AppError('invalid_token')
  const userId = former.user_id
  const origin = { userAgent: headers['user-agent'] }
  const refused = { kind: 'proof_refused', way: 'password', origin } as const
  refuseWhenCrowded()
  await limitAttempts(orm, ['former-email', former.id], WRONG, now)
  await notingRefusal(orm, userId, refused, now, async () => {
    if (await verifyPassword(former.password_hash, former_password)) return
    throw new AppError('validation', {
      errors: { former_password: [VALIDATION.incorrectPassword] },
      errorMsg: 'incorrectPassword',
    })
  })
  await forgetAttempts(orm, ['former-email', former.id])
  const restoring = orm.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await takeFormerEmail(tx, former))) throw new AppError('invalid_token')
    await giveEmailBack(tx, user.id, former.email, now)
    await recordSecurityEvent(tx, user.id, { kind: 'email_restored', origin }, now)
    await forgetPassword(tx, user.id)
    await forgetWaysInSince(tx, deps, user.id, new Date(now.getTime() - LATE_MS))
    await revokeOtherSessions(tx, user.id, null)
    await revokeLinksOfAddress(tx, user.id)
    await revokeTokens(tx, 'not_me', user.id)
    await retireTokens(tx, 'email_confirmation', user.id, now)
    await enqueueMailedLink(tx, deps, { request: 'passwordRecovery', email: former.email })
    if (!user.email) return null
    await mails.giveUpAddress(tx, user.email)
    const { firstname, lang } = user
    await mails.enqueue(tx, {
      to: user.email,
      lang,
      content: emailRestored({ firstname }),
      untraced: true,
    })
    return null
  })
  return restoring.catch((error: unknown) => {
    throw sqlState(error) === UNIQUE_VIOLATION ? new AppError('conflict') : error
  })
}
