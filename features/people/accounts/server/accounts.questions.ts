import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { defineQuestion } from '#platform/server/questions.ts'

/** What accounts have to know of those elsewhere that log in to one of them. */
export interface LinkedAccounts {
  /** How many of them log in now. */
  count(db: Db, config: Config, userId: string): Promise<number>
  /** Unlinks those of a locked account that came after `since`, or all, and takes the tasks that they brought. */
  forget(tx: Db, deps: Deps, userId: string, since: Date | null): Promise<void>
}
export const LINKED_ACCOUNTS = defineQuestion<LinkedAccounts>('accounts elsewhere that log in')
