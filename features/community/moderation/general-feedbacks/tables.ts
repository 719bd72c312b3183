import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { inboxColumns } from '#features/community/moderation/inboxes/tables.ts'
import { atMost, collatedText, filled, id, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { FEEDBACK_TYPES } from './contract.ts'

export const general_feedbacks = pgTable(
  'general_feedbacks',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: FEEDBACK_TYPES }).notNull(),
    content: collatedText().notNull(),
    ...inboxColumns(),
  },
  (table) => [
    check(
      'general_feedbacks_check',
      sql`(${table.handled_at} IS NULL) = (${table.outcome} IS NULL)`,
    ),
    filled(table.content, 1000),
    oneOf(table.outcome),
    atMost(table.staff_note, 2000),
    oneOf(table.type),
    index('general_feedbacks_assignee_id_idx')
      .on(table.assignee_id, table.created_at)
      .where(sql`${table.assignee_id} IS NOT NULL`),
    index('general_feedbacks_handled_idx')
      .on(table.handled_at, table.id)
      .where(sql`${table.handled_at} IS NOT NULL`),
    index('general_feedbacks_open_idx')
      .on(table.created_at, table.id)
      .where(sql`${table.handled_at} IS NULL`),
    index('general_feedbacks_created_at_idx').on(table.created_at, table.id),
    index('general_feedbacks_search_idx').using('gin', sql`lower(${table.content}) gin_trgm_ops`),
    index('general_feedbacks_user_id_idx').on(table.user_id),
  ],
)
