import type { SQL } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { AdminItem, MergePreview } from '../contract.admin.ts'

/** The numbers of an item that administrators see and sort by. */
export type ItemCount = 'letterboxes' | 'requests'

/** What a noun answers whose rows point to items. */
export interface ItemUse {
  /**
   * Which number the noun counts, and the query that does so: `item_id` and `count`, one row for
   * each item.
   */
  counts?: { of: ItemCount & keyof AdminItem; perItem: SQL }
  /** Of the item at hand: somebody still has it though nobody can choose it any more. */
  isStillHad?: SQL
  /** How much {@link ItemUse.move} would move. */
  preview(db: Db, from: number, into: number): Promise<Partial<MergePreview>>
  /**
   * Makes the rows that point to one item point to the other. It runs in the database transaction
   * that merges the two and has locked both.
   */
  move(tx: Db, from: number, into: number): Promise<void>
  /** Called after all nouns have moved their rows. */
  moved?(tx: Db, into: number): Promise<void>
}

/** Asked of every noun whose rows point to items. */
export const ITEM_USE = defineQuestion<ItemUse>('how items are used')
