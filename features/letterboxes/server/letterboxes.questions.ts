import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { AdminLetterbox } from '../contract.admin.ts'
import type { ShownThanks } from '../contract.ts'
import type { RunningLoan } from './letterboxes.rules.ts'

/** What whoever keeps the loans says of those who lend. */
export interface Lending {
  /** What owners have promised or handed out, by their ids; nothing for whom nothing is. */
  findRunning(db: Db, ownerIds: readonly string[]): Promise<Map<string, RunningLoan[]>>
  /** What an owner was thanked with for everybody to read, the newest first; by whom stays between the two. */
  listShownThanks(db: Db, ownerId: string, timeZone: string): Promise<ShownThanks[]>
}
export const LENDING = defineQuestion<Lending>('what owners lend')

/** What whoever takes reports says of those about letterboxes. */
export interface LetterboxReports {
  /** Ids of the letterboxes that open reports are about: a query of one column. */
  reported: SQL
  /** Of a letterbox of the query at hand: how many open reports there are. */
  countOpen(letterboxId: SQLWrapper): SQL<number>
  /** All about a letterbox, the newest first. */
  list(db: Db, letterboxId: string, most: number): Promise<AdminLetterbox['reports']>
}
export const LETTERBOX_REPORTS = defineQuestion<LetterboxReports>('reports about letterboxes')

/** Asked to follow where an account was made a supporter until a day, or no longer is: in that transaction. */
export const SUPPORT_GIVEN = defineQuestion<(tx: Db, userId: string) => Promise<void>>(
  'what follows given support',
)
