import type { SQL } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { AdminItem, MergePreview } from '../contract.admin.ts'

/** The numbers of an item that administrators see and sort by. */
export type ItemCount = 'letterboxes' | 'requests'

/** What a noun says whose rows point to items. */
export interface ItemUse {
  /** Which of the numbers it counts, and by which query: `item_id` and `count`, a row an item. */
  counts?: { of: ItemCount & keyof AdminItem; perItem: SQL }
  /** Ids of items that are still had though nobody can choose them any more: a query of one column. */
  stillHad?: SQL
  /** How much {@link ItemUse.move} would move. */
  preview(db: Db, from: number, into: number): Promise<Partial<MergePreview>>
  /** Makes what points to one item point to the other, in the transaction that merges and has locked both. */
  move(tx: Db, from: number, into: number): Promise<void>
  /** After all have moved. */
  moved?(tx: Db, into: number): Promise<void>
}

/** Asked of every noun whose rows point to items. */
export const ITEM_USE = defineQuestion<ItemUse>('how items are used')
