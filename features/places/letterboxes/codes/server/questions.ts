import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { LetterboxRow } from '../../tables.ts'

/** A user with the letterbox that they manage. */
export interface Receiver {
  userId: string
  letterbox: Pick<LetterboxRow, 'user_id' | 'address' | 'postcode' | 'city' | 'country'>
}

/** Implemented by the feature that sends sheets. */
export interface SentSheets {
  /** Whether a user can have received the sheet with this code. */
  canBeReceivedBy(db: Db, code: string, receiver: Receiver): Promise<boolean>
  /** Whether a user ordered it for themselves, and has not given it away. */
  isOrderedBy(db: Db, code: string, userId: string): Promise<boolean>
  /** From now on any member can have received it. */
  giveAway(tx: Db, code: string, now: Date): Promise<void>
}
export const SENT_SHEETS = defineQuestion<SentSheets>('who ordered and who received a sheet')
