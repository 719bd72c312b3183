import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { ShownThanks } from '../../contract.ts'
import type { RunningLoan } from './lent.rules.ts'
import type { PromisedThing } from './taken.rules.ts'

/** Implemented by the feature that stores loans. */
export interface Lending {
  /** Running loans by owner id. Owners without running loans are missing. */
  findRunning(db: Db, letterboxIds: readonly string[]): Promise<Map<string, RunningLoan[]>>
  /** Running loans of the letterbox that a user manages. */
  findRunningOfUser(db: Db, userId: string): Promise<Map<string, RunningLoan[]>>
  /**
   * Things that are promised or out, by letterbox id, of the given letterboxes or, without ids, of all. Letterboxes
   * without such a thing are missing.
   */
  findPromised(db: Db, letterboxIds?: readonly string[]): Promise<Map<string, PromisedThing[]>>
  /** Public thank-yous to the owner of a letterbox, the newest first. Their authors are not included. */
  listShownThanks(db: Db, letterboxId: string, timeZone: string): Promise<ShownThanks[]>
}
export const LENDING = defineQuestion<Lending>('what owners lend')
