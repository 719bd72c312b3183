import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { id } from '#platform/server/db/columns.ts'

/** Lenders whose answer band has to be computed again; the rows are written by triggers. */
export const answer_candidates = pgTable('answer_candidates', {
  id: id(),
  lender_id: uuid('renter_id').notNull(),
})
