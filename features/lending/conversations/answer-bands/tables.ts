import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { id } from '#platform/server/db/columns.ts'

/** Lenders whose answer band must be recomputed. Triggers write the rows. */
export const answer_candidates = pgTable('answer_candidates', {
  id: id(),
  lender_id: uuid('renter_id').notNull(),
})
