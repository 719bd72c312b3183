import type { SQL } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'
import type { Area, Place } from '#platform/shared/areas.ts'
import type { Newcomer } from '../contract.admin.ts'

/** The letterboxes that people own or have joined. */
export interface LetterboxesOf {
  /** By user id; people without one are absent. */
  find: (
    db: Db,
    userIds: readonly string[],
  ) => Promise<Map<string, NonNullable<Newcomer['letterbox']>>>
  /** Condition on users: their letterbox is in the viewer's area; undefined for viewers without one, who see everybody. */
  isInArea: (viewer: { area: Area | null }) => SQL | undefined
  /** Where the letterbox of a person is; null without one. */
  findPlace: (db: Db, userId: string) => Promise<Place | null>
}
export const LETTERBOXES_OF = defineQuestion<LetterboxesOf>('the letterboxes of people')
