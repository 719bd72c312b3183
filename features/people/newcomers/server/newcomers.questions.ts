import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { defineQuestion } from '#platform/server/questions.ts'

/**
 * How an account is removed with all that is its own, within a transaction, without a word to its owner.
 * `admit` gets it locked, and throws where it must stay.
 * @returns the letterbox that it managed, if any; null where there was no such account
 */
export type RemoveDeclined = (
  tx: Db,
  deps: Deps,
  userId: string,
  admit: (tx: Db, account: UserRow) => Promise<void>,
) => Promise<{ letterbox: { id: string } | null } | null>
export const REMOVE_DECLINED = defineQuestion<RemoveDeclined>('how an account is removed')
