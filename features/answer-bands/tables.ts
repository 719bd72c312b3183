import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { id } from '#platform/server/db/columns.ts'

/** Lenders whose answers have to be worked out again; written by triggers. */
export const answer_candidates = pgTable('answer_candidates', {
  id: id(),
  renter_id: uuid().notNull(),
})
