import { createHash } from 'node:crypto'
import { and, count, eq, gt } from 'drizzle-orm'
import { DAY_MS, DAY_SECONDS } from '#platform/shared/durations.ts'
import { FOREIGN_LANGUAGE } from '#platform/shared/languages.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { UserRow } from '../identity/tables.ts'
import { type RefusedReply, repliesRefused, replyRefused } from './mails.ts'
import { type Outcome, received_mails } from './tables.ts'

/** How often a day somebody is told at once that a mail of theirs was not taken. */
const TOLD_A_DAY = { account: 5, stranger: 1 } as const
/** What comes after that goes into one mail, which waits so long for more. */
const GATHERED_FOR_SECONDS = DAY_SECONDS
/** Of so many that mail says what they were; of the others, how many. */
const MOST_GATHERED = 20
/** More of a lost text is not given back: mails of any size come in. */
const MOST_LETTERS = 4000

/** Whom a mail is written to. */
export interface Told {
  to: string
  /** Null: somebody without an account, who is told once a day. */
  account: Pick<UserRow, 'firstname' | 'lang'> | null
}

/** Whom an account is written to; null where nothing reaches it, or it may be somebody else's. */
export function toldOf(account: UserRow): Told | null {
  return account.email && account.email_confirmed_at ? { to: account.email, account } : null
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What became of a mail that has come before. */
export async function findOutcome(db: Db, key: string): Promise<Outcome | null> {
  const [row] = await db.select().from(received_mails).where(eq(received_mails.key, key))
  return row?.outcome ?? null
}

/** Notes that a mail was received; false where it was before. */
export async function isNew(db: Db, key: string, outcome: Outcome, now: Date): Promise<boolean> {
  const rows = await db
    .insert(received_mails)
    .values({ key, outcome, received_at: now })
    .onConflictDoNothing()
    .returning({ key: received_mails.key })
  return rows.length > 0
}

/** Notes who was written to about a mail: nobody is so without end. */
export async function noteTold(db: Db, key: string, { to }: Told): Promise<void> {
  await db
    .update(received_mails)
    .set({ told: hashOf(to) })
    .where(eq(received_mails.key, key))
}

/** Whether somebody may be told of one more mail today. */
export async function mayBeTold(db: Db, { to, account }: Told, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS)
  const [row] = await db
    .select({ times: count() })
    .from(received_mails)
    .where(and(eq(received_mails.told, hashOf(to)), gt(received_mails.received_at, since)))
  return (row?.times ?? 0) < (account ? TOLD_A_DAY.account : TOLD_A_DAY.stranger)
}

/**
 * Tells somebody that their reply was not taken: at once, or once there were many today in one mail of the next day, so
 * that none is lost in silence. Who has no account is told the first one of a day, which says so.
 * @param db the transaction in which the mail is noted as received
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
