import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { ConfirmedAccount } from '#platform/server/feature.ts'

/** Runs each feature's follow-up to a confirmed address, in the same transaction. */
export async function followConfirmation(
  tx: Db,
  deps: Deps,
  account: ConfirmedAccount,
): Promise<void> {
  for (const { confirmed } of deps.features) await confirmed?.(tx, deps, account)
}
