import { createHash } from 'node:crypto'
import { and, count, eq, gt } from 'drizzle-orm'
import { DAY_MS, DAY_SECONDS } from '#platform/shared/durations.ts'
import { FOREIGN_LANGUAGE } from '#platform/shared/languages.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { UserRow } from '../identity/tables.ts'
import { type RefusedReply, repliesRefused, replyRefused } from './mails.ts'
import { type Outcome, received_mails } from './tables.ts'

/** How many rejections a day are sent immediately. */
const TOLD_A_DAY = { account: 5, stranger: 1 } as const
/** Later ones go into one summary mail, which waits this long for more. */
const GATHERED_FOR_SECONDS = DAY_SECONDS
/** Number of rejections that the summary lists; further ones are only counted. */
const MOST_GATHERED = 20
/** Longer texts are cut off when they are returned, since mails of any size arrive. */
const MOST_LETTERS = 4000

/** The receiver of a rejection. */
export interface Told {
  to: string
  /** Null: no account; notified at most once a day. */
  account: Pick<UserRow, 'firstname' | 'lang'> | null
}

/**
 * The receiver for an account; null if it has no confirmed address, since an unconfirmed one may be another person's.
 */
export function toldOf(account: UserRow): Told | null {
  return account.email && account.email_confirmed_at ? { to: account.email, account } : null
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The outcome of a mail that was delivered before. */
export async function findOutcome(db: Db, key: string): Promise<Outcome | null> {
  const [row] = await db.select().from(received_mails).where(eq(received_mails.key, key))
  return row?.outcome ?? null
}

/** Marks a mail as received; returns false if it already was. */
export async function isNew(db: Db, key: string, outcome: Outcome, now: Date): Promise<boolean> {
  const rows = await db
    .insert(received_mails)
    .values({ key, outcome, received_at: now })
    .onConflictDoNothing()
    .returning({ key: received_mails.key })
  return rows.length > 0
}

/** Records who was notified about a mail, which limits further notifications. */
export async function noteTold(db: Db, key: string, { to }: Told): Promise<void> {
  await db
    .update(received_mails)
    .set({ told: hashOf(to) })
    .where(eq(received_mails.key, key))
}

/** Whether the receiver may be notified again today. */
export async function mayBeTold(db: Db, { to, account }: Told, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS)
  const [row] = await db
    .select({ times: count() })
    .from(received_mails)
    .where(and(eq(received_mails.told, hashOf(to)), gt(received_mails.received_at, since)))
  return (row?.times ?? 0) < (account ? TOLD_A_DAY.account : TOLD_A_DAY.stranger)
}

/**
 * Notifies an author that their reply was rejected: immediately, or in one summary on the next day once there were
 * several, so that none is lost silently. A sender without an account is notified only of the first one each day; that
 * mail says so.
 * @param db the transaction in which the mail is marked as received
 */
export async function tellRefused(
  db: Db,
  { mails, clock }: Pick<Deps, 'mails' | 'clock'>,
  { to, account }: Told,
  whole: RefusedReply,
): Promise<void> {
  const refused = { ...whole, text: whole.text?.slice(0, MOST_LETTERS) ?? null }
  const lang = account?.lang ?? FOREIGN_LANGUAGE
  const firstname = account?.firstname ?? ''
  if (await mayBeTold(db, { to, account }, clock())) {
    await mails.enqueue(db, { to, lang, content: replyRefused({ firstname, ...refused }) })
    return
  }
  if (!account) return
  const inSeconds = GATHERED_FOR_SECONDS
  await mails.gather(db, repliesRefused, { to, lang, inSeconds }, async (waiting) => {
    const earlier = waiting?.refused ?? []
    const isFull = earlier.length >= MOST_GATHERED
    return repliesRefused({
      firstname,
      refused: isFull ? earlier : [...earlier, refused],
      more: (waiting?.more ?? 0) + (isFull ? 1 : 0),
    })
  })
}
