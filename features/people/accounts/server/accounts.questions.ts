import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { LeavingAccount } from '#platform/server/feature.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { Language } from '#platform/shared/languages.ts'

/** What accounts have to know of what somebody logs in with instead of a password, or beside it. */
export interface WayIn {
  kind: 'passkeys' | 'linked_accounts' | 'second_factor'
  /** How many of them log in now; absent where they are asked for beside the password alone. */
  count?(db: Db, config: Config, userId: string): Promise<number>
  /** Ends those of a locked account that came after `since`, with what they brought. */
  forgetSince(tx: Db, deps: Deps, userId: string, since: Date): Promise<void>
  /** Ends all that came before the owner of the e-mail address did; absent where adding one takes a confirmed address. */
  forgetUnproved?(tx: Db, deps: Deps, userId: string): Promise<void>
}
export const WAYS_IN = defineQuestion<WayIn>('what logs in beside a password')

/** The letterbox of an account that is about to be deleted. */
export interface LetterboxOfLeaving {
  /**
   * Locks the account with everyone of its household, and then its letterbox. Null where there is no such account any more.
   * @param othersToHold ids of others who must not be deleted meanwhile
   */
  lock(tx: Db, userId: string, othersToHold: readonly string[]): Promise<LeavingAccount | null>
  /** Whether there is such a letterbox, whoever has it by now. */
  isThere(tx: Db, letterboxId: string): Promise<boolean>
}
export const LETTERBOX_OF_LEAVING = defineQuestion<LetterboxOfLeaving>(
  'the letterbox of an account that leaves',
)

/** Who wanted to ask the owner of a letterbox for something while nobody there could be told. */
export interface MissedRequests {
  people: number
  /** Named as a request would name them; null where it names nobody. Empty where they are many. */
  named: { firstname: string | null; item: string }[]
}
export const MISSED_REQUESTS = defineQuestion<
  (db: Db, ownerId: string, lang: Language) => Promise<MissedRequests>
>('who wanted to ask and could not')

/** Whether a word is one that everybody thinks of who knows this service and the region. */
export const PRODUCT_WORD =
  defineQuestion<(db: Db, word: string) => Promise<boolean>>('words of the product')
