import type { Db } from '#platform/server/db/client.ts'
import { defineQuestion } from '#platform/server/questions.ts'

/** How many reports there are about what an account wrote, and how many of them wait. */
export type ReportsOfWriter = (db: Db, userId: string) => Promise<{ all: number; open: number }>

/** Reports of messages rest on the accounts as the staff sees them, and tell those what they know. */
export const REPORTED_MESSAGES = defineQuestion<ReportsOfWriter>(
  'reports of the messages of an account',
)
