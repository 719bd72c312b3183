import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import {
  afterLock,
  lockOwnTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { findView } from '#features/lending/conversations/views/server/door.ts'
import { sameTextKey } from '#features/lending/conversations/warnings/server/door.ts'
import { findHousehold } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { ReplyHabits } from '#platform/server/inbound-mail/automatic.rules.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { messages } from '../tables.ts'
import { screenMessage } from './screening.ts'

/** An absence is noted once: not again within this time, even if its text changes. */
const TOLD_AGAIN_MS = 7 * DAY_MS
/** Number of the author's earlier messages that a new one is compared with. */
const COMPARED = 20

const ofAuthor = (transactionId: string, authorId: string) =>
  and(eq(messages.transaction_id, transactionId), eq(messages.author_id, authorId))

/** Messages from the web app always have a request id; those by mail have none. */
const isByMail = isNull(messages.request_id)

/** What the author has written in a conversation so far, as far as it helps to tell a person from a program. */
export async function findHabits(
  db: Db,
  { about, person, text }: { about: string; person: string; text: string },
  now: Date,
): Promise<ReplyHabits> {
  const view = await findView(db, person, about)
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const lastSeen = view?.viewed_at && view.viewed_at > dayAgo ? view.viewed_at : dayAgo
  const earlier = await db
    .select({ text: messages.text })
    .from(messages)
    .where(ofAuthor(about, person))
    .orderBy(desc(messages.created_at))
    .limit(COMPARED)
  const [since] = await db
    .select({ times: count() })
    .from(messages)
    .where(and(ofAuthor(about, person), isByMail, gt(messages.created_at, lastSeen)))
  const key = sameTextKey(text)
  return {
    sameText: earlier.some((each) => sameTextKey(each.text) === key),
    inARow: since?.times ?? 0,
  }
}

/** Shortens by whole letters; a text typed by a person would be refused instead. */
function shortened(text: string): string {
  const letters = [...text]
  if (letters.length <= MESSAGE_MAX_LENGTH) return text
  return `${letters
    .slice(0, MESSAGE_MAX_LENGTH - 2)
    .join('')
    .trimEnd()} …`
}

/**
 * Shows the other side an automatic reply as a grey note in the conversation, once per absence. A note is no
 * answer: it sends no mail or push, counts neither as unread nor as read, and does not move the conversation in
 * the lists. A note that would need a moderator is dropped, since no person wrote it.
 * @returns whether a new note was added
 * @throws {AppError} not_found, conflict as for a message
 */
export async function addAutomaticNote(
  sending: Sending,
  userId: string,
  transactionId: string,
  wholeText: string,
): Promise<boolean> {
  const { db } = sending
  const text = shortened(wholeText)
  const own = await lockOwnTransaction(db, userId, transactionId, sending.now)
  const { row, from_id, to_id, author_id, side } = own
  if (row.closed_at || row.held_at || to_id === null) return false
  const { now } = await afterLock(sending, [row])
  const [last] = await db
    .select({ text: messages.text, created_at: messages.created_at })
    .from(messages)
    .where(and(ofAuthor(transactionId, author_id), messages.automatic))
    .orderBy(desc(messages.created_at))
    .limit(1)
  const isRecent = last && now.getTime() - last.created_at.getTime() < TOLD_AGAIN_MS
  if (isRecent || (last && sameTextKey(last.text) === sameTextKey(text))) return false
  const { held_for, warnings } = await screenMessage(db, row, side, text, now)
  if (held_for !== null) return false
  const [note] = await db
    .insert(messages)
    .values({
      transaction_id: transactionId,
      from_id,
      to_id,
      author_id,
      text,
      warnings,
      created_at: now,
      // A note never counts as unread.
      seen_at: now,
      automatic: true,
    })
    .returning({ id: messages.id })
  if (!note) throw new Error('Unexpected empty answer to an insert')
  const households = await Promise.all([
    findHousehold(db, row, from_id),
    findHousehold(db, row, to_id),
  ])
  await announceLiveEvent(db, {
    type: 'message',
    message_id: note.id,
    users: [from_id, to_id, ...households.flat().map(({ id }) => id)],
    recount: [],
  })
  return true
}
