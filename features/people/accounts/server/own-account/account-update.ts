import {
  notingRefusal,
  recordSecurityEvent,
} from '#features/people/accounts/security-events/server/door.ts'
import {
  findNewAddress,
  insertLetterbox,
  type LockedAccount,
  lockOwn,
  updateAddress,
  updateNames,
} from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { hashPassword, isGuessable } from '#platform/server/identity/passwords.ts'
import { checkPassword, requireFreshProof } from '#platform/server/identity/proof.ts'
import { revokeOtherSessions, type Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { revokeTokens, SESSION_LINKS } from '#platform/server/identity/tokens.queries.ts'
import { findUser, findUserByEmail } from '#platform/server/identity/users.queries.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { accountsApi } from '../../contract.ts'
import { forgetNewEmail, replacePassword } from '../accounts.queries.ts'
import { askForNewEmail, limitNewEmails } from '../email-change.ts'
import { keepFormerPassword } from '../former-logins.ts'
import { enqueuePasswordChanged } from '../passwords.routes.ts'
import { isProductWord } from '../product-words.ts'

type AccountUpdate = BodyOutput<typeof accountsApi.updateAccountInfo>

const sameEmail = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()

/** The hash of the new password, if there is to be one. */
async function hashNewPassword(
  db: Db,
  user: UserRow,
  update: AccountUpdate,
): Promise<string | null> {
  if (!update.new_password) return null
  // Whoever registers somebody else's address must not leave a password behind.
  if (!user.email_confirmed_at) throw new AppError('email_not_confirmed')
  if (await isGuessable(update.new_password, update, isProductWord(db))) {
    throw fieldError('new_password', VALIDATION.commonPassword)
  }
  return hashPassword(update.new_password)
}

async function changeEmail(
  tx: Db,
  deps: Deps,
  account: LockedAccount,
  email: string,
  viewer: Viewer,
  now: Date,
): Promise<void> {
  if (sameEmail(account.email, email)) {
    if (account.new_email) await forgetNewEmail(tx, account.id)
    return
  }
  if (sameEmail(account.new_email, email)) return
  // Said only to those who proved who they are; everyone else is answered as for a free address.
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
  account: LockedAccount,
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

/** Changes the own account, all of it or nothing. */
export async function updateAccount(
  deps: Deps,
  viewer: Viewer,
  update: AccountUpdate,
  now: Date,
): Promise<void> {
  const { orm } = deps.database
  const { email, firstname, lastname, new_password, current_password, ...address } = update
  const user = await findUser(orm, viewer.id)
  if (!user) throw new AppError('unauthorized')
  // An account without a password that was never confirmed has nothing to prove: its owner may have mistyped the address.
  if (user.password_hash !== null) {
    const refused = { kind: 'proof_refused', way: 'password', origin: viewer } as const
    await notingRefusal(orm, user.id, refused, now, () =>
      checkPassword(orm, user, viewer, current_password, now),
    )
  }
  // The password alone must not lead around the second factor, and a session alone to no other address.
  const hasProvedTooLittle =
    viewer.second_factor || (user.password_hash === null && user.email_confirmed_at !== null)
  if (hasProvedTooLittle && (new_password || !sameEmail(user.email, email))) {
    requireFreshProof(viewer, now)
  }
  const passwordHash = await hashNewPassword(orm, user, update)
  if (!sameEmail(user.email, email) && !sameEmail(user.new_email, email)) {
    await limitNewEmails(orm, user.id, email, now)
  }
  const found = await findNewAddress(deps, { managedBy: viewer.id }, address)
  await orm.transaction(async (tx) => {
    const { account, letterbox } = await lockOwn(tx, viewer)
    // Set or replaced since it was checked.
    if (account.password_hash !== user.password_hash) throw new AppError('conflict')
    await updateNames(tx, account, { firstname, lastname })
    if (letterbox) await updateAddress(tx, letterbox, address, found, now)
    else await insertLetterbox(tx, account, address, now)
    await changeEmail(tx, deps, account, email, viewer, now)
    if (passwordHash) await changePassword(tx, deps, account, passwordHash, viewer)
  })
}
