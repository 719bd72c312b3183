import type { z } from 'zod'
import {
  notingRefusal,
  recordSecurityEvent,
} from '#features/people/accounts/security-events/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { hashPassword, isGuessable } from '#platform/server/identity/passwords.ts'
import { checkPassword, requireFreshProof } from '#platform/server/identity/proof.ts'
import { revokeOtherSessions, type Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { revokeTokens, SESSION_LINKS } from '#platform/server/identity/tokens.queries.ts'
import { findUser, findUserByEmail } from '#platform/server/identity/users.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { accountChangeSchema } from '../../contract.ts'
import { forgetNewEmail, replacePassword } from '../accounts.queries.ts'
import { askForNewEmail, limitNewEmails } from '../email-change.ts'
import { keepFormerPassword } from '../former-logins.ts'
import { enqueuePasswordChanged } from '../passwords.routes.ts'
import { isProductWord } from '../product-words.ts'

type AccountChange = z.output<typeof accountChangeSchema>

/** A change validated by {@link checkLoginChange}. */
interface LoginChange {
  email: string
  /** Hash of the new password; null to keep the password. */
  passwordHash: string | null
  /** Hash that the current password was checked against. */
  checkedHash: string | null
}

const sameEmail = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()

/** Returns the hash of the new password, or null without one. */
async function hashNewPassword(
  deps: Deps,
  user: UserRow,
  update: AccountChange,
): Promise<string | null> {
  if (!update.new_password) return null
  // Registering another person's address must not leave a password behind.
  if (!user.email_confirmed_at) throw new AppError('email_not_confirmed')
  if (await isGuessable(update.new_password, update, isProductWord(deps.database.orm, deps))) {
    throw fieldError('new_password', VALIDATION.commonPassword)
  }
  return hashPassword(update.new_password)
}

async function changeEmail(
  tx: Db,
  deps: Deps,
  account: UserRow,
  email: string,
  viewer: Viewer,
  now: Date,
): Promise<void> {
  if (sameEmail(account.email, email)) {
    if (account.new_email) await forgetNewEmail(tx, account.id)
    return
  }
  if (sameEmail(account.new_email, email)) return
  // Only callers with a password learn this, since they have proved who they are; all others get
  // the response for a free address.
  if (account.password_hash !== null && (await findUserByEmail(tx, email))) {
    throw new AppError('validation', {
      errors: { email: [VALIDATION.emailTaken] },
      errorMsg: 'emailTaken',
    })
  }
  await askForNewEmail(tx, deps, account, email, now, viewer)
}

async function changePassword(
  tx: Db,
  deps: Deps,
  account: UserRow,
  passwordHash: string,
  viewer: Viewer,
): Promise<void> {
  const changed = { kind: 'password_changed', origin: viewer } as const
  await recordSecurityEvent(tx, account.id, changed, deps.clock())
  await keepFormerPassword(tx, account, deps.clock())
  await replacePassword(tx, account.id, { passwordHash })
  await revokeOtherSessions(tx, account.id, viewer.session_id)
  await revokeTokens(tx, SESSION_LINKS, account.id)
  await revokeTokens(tx, 'password_reset', account.id)
  if (account.email) {
    await enqueuePasswordChanged(tx, deps, { ...account, email: account.email })
  }
}

/**
 * Checks whether the caller may make this change. Every change requires the password; a new address
 * or password requires a stronger proof if the account has one. Throws the missing or wrong proof.
 */
export async function checkLoginChange(
  deps: Deps,
  viewer: Viewer,
  change: AccountChange,
  now: Date,
): Promise<LoginChange> {
  const { orm } = deps.database
  const { email, new_password, current_password } = change
  const user = await findUser(orm, viewer.id)
  if (!user) throw new AppError('unauthorized')
  // An unconfirmed account without a password has nothing to prove: its owner may have mistyped the
  // address.
  if (user.password_hash !== null) {
    const refused = { kind: 'proof_refused', way: 'password', origin: viewer } as const
    await notingRefusal(orm, user.id, refused, now, () =>
      checkPassword(orm, user, viewer, current_password, now),
    )
  }
  // A password must not bypass the second factor, and a session alone must not change the address.
  const hasProvedTooLittle =
    viewer.second_factor || (user.password_hash === null && user.email_confirmed_at !== null)
  if (hasProvedTooLittle && (new_password || !sameEmail(user.email, email))) {
    requireFreshProof(viewer, now)
  }
  const passwordHash = await hashNewPassword(deps, user, change)
  if (!sameEmail(user.email, email) && !sameEmail(user.new_email, email)) {
    await limitNewEmails(orm, user.id, email, now)
  }
  return { email, passwordHash, checkedHash: user.password_hash }
}

/**
 * Changes address and password of a locked account. Throws `conflict` if the password has changed
 * meanwhile.
 */
export async function changeLogin(
  tx: Db,
  deps: Deps,
  account: UserRow,
  { email, passwordHash, checkedHash }: LoginChange,
  viewer: Viewer,
): Promise<void> {
  if (account.password_hash !== checkedHash) throw new AppError('conflict')
  await changeEmail(tx, deps, account, email, viewer, deps.clock())
  if (passwordHash) await changePassword(tx, deps, account, passwordHash, viewer)
}
