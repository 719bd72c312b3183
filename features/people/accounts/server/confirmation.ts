import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { ConfirmedAccount } from '#platform/server/feature.ts'

/** What every feature does once an e-mail address is confirmed, in the transaction that does so. */
export async function followConfirmation(
  tx: Db,
  deps: Deps,
  account: ConfirmedAccount,
): Promise<void> {
  for (const { confirmed } of deps.features) await confirmed?.(tx, deps, account)
}
