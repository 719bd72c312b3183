import { eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type MailChoices, mail_choices } from '../../tables.ts'

/** The choices of a user who has not changed any. */
const DEFAULTS: MailChoices = {
  announcement_mails: true,
  neighbourhood_mails: null,
  neighbourhood_weekly: false,
  membership_reminders: true,
}

export async function findMailChoices(db: Db, userId: string): Promise<MailChoices> {
  const [row] = await db.select().from(mail_choices).where(eq(mail_choices.user_id, userId))
  return row ?? DEFAULTS
}

export async function storeMailChoices(
  db: Db,
  userId: string,
  choices: Partial<MailChoices>,
): Promise<void> {
  await db
    .insert(mail_choices)
    .values({ user_id: userId, ...DEFAULTS, ...choices })
    .onConflictDoUpdate({ target: mail_choices.user_id, set: choices })
}
