import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { Newcomer } from '../contract.admin.ts'

/** The letterboxes that people own or have joined, by user id; people without one are absent. */
export type LetterboxesOf = (
  db: Db,
  userIds: readonly string[],
) => Promise<Map<string, NonNullable<Newcomer['letterbox']>>>
export const LETTERBOXES_OF = defineQuestion<LetterboxesOf>('the letterboxes of people')
