import type { SQL } from 'drizzle-orm'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { defineQuestion } from '#platform/server/questions.ts'

/** Each noun with an inbox returns a condition on `staff_answers` for the answers a user got. */
export const ANSWERED_TO = defineQuestion<(user: UserRow) => SQL>(
  'answers of the staff to somebody',
)
