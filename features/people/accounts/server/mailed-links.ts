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
import type { QueuedMail, RequestedMail } from '#platform/server/mail/mail.queue.ts'
import { findRefused } from '#platform/server/mail/refused-addresses.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { loginLink, passwordRecovery, staffLoginLink } from './mails.ts'
import { canLogIn } from './ways-in.ts'

/**
 * How many mails one address gets. No window is longer than its link lives: whoever has had all of them has
 * one that works, so a stranger who uses them up locks nobody out.
 */
const TO_ONE_ADDRESS: Record<RequestedMail['request'], AttemptLimit> = {
  passwordRecovery: { max: 5, windowMs: HOUR_MS },
  loginLink: { max: 3, windowMs: LOGIN_LINK_MS },
}

/** How many links the staff may send to one account, all of them together. */
const BY_STAFF: AttemptLimit = { max: 5, windowMs: HOUR_MS }

/** Queues the mail, unless the address has had enough of them. */
export async function enqueueMailedLink(
  db: Db,
  { mails, clock }: Pick<Deps, 'mails' | 'clock'>,
  requested: RequestedMail,
): Promise<void> {
  const { request, email } = requested
  const existingUser = await findUserByEmail(db, email)
  // Unconfirmed spellings of an address count as one mailbox. A confirmed address is counted by itself,
  // so that its owner does not have to wait because of them.
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
 * Sees to it that the owner of an address is mailed a link. Takes the same steps, and the same
 * time, when nobody has the address or it has had enough mails. Throws `captcha_*` and
 * `rate_limited`.
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
 * Sends a link to somebody who has asked the staff for help. Throws `email_not_confirmed` where mails do not
 * arrive or nobody has confirmed the address, `account_suspended` where no link would log in, and
 * `rate_limited`.
 * @param note is part of the transaction that writes the mail
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
  // Outside of the transaction: what is refused counts as well.
  await limitAttempts(orm, ['link-by-staff', user.id], BY_STAFF, clock())
  await orm.transaction(async (tx) => {
    await note(tx)
    await mails.enqueue(tx, { request, email, by_staff: true })
  })
}

/** An account that can be written to. */
type Addressee = UserRow & { email: string }
type LinkDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'features'>

async function recoveryMail(
  db: Db,
  { config, clock }: LinkDeps,
  user: Addressee,
  { by_staff: byStaff = false }: RequestedMail,
) {
  // Only the newest link works: an older mail may lie about anywhere.
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
  // One step to a way in that needs no mail.
  const path = (await canLogIn(db, deps, user))
    ? paths.home({ lt, asked })
    : paths.setPassword({ lt, asked })
  return loginLink({ firstname, url: config.publicUrl + path, code })
}

/** The mail that was asked for, or null when there is no such account. */
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
      // The link of that mail logs in as well.
      const mailed = await createMailedSecret(tx, 'email_confirmation', user, deps.clock())
      return confirmationMail(tx, deps, { user, ...mailed })
    }
    const mail = request === 'loginLink' ? loginMail : recoveryMail
    return { to: user.email, lang: user.lang, content: await mail(tx, deps, user, requested) }
  })
}
