import { resendConfirmation } from '#features/people/accounts/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { wasSeen } from '#platform/server/identity/tables.ts'
import { findUserByEmail } from '#platform/server/identity/users.queries.ts'

/**
 * Mails the owner of an imported letterbox, who registers with the e-mail address that the import has brought, the link that
 * confirms it and hands the letterbox over. What the form says is not used: anybody could have typed the address.
 * @returns false where the account with this address was not brought by an import, or its owner has come
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
