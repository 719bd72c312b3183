import type { AccountData } from '#features/people/accounts/contract.ts'
import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import {
  correctEmail as correctEmailOf,
  exportAccount,
  limitCorrections,
  sendLinkByStaff,
} from '#features/people/accounts/server/door.ts'
import { tellOfTakenFile } from '#features/people/accounts/sessions/server/door.ts'
import { CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import { resetSecondFactor } from '#features/people/sign-in/second-factors/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type AttemptLimit, limitAttempts } from '#platform/server/identity/attempts.queries.ts'
import { revokeOtherSessions, type Viewer } from '#platform/server/identity/sessions.queries.ts'
import { revokeTokens, SESSION_LINKS } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { findRefused } from '#platform/server/mail/refused-addresses.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import type { AdminUser, SentLink } from '../../contract.admin.ts'
import { dataExported, sessionsEnded } from '../mails.ts'
import { refuseStaff, tell } from '../suspending-users.ts'
import { type Change, changeAsRead, findPresented, refreshLetterbox } from './changing.ts'

const REQUESTS = { login: 'loginLink', password: 'passwordRecovery' } as const
/** Data exports per member of the staff, so that a stolen session cannot fetch the data of all members. */
const EXPORTS: AttemptLimit = { max: 10, windowMs: HOUR_MS }

const nothingElse = async () => undefined

/**
 * Sends a login or password link to a member who cannot log in. Throws `not_found` and the errors of
 * `sendLinkByStaff`.
 */
export async function sendLink(
  deps: Deps,
  by: Viewer,
  { id, link }: { id: string; link: SentLink },
): Promise<AdminUser> {
  const user = await findUser(deps.database.orm, id)
  if (!user) throw new AppError('not_found')
  const act = { subject: 'user', subject_id: id, verb: 'send_link', after: { link } } as const
  await sendLinkByStaff(deps, user, REQUESTS[link], (tx) => recordAct(tx, by, act, deps.clock()))
  return findPresented(deps.database.orm, deps, id)
}

/**
 * Corrects a mistyped address. Throws the errors of the account's own change, and `own_account` and `is_admin` for
 * staff.
 */
export async function correctEmail(
  deps: Deps,
  by: Viewer,
  { email, ...change }: Change & { email: string },
): Promise<AdminUser> {
  const now = deps.clock()
  await limitCorrections(deps.database.orm, change.id, email, now)
  const corrected = await changeAsRead(deps, change, nothingElse, async (tx, user) => {
    refuseStaff(user, by)
    await correctEmailOf(tx, deps, user, email, now)
    const act = { subject: 'user', subject_id: user.id, verb: 'correct_email' } as const
    await recordAct(tx, by, { ...act, after: { email: CHANGED } }, now)
  })
  return refreshLetterbox(deps, corrected)
}

/**
 * The member's own data export without messages. The member is notified. Throws `not_found`, `rate_limited`, and
 * `email_not_confirmed` if the member could not be notified.
 */
export async function exportData(deps: Deps, by: Viewer, id: string): Promise<AccountData> {
  const now = deps.clock()
  await limitAttempts(deps.database.orm, ['export-by-staff', by.id], EXPORTS, now)
  return deps.database.orm.transaction(async (tx) => {
    const user = await findUser(tx, id)
    if (!user) throw new AppError('not_found')
    if (!user.email || !user.email_confirmed_at || (await findRefused(tx, user.email)))
      throw new AppError('email_not_confirmed')
    const data = await exportAccount(tx, deps, user, 'staff')
    await recordAct(tx, by, { subject: 'user', subject_id: id, verb: 'export' }, now)
    await tellOfTakenFile(tx, deps, by, 'person')
    const exported = { kind: 'data_exported', by: 'staff', origin: null } as const
    await recordSecurityEvent(tx, id, exported, now)
    const url = deps.config.publicUrl + paths.profile()
    await tell({ db: tx, deps, now }, user, dataExported({ firstname: user.firstname, url }))
    return data
  })
}

/**
 * Ends all sessions of a member without blocking new logins. Also removes push subscriptions and login links in mails.
 * Throws `own_account`: one's own sessions end on the page of devices.
 */
export function endSessions(deps: Deps, by: Viewer, change: Change): Promise<AdminUser> {
  const now = deps.clock()
  return changeAsRead(deps, change, nothingElse, async (tx, user) => {
    if (user.id === by.id) throw new AppError('own_account')
    const ended = { kind: 'sessions_ended', by: 'staff', origin: null } as const
    await recordSecurityEvent(tx, user.id, ended, now)
    await revokeOtherSessions(tx, user.id, null)
    await revokeTokens(tx, SESSION_LINKS, user.id)
    await revokeTokens(tx, 'password_reset', user.id)
    const { firstname } = user
    const url = deps.config.publicUrl + paths.login()
    await tell({ db: tx, deps, now }, user, sessionsEnded({ firstname, url }))
    await recordAct(tx, by, { subject: 'user', subject_id: user.id, verb: 'end_sessions' }, now)
  })
}

/**
 * Removes a second factor that its owner has lost. Throws `own_account`: members of the staff cannot remove their own
 * here.
 */
export function resetSecondFactorOf(deps: Deps, by: Viewer, change: Change): Promise<AdminUser> {
  return changeAsRead(deps, change, nothingElse, async (tx, user) => {
    if (user.id === by.id) throw new AppError('own_account')
    await resetSecondFactor(tx, deps, user, by)
  })
}
