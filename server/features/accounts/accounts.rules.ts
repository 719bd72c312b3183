import { ROLE_ID } from '@letterlend/contract/accounts.ts'
import type { Privacy } from '@letterlend/contract/privacy.ts'

/** The administrator named in the configuration becomes one by confirming that address. */
export function roleAfterConfirmation(
  email: string | null,
  adminEmail: string | undefined,
): number | undefined {
  return adminEmail && email?.toLowerCase() === adminEmail.toLowerCase() ? ROLE_ID.admin : undefined
}

/** A name is shown and messages are taken only at a letterbox that is on the map. */
export function settlePrivacy(current: Privacy, change: Partial<Privacy>): Privacy {
  const wanted = { ...current, ...change }
  if (wanted.show_on_map) return wanted
  return { ...wanted, show_name: false, enable_messaging: false }
}
