import { sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { letterbox_answers } from '../../tables.ts'

/** Stores how letterboxes answer; replaces earlier values. */
export async function keepAnswers(
  db: Db,
  answers: (typeof letterbox_answers.$inferInsert)[],
): Promise<void> {
  await db
    .insert(letterbox_answers)
    .values(answers)
    .onConflictDoUpdate({
      target: letterbox_answers.letterbox_id,
      set: {
        answers: sql`excluded.answers`,
        loans: sql`excluded.loans`,
        computed_at: sql`excluded.computed_at`,
      },
    })
}
