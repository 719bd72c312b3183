import type { SQL } from 'drizzle-orm'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { defineQuestion } from '#platform/server/questions.ts'

/** Asked of whatever lies in an inbox: which of the staff's answers are to somebody, of a row of staff_answers. */
export const ANSWERED_TO = defineQuestion<(user: UserRow) => SQL>(
  'answers of the staff to somebody',
)
