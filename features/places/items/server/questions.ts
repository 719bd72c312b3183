import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { MergePreview } from '../contract.admin.ts'

/** Usage counts that administrators see and sort by. */
export type ItemCount = 'letterboxes' | 'requests'

/** Implemented by every feature whose rows refer to items. */
export interface ItemUse {
  /** Which count the feature provides, and how often each item is used, by id. Items without use are missing. */
  counts?: { of: ItemCount; perItem(db: Db): Promise<ReadonlyMap<number, number>> }
  /** Which of these items, which can no longer be chosen, are still in use. */
  findStillHad?(db: Db, ids: readonly number[]): Promise<readonly number[]>
  /** Number of rows that {@link ItemUse.move} would move. */
  preview(db: Db, from: number, into: number): Promise<Partial<MergePreview>>
  /** Moves all references from one item to the other. Runs in the transaction that merges them and has locked both. */
  move(tx: Db, from: number, into: number): Promise<void>
  /** Called after all features have moved their rows. */
  moved?(tx: Db, into: number): Promise<void>
}

/** Answered by every feature whose rows refer to items. */
export const ITEM_USE = defineQuestion<ItemUse>('how items are used')
