import { ROLE_ID } from '@letterlend/contract/accounts.ts'

/** The administrator named in the configuration becomes one by confirming that address. */
export function roleAfterConfirmation(
  email: string | null,
  adminEmail: string | undefined,
): number | undefined {
  return adminEmail && email?.toLowerCase() === adminEmail.toLowerCase() ? ROLE_ID.admin : undefined
}
