import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { AdminLetterbox } from '../contract.admin.ts'

/** Implemented by the feature that stores reports. */
export interface LetterboxReports {
  /** Ids of the letterboxes that have open reports. */
  findReported(db: Db): Promise<string[]>
  /** The number of open reports about each of these letterboxes, by id. Letterboxes without any are missing. */
  countOpen(db: Db, letterboxIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Reports about a letterbox, the newest first. */
  list(db: Db, letterboxId: string, most: number): Promise<AdminLetterbox['reports']>
}
export const LETTERBOX_REPORTS = defineQuestion<LetterboxReports>('reports about letterboxes')

/** Content that causes a warning in a stranger's first message and is forbidden in a public line. */
export type LineRefusal = 'link' | 'phone' | 'money'
/** Implemented by the feature that screens messages: returns what it finds in a text. */
export const TEXT_SCREENING = defineQuestion<(text: string) => readonly LineRefusal[]>(
  'what a text is warned of',
)

/** Called in the same transaction when a membership is given to an account or taken back. */
export const SUPPORT_GIVEN = defineQuestion<(tx: Db, userId: string) => Promise<void>>(
  'what follows given support',
)
