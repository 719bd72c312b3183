import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { LetterboxRow } from '../../tables.ts'

/** A user with the letterbox that they manage. */
export interface Receiver {
  userId: string
  letterbox: Pick<LetterboxRow, 'user_id' | 'address' | 'postcode' | 'city' | 'country'>
}

/** Implemented by the feature that sends sheets: whether a user can have received the sheet with this code. */
export const SHEET_RECEIVED =
  defineQuestion<(db: Db, code: string, receiver: Receiver) => Promise<boolean>>(
    'who received a sheet',
  )

/** Implemented by the feature that sells sheets. */
export interface OrderedSheets {
  /** Whether an account ordered the sheet with this code, and has not given it away. */
  isOrderedBy(db: Db, code: string, userId: string): Promise<boolean>
  /** From now on any member can have received the sheet with this code. */
  giveAway(tx: Db, code: string, now: Date): Promise<void>
}
export const ORDERED_SHEETS = defineQuestion<OrderedSheets>('who ordered a sheet')
