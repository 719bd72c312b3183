import { and, desc, eq, lt } from 'drizzle-orm'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Db } from '../db/client.ts'
import { REPLY_DAYS } from './signed-addresses.ts'
import { answerable_mails } from './tables.ts'

/** The text of a mail that can be replied to. */
export interface AnswerableText {
  subject: string
  text: string
}

/** A reply that quotes older mails only keeps a longer quotation; nothing is lost. */
const MOST_QUOTED_MAILS = 20

export async function keepAnswerable(
  db: Db,
  id: string,
  { about, person }: { about: string; person: string },
  { subject, text }: AnswerableText,
  now: Date,
): Promise<void> {
  await db
    .insert(answerable_mails)
    .values({ id, about, user_id: person, subject, text, sent_at: now })
    .onConflictDoNothing()
}

/** The texts of mails that a reply may quote, newest first. */
export async function findAnswerable(
  db: Db,
  { about, person }: { about: string; person: string },
): Promise<AnswerableText[]> {
  return db
    .select({ subject: answerable_mails.subject, text: answerable_mails.text })
    .from(answerable_mails)
    .where(and(eq(answerable_mails.about, about), eq(answerable_mails.user_id, person)))
    .orderBy(desc(answerable_mails.sent_at))
    .limit(MOST_QUOTED_MAILS)
}

/** Deletes the texts of mails that are too old for a reply. */
export async function forgetAnswerable(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - (REPLY_DAYS + 1) * DAY_MS)
  await db.delete(answerable_mails).where(lt(answerable_mails.sent_at, before))
}
