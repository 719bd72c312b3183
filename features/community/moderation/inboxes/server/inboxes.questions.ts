import type { SQL } from 'drizzle-orm'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { defineQuestion } from '#platform/server/questions.ts'

/**
 * Asked of every noun whose rows lie in an inbox: a condition on `staff_answers` for the answers
 * that somebody got.
 */
export const ANSWERED_TO = defineQuestion<(user: UserRow) => SQL>(
  'answers of the staff to somebody',
)
