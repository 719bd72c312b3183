import type { SQL } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { AdminItem, MergePreview } from '../contract.admin.ts'

/** Usage counts that administrators see and sort by. */
export type ItemCount = 'letterboxes' | 'requests'

/** Implemented by every feature whose rows refer to items. */
export interface ItemUse {
  /** Which count the feature provides, and its query: `item_id` and `count`, one row per item. */
  counts?: { of: ItemCount & keyof AdminItem; perItem: SQL }
  /** SQL condition: the item is still in use although it can no longer be chosen. */
  isStillHad?: SQL
  /** Number of rows that {@link ItemUse.move} would move. */
  preview(db: Db, from: number, into: number): Promise<Partial<MergePreview>>
  /** Moves all references from one item to the other. Runs in the transaction that merges them and has locked both. */
  move(tx: Db, from: number, into: number): Promise<void>
  /** Called after all features have moved their rows. */
  moved?(tx: Db, into: number): Promise<void>
}

/** Answered by every feature whose rows refer to items. */
export const ITEM_USE = defineQuestion<ItemUse>('how items are used')
