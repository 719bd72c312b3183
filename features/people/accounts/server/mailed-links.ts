import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import {
  type AttemptLimit,
  countAttempt,
  limitAttempts,
  limitNetwork,
} from '#platform/server/identity/attempts.queries.ts'
import { mailboxOf } from '#platform/server/identity/mailbox.ts'
import { createMailedSecret } from '#platform/server/identity/mailed-codes.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import {
  LOGIN_LINK_MS,
  revokeTokens,
  STAFF_LOGIN_LINK_MS,
} from '#platform/server/identity/tokens.queries.ts'
import { findUserByEmail, lockUser } from '#platform/server/identity/users.queries.ts'
import type { QueuedMail, RequestedMail } from '#platform/server/mail/mail-queue.ts'
import { findRefused } from '#platform/server/mail/refused-addresses.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { loginLink, passwordRecovery, staffLoginLink } from './mails.ts'
import { canLogIn } from './ways-in.ts'

/**
 * Maximum number of mails to one address. No window is longer than its link lives, so an address
 * that has used up its limit still has a working link, and strangers cannot lock its owner out.
 */
const TO_ONE_ADDRESS: Record<RequestedMail['request'], AttemptLimit> = {
  passwordRecovery: { max: 5, windowMs: HOUR_MS },
  loginLink: { max: 3, windowMs: LOGIN_LINK_MS },
}

/** Maximum number of links of all kinds that the staff may send to one account. */
const BY_STAFF: AttemptLimit = { max: 5, windowMs: HOUR_MS }

/** Queues the mail, unless the address has reached its limit. */
export async function enqueueMailedLink(
  db: Db,
  { mails, clock }: Pick<Deps, 'mails' | 'clock'>,
  requested: RequestedMail,
): Promise<void> {
  const { request, email } = requested
  const existingUser = await findUserByEmail(db, email)
  // Unconfirmed spellings of an address count as one mailbox. A confirmed address is counted
  // separately, so that its owner does not have to wait because of them.
  const mailbox = existingUser?.email_confirmed_at ? email.toLowerCase() : mailboxOf(email)
  const { over } = await countAttempt(
    db,
    [request, 'to', mailbox],
    TO_ONE_ADDRESS[request],
    clock(),
  )
  if (!over) await mails.enqueue(db, requested)
}

/**
 * Queues a mail with a link for the owner of an address. Takes the same steps and the same time if
 * no account has the address or its limit is reached. Throws `captcha_*` and `rate_limited`.
 */
export async function requestMailedLink(
  deps: Deps,
  request: RequestedMail['request'],
  {
    email,
    captcha: solution,
    asked,
  }: { email: string; captcha?: string | undefined; asked?: string | undefined },
  ip: string,
): Promise<null> {
  const { database, captcha, clock } = deps
  const { orm } = database
  await captcha.check(solution)
  await limitNetwork(orm, [request, 'from'], ip, deps.config.networkLimits.mailed_links, clock())
  await enqueueMailedLink(orm, deps, { request, email, asked })
  return null
}

/**
 * Sends a link to a user who has asked the staff for help. Throws `email_not_confirmed` if the
 * address is unreachable or unconfirmed, `account_suspended` if a link could not log in, and
 * `rate_limited`.
 * @param note is part of the transaction that queues the mail
 */
export async function sendLinkByStaff(
  { database, mails, clock }: Pick<Deps, 'database' | 'mails' | 'clock'>,
  user: UserRow,
  request: RequestedMail['request'],
  note: (tx: Db) => Promise<void>,
): Promise<void> {
  const { orm } = database
  const { email } = user
  if (!email || !user.email_confirmed_at || (await findRefused(orm, email)))
    throw new AppError('email_not_confirmed')
  if (user.suspended_at) throw new AppError('account_suspended')
  // Outside the transaction, so that refused attempts count as well.
  await limitAttempts(orm, ['link-by-staff', user.id], BY_STAFF, clock())
  await orm.transaction(async (tx) => {
    await note(tx)
    await mails.enqueue(tx, { request, email, by_staff: true })
  })
}

type Addressee = UserRow & { email: string }
type LinkDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'features'>

async function recoveryMail(
  db: Db,
  { config, clock }: LinkDeps,
  user: Addressee,
  { by_staff: byStaff = false }: RequestedMail,
) {
  // Only the newest link works, since older mails may be lying around.
  await revokeTokens(db, 'password_reset', user.id)
  const { secret, code } = await createMailedSecret(db, 'password_reset', user, clock())
  return passwordRecovery({
    firstname: user.firstname,
    url: config.publicUrl + paths.resetPassword({ token: secret }),
    code,
    byStaff,
  })
}

async function loginMail(
  db: Db,
  deps: LinkDeps,
  user: Addressee,
  { by_staff: byStaff = false, asked }: RequestedMail,
) {
  const { config, clock } = deps
  const { firstname } = user
  if (byStaff) {
    const { secret: token, code } = await createMailedSecret(
      db,
      'login',
      user,
      clock(),
      STAFF_LOGIN_LINK_MS,
    )
    const { publicUrl } = config
    const url = publicUrl + paths.loginByLink({ token })
    return staffLoginLink({ firstname, url, code, typeAt: publicUrl + paths.loginByLink() })
  }
  const { secret: lt, code } = await createMailedSecret(db, 'login', user, clock())
  // Accounts without a password or passkey go straight to setting one.
  const path = (await canLogIn(db, deps, user))
    ? paths.home({ lt, asked })
    : paths.setPassword({ lt, asked })
  return loginLink({ firstname, url: config.publicUrl + path, code })
}

/** The requested mail, or null if there is no such account. */
export function answerMailRequest(
  deps: LinkDeps,
  requested: RequestedMail,
): Promise<QueuedMail | null> {
  const { request, email } = requested
  return deps.database.orm.transaction(async (tx) => {
    const existingUser = await findUserByEmail(tx, email)
    const lockedUser = existingUser && (await lockUser(tx, existingUser.id))
    if (!lockedUser?.email) return null
    const user = { ...lockedUser, email: lockedUser.email }
    if (request === 'loginLink' && !user.email_confirmed_at) {
      // The link of the confirmation mail also logs in.
      const mailed = await createMailedSecret(tx, 'email_confirmation', user, deps.clock())
      return confirmationMail(tx, deps, { user, ...mailed })
    }
    const mail = request === 'loginLink' ? loginMail : recoveryMail
    return { to: user.email, lang: user.lang, content: await mail(tx, deps, user, requested) }
  })
}
