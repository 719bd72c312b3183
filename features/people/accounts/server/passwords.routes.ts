import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { logInto, notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { forgetNetwork } from '#platform/server/identity/attempts.queries.ts'
import { readMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import { hashPassword, isGuessable } from '#platform/server/identity/passwords.ts'
import { revokeOtherSessions } from '#platform/server/identity/sessions.queries.ts'
import {
  findTokenOwner,
  retireTokens,
  revokeTokens,
  SESSION_LINKS,
} from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { redeemMailed } from '#platform/server/mail/redeeming-mailed.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { AccountHandlers } from './account-handlers.ts'
import { forgetNewEmail, replacePassword, setFirstPassword } from './accounts.queries.ts'
import { followConfirmation } from './confirmation.ts'
import { restoreEmail } from './email-restoring.ts'
import { forgetFormerPassword } from './former-logins.ts'
import { requestMailedLink } from './mailed-links.ts'
import { passwordChanged } from './mails.ts'
import { sayNotMe } from './not-me.ts'
import { isProductWord } from './product-words.ts'
import { countWaysIn, forgetUnprovedWaysIn } from './ways-in.ts'

/** Time from the confirmed address to the first password, which the next screen asks for. */
const REGISTERING_MS = HOUR_MS

/** Setting a first password and replacing a forgotten one. */
export function passwordHandlers(
  deps: Deps,
): AccountHandlers<'setPassword' | 'forgotPassword' | 'resetPassword' | 'notMe' | 'restoreEmail'> {
  const { database, clock } = deps
  const { orm } = database
  return {
    async setPassword({ body, viewer }) {
      const user = await findUser(orm, viewer.id)
      if (!user) throw new AppError('unauthorized')
      if (await isGuessable(body.password, user, isProductWord(orm, deps))) {
        throw fieldError('password', VALIDATION.commonPassword)
      }
      const passwordHash = await hashPassword(body.password)
      const now = clock()
      await orm.transaction(async (tx) => {
        if (!(await setFirstPassword(tx, viewer.id, passwordHash))) {
          throw new AppError('password_already_set')
        }
        const set = { kind: 'password_changed', way: 'first', origin: viewer } as const
        await recordSecurityEvent(tx, viewer.id, set, now)
        const { email, email_confirmed_at: confirmedAt } = user
        // Setting the first password while registering needs no mail.
        const isNews = confirmedAt && confirmedAt.getTime() < now.getTime() - REGISTERING_MS
        if (email && isNews) await enqueuePasswordChanged(tx, deps, { ...user, email, first: true })
      })
      return null
    },

    forgotPassword({ body, request }) {
      return requestMailedLink(deps, 'passwordRecovery', body, request.ip)
    },

    notMe: ({ body }) => sayNotMe(deps, body.token),

    restoreEmail: ({ body, request }) => restoreEmail(deps, body, request),

    async resetPassword({ body, request }) {
      const now = clock()
      // Read before it is redeemed: a rejected password must not cost the link.
      const { token, email } = body
      const whose = { email, userId: null, ip: request.ip }
      const typed = await readMailedSecret(orm, 'password_reset', token, whose, now)
      if (!typed) throw new AppError('invalid_token')
      const { kind, secret, tries } = typed
      const ownerId = await findTokenOwner(orm, kind, secret, now)
      const owner = ownerId && (await findUser(orm, ownerId))
      if (!owner) throw new AppError('invalid_token')
      // The code was right, so later rejections do not count as wrong attempts.
      if (tries) await forgetNetwork(orm, tries, request.ip)
      if (await isGuessable(body.password, owner, isProductWord(orm, deps))) {
        throw fieldError('password', VALIDATION.commonPassword)
      }
      const passwordHash = await hashPassword(body.password)
      return orm.transaction(async (tx) => {
        const redeemed = await redeemMailed(tx, kind, secret, now)
        const user = redeemed?.user
        // The link was mailed to an earlier address, and that mailbox no longer belongs to the
        // account.
        if (!user?.email || user.email !== redeemed?.email) throw new AppError('invalid_token')
        // Reading the mail proves ownership, so the address is confirmed as well.
        await replacePassword(tx, user.id, { passwordHash, confirmedAt: now })
        const isFirst = user.email_confirmed_at === null
        await followConfirmation(tx, deps, { id: user.id, email: user.email, isFirst })
        // The person who registered may not own the address, so their ways in are removed.
        if (isFirst) await forgetUnprovedWaysIn(tx, deps, user.id)
        // The new address may come from a stranger, which may be the reason for the new password.
        await forgetNewEmail(tx, user.id)
        await forgetFormerPassword(tx, user.id)
        await revokeOtherSessions(tx, user.id, null)
        await revokeTokens(tx, ['password_reset', ...SESSION_LINKS], user.id)
        await retireTokens(tx, 'email_confirmation', user.id, now)
        await enqueuePasswordChanged(tx, deps, { ...user, email: user.email })
        const origin = { userAgent: request.headers['user-agent'] }
        const changed = { kind: 'password_changed', way: 'recovery', origin } as const
        await recordSecurityEvent(tx, user.id, changed, now)
        return logInto(tx, deps, user, { way: 'recovery', request })
      })
    },
  }
}

/** Notifies the owner of a changed password. */
export async function enqueuePasswordChanged(
  db: Parameters<Deps['mails']['enqueue']>[0],
  deps: Pick<Deps, 'mails' | 'config' | 'clock' | 'features'>,
  user: { id: string; email: string; firstname: string; lang: Language; first?: boolean },
): Promise<void> {
  await deps.mails.enqueue(db, {
    to: user.email,
    lang: user.lang,
    content: passwordChanged({
      firstname: user.firstname,
      url: await notMeUrl(db, deps, user),
      passkeys: await countWaysIn(db, deps, user.id, 'passkeys'),
      first: user.first,
    }),
  })
}
