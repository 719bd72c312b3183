import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { mail_outcomes, queued_mails } from '../mail/tables.ts'
import type { ReadMail } from './reading-mail.ts'

/** Our Message-IDs contain the mail's id: `<3f0c...@lend.example.org>`. */
const MESSAGE_ID = /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/gi
/**
 * Milliseconds between our mail and the reply to it: the mail that the reply names, or the last one sent to its author.
 * Null if none is stored any more; 0 for a mail that is still being sent.
 */
export async function msAfterOurs(
  db: Db,
  mail: ReadMail,
  receivedAt: Date,
): Promise<number | null> {
  const named = ['in-reply-to', 'references']
    .flatMap((name) => mail.headersOf(name))
    .flatMap((line) => [...line.matchAll(MESSAGE_ID)].map(([, id = '']) => id.toLowerCase()))
  if (mail.from === null) return null
  if (named.length > 0) {
    const [waiting] = await db
      .select({ id: queued_mails.id })
      .from(queued_mails)
      .where(inArray(queued_mails.id, named))
    if (waiting) return 0
  }
  const isNamed = named.length > 0 ? inArray(mail_outcomes.id, named) : undefined
  const [sent] = await db
    .select({ at: mail_outcomes.at })
    .from(mail_outcomes)
    .where(
      and(
        eq(mail_outcomes.address, mail.from),
        eq(mail_outcomes.outcome, 'sent'),
        isNamed,
        lte(mail_outcomes.at, receivedAt),
      ),
    )
    .orderBy(desc(mail_outcomes.at))
    .limit(1)
  return sent ? receivedAt.getTime() - sent.at.getTime() : null
}
