import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Db } from '../db/client.ts'
import { users } from '../identity/tables.ts'
import type { MailRefusal } from './mail-refusal.rules.ts'
import { settleRecipient } from './mailings.queries.ts'
import { endPause, pauseAddress } from './paused-addresses.ts'
import { mail_outcomes, queued_mails, refused_addresses } from './tables.ts'

/** How long outcomes of mails are kept. */
export const OUTCOMES_KEPT_MS = 14 * DAY_MS

const isAddress = (address: string) => eq(refused_addresses.address, address.toLowerCase())

/** Records that an address is dead. Only for accounts, whose owners can confirm it again. */
export async function noteRefused(
  db: Db,
  address: string,
  { code }: MailRefusal,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${refused_addresses} (address, code, refused_at)
    SELECT lower(${users.email}), ${code}, ${now.toISOString()}::timestamptz
    FROM ${users} WHERE lower(${users.email}) = ${address.toLowerCase()}
    ON CONFLICT (address) DO NOTHING`)
}

/** The server's rejection and its time; null if the address is not refused. */
export async function findRefused(db: Db, address: string) {
  const [row] = await db.select().from(refused_addresses).where(isAddress(address))
  return row ? { code: row.code, at: row.refused_at } : null
}

/**
 * Clears a refusal because mails reach the address (it was confirmed, a link was used, or it sent us a mail), or
 * because its account is gone.
 */
export async function forgetRefused(db: Db, address: string): Promise<void> {
  await db.delete(refused_addresses).where(isAddress(address))
  await endPause(db, address)
}

/**
 * Records that a mailbox rejects mails for now; after two weeks the address counts as refused.
 * @param db a transaction
 * @returns the end of the pause; null if this mail should not wait for it
 */
export async function notePaused(
  db: Db,
  address: string,
  refusal: MailRefusal,
  now: Date,
  isLost = false,
): Promise<Date | null> {
  const until = await pauseAddress(db, address, refusal, now, isLost)
  if (until === 'over') await noteRefused(db, address, refusal, now)
  return until instanceof Date ? until : null
}

/** Outcomes of mails to an address, and pending ones, newest first. */
export async function listMailsTo(db: Db, address: string, now: Date) {
  const to = address.toLowerCase()
  const since = new Date(now.getTime() - OUTCOMES_KEPT_MS)
  const [waiting, settled] = await Promise.all([
    db
      .select({
        kind: sql<string | null>`${queued_mails.mail} -> 'notification' ->> 'kind'`,
        at: queued_mails.created_at,
      })
      .from(queued_mails)
      .where(sql`lower(${queued_mails.recipient}) = ${to}`)
      .orderBy(desc(queued_mails.created_at)),
    db
      .select()
      .from(mail_outcomes)
      .where(and(eq(mail_outcomes.address, to), gte(mail_outcomes.at, since)))
      .orderBy(desc(mail_outcomes.at), desc(mail_outcomes.id)),
  ])
  return [
    ...waiting.map((mail) => ({ ...mail, outcome: 'queued' as const, code: null })),
    ...settled.map(({ kind, at, outcome, code }) => ({ kind, at, outcome, code })),
  ]
}

/**
 * Records a bounce. Only mails that are still stored count, and only their own address is marked.
 * @returns whether the mail is known
 * @throws {Error} if it is still being sent and has no outcome yet
 */
export async function noteBounce(
  db: Db,
  mail: string,
  refusal: MailRefusal,
  now: Date,
): Promise<boolean> {
  const [waiting] = await db
    .select({ id: queued_mails.id })
    .from(queued_mails)
    .where(eq(queued_mails.id, mail))
  if (waiting) throw new Error('The bounced mail is still being sent')
  const [sent] = await db
    .update(mail_outcomes)
    .set({ outcome: 'refused', code: refusal.code })
    .where(eq(mail_outcomes.id, mail))
    .returning({ address: mail_outcomes.address })
  if (sent) await settleRecipient(db, mail, 'refused')
  if (sent && refusal.of === 'address') await noteRefused(db, sent.address, refusal, now)
  if (sent && refusal.of === 'mailbox') await notePaused(db, sent.address, refusal, now, true)
  return sent !== undefined
}
