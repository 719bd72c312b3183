import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { Language } from '#platform/shared/languages.ts'

/** What accounts need to know about a way to log in other than the password. */
export interface WayIn {
  kind: 'passkeys' | 'linked_accounts' | 'second_factor'
  /**
   * Number of those that can log in now; absent for second factors, which only accompany a
   * password.
   */
  count?(db: Db, config: Config, userId: string): Promise<number>
  /** Removes those added to a locked account after `since`, and the data they brought. */
  forgetSince(tx: Db, deps: Deps, userId: string, since: Date): Promise<void>
  /**
   * Removes all that were added before the e-mail address was confirmed; absent if adding one
   * requires a confirmed address.
   */
  forgetUnproved?(tx: Db, deps: Deps, userId: string): Promise<void>
}
export const WAYS_IN = defineQuestion<WayIn>('what logs in beside a password')

/** The letterbox of an account that is being deleted. */
export interface LetterboxOfLeaving {
  /**
   * Locks the account and its household members, then its letterbox. Returns null if the account no
   * longer exists.
   * @param othersToHold ids of other accounts that must not be deleted meanwhile
   */
  lock(tx: Db, userId: string, othersToHold: readonly string[]): Promise<LeavingAccount | null>
  /** Whether the letterbox still exists, even with another owner. */
  isThere(tx: Db, letterboxId: string): Promise<boolean>
}
export const LETTERBOX_OF_LEAVING = defineQuestion<LetterboxOfLeaving>(
  'the letterbox of an account that leaves',
)

/** How many people wait until they can ask at a letterbox whose owner cannot be notified, and for which items. */
export interface MissedRequests {
  people: number
  items: string[]
}
export const MISSED_REQUESTS = defineQuestion<
  (db: Db, ownerId: string, lang: Language) => Promise<MissedRequests>
>('who wanted to ask and could not')

/** Whether people who know this service and the region would easily guess the word. */
export const PRODUCT_WORD =
  defineQuestion<(db: Db, word: string) => Promise<boolean>>('words of the product')
