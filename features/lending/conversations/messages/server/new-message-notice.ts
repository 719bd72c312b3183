import { eq } from 'drizzle-orm'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import {
  findView,
  noteToldOf,
  secondsUntilTold,
} from '#features/lending/conversations/views/server/door.ts'
import { findSpeaker, sideIdOf } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Member } from '#features/places/letterboxes/members/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { messages } from '../tables.ts'
import type { NewMessage } from './mails/new-message.ts'
import { enqueueNewMessageMail, type NewMessageMail, stillWantsMail } from './new-message-mail.ts'

type MessageNotice = Omit<NewMessageMail, 'toUserId' | 'inSeconds'> & { messageId: string }

/**
 * Notifies the side that a message went to: its account, and the household members who receive messages. The
 * transaction must be locked or not yet visible to others, so that of two simultaneous messages the second one
 * sees what was sent about the first.
 * @param atSoonest delay in seconds
 */
export async function tellOfMessage(
  { db, deps, now }: Sending,
  message: MessageNotice,
  to: { id: string; household: Member[] },
  atSoonest = 0,
): Promise<void> {
  const membersToTell = to.household.filter(({ enable_messaging }) => enable_messaging)
  const { transactionId, messageId } = message
  for (const toUserId of [to.id, ...membersToTell.map(({ id }) => id)]) {
    const view = await findView(db, toUserId, transactionId)
    if (view?.muted) continue
    const inSeconds = Math.max(secondsUntilTold(view, now), atSoonest)
    // One mail until the conversation is opened, but a push for each message.
    const again = Boolean(view?.told_of)
    if (await enqueueNewMessageMail(db, deps, { ...message, toUserId, inSeconds, again }, now)) {
      await noteToldOf(db, toUserId, transactionId, messageId)
    }
  }
}

/** Whether the user still belongs to an open conversation and, for a request, whether it still needs an answer. */
async function isStillWanted(
  db: Db,
  { firstInTransaction }: NewMessage,
  { user_id, transaction_id }: NonNullable<NewMessage['about']>,
): Promise<boolean> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, transaction_id))
  if (!row || row.closed_at || !sideIdOf(row, await findSpeaker(db, user_id))) return false
  return !firstInTransaction || row.status !== 'withdrawn'
}

/**
 * Checks a mail about a message right before it is sent. Returns null if the recipient has opened the
 * conversation meanwhile, no longer belongs to it, or no longer wants such mails.
 */
export async function reviseNewMessage(db: Db, mail: NewMessage): Promise<NewMessage | null> {
  const { about } = mail
  if (!about) return mail
  const user = await findUser(db, about.user_id)
  if (!user || !stillWantsMail(user, mail)) return null
  const view = await findView(db, user.id, about.transaction_id)
  if (view?.told_of !== about.message_id) return null
  return (await isStillWanted(db, mail, about)) ? mail : null
}

/**
 * As {@link reviseNewMessage}, for a push. Each message has its own push, so what counts is whether the
 * conversation was viewed after that message was written.
 */
export async function reviseNewMessagePush(db: Db, mail: NewMessage): Promise<NewMessage | null> {
  const { about } = mail
  if (!about) return mail
  const user = await findUser(db, about.user_id)
  const [message] = await db.select().from(messages).where(eq(messages.id, about.message_id))
  if (!user || !message || !stillWantsMail(user, mail)) return null
  const view = await findView(db, user.id, about.transaction_id)
  // A reply by mail may be dated before the last view but arrive after it.
  const isSeen = view?.viewed_at && view.viewed_at >= message.created_at && message.seen_at !== null
  if (isSeen || view?.muted) return null
  return (await isStillWanted(db, mail, about)) ? mail : null
}
