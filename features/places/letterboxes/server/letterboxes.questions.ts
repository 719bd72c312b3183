import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { AdminLetterbox } from '../contract.admin.ts'
import type { ShownThanks } from '../contract.ts'
import type { RunningLoan } from './letterboxes.rules.ts'

/** What the noun that keeps the loans answers about lenders. */
export interface Lending {
  /**
   * What the owners of letterboxes have promised or handed out, by the ids of the owners; an owner who
   * has nothing out is missing.
   */
  findRunning(db: Db, letterboxIds: readonly string[]): Promise<Map<string, RunningLoan[]>>
  /** The same of the letterbox that a user manages. */
  findRunningOfUser(db: Db, userId: string): Promise<Map<string, RunningLoan[]>>
  /**
   * The thank-yous to the owner of a letterbox that everybody may read, the newest first. Who wrote
   * them stays between the two.
   */
  listShownThanks(db: Db, letterboxId: string, timeZone: string): Promise<ShownThanks[]>
}
export const LENDING = defineQuestion<Lending>('what owners lend')

/** What the noun that takes reports answers about letterboxes. */
export interface LetterboxReports {
  /** Ids of the letterboxes that open reports are about: a query of one column. */
  reported: SQL
  /** How many open reports a letterbox of the query at hand has. */
  countOpen(letterboxId: SQLWrapper): SQL<number>
  /** All reports about a letterbox, the newest first. */
  list(db: Db, letterboxId: string, most: number): Promise<AdminLetterbox['reports']>
}
export const LETTERBOX_REPORTS = defineQuestion<LetterboxReports>('reports about letterboxes')

/** What the first message of a stranger would be warned of, and a line for everybody may not hold. */
export type LineRefusal = 'link' | 'phone' | 'money'
/** What the noun that screens messages finds in a text. */
export const TEXT_SCREENING = defineQuestion<(text: string) => readonly LineRefusal[]>(
  'what a text is warned of',
)

/**
 * Called in the same database transaction when an account is made a supporter until a day, or no
 * longer is one.
 */
export const SUPPORT_GIVEN = defineQuestion<(tx: Db, userId: string) => Promise<void>>(
  'what follows given support',
)
