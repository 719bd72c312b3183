import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { mail_outcomes, queued_mails } from '../mail/tables.ts'
import type { ReadMail } from './reading-mail.ts'

/** Our mails are named by their ids: `<3f0c...@lend.example.org>`. */
const MESSAGE_ID = /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/gi
/**
 * How long after our mail a reply was received: the mail that it names, else the last one to its writer. Null where none is
 * known any more. A mail that is still being sent is none ago.
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
