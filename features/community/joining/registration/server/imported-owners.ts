import { resendConfirmation } from '#features/people/accounts/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { wasSeen } from '#platform/server/identity/tables.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'

/**
 * If the e-mail address belongs to an unclaimed imported letterbox, mails its owner the link that confirms the address
 * and hands the letterbox over. Ignores the rest of the form, because anybody could have typed the address.
 * @returns false if the account with this address was not imported, or its owner has come
 */
export async function mailImportedOwner(deps: Deps, email: string): Promise<boolean> {
  const user = await findUserByEmail(deps.database.orm, email)
  if (!user || wasSeen(user) || user.email_confirmed_at || user.password_hash !== null) return false
  await resendConfirmation(deps, user).catch((error) => {
    // A mail is on its way already.
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
  })
  return true
}
