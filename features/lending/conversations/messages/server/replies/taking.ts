import { and, eq, gt } from 'drizzle-orm'
import { findNameFor, findSenderName } from '#features/lending/conversations/sides/server/door.ts'
import {
  explainConstraints,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { findView } from '#features/lending/conversations/views/server/door.ts'
import {
  findSpeaker,
  sideIdOf,
  sideOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { findItemNames } from '#features/places/items/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { type Reply, ReplyRefused } from '#platform/server/inbound-mail/replies.ts'
import { texts } from '#platform/server/texts.ts'
import { HOUR_SECONDS, SECOND_MS } from '#platform/shared/durations.ts'
import { lengthOf } from '#platform/shared/input/plain-text.ts'
import type { Language } from '#platform/shared/languages.ts'
import { messageTextSchema } from '../../contract.bodies.ts'
import { type MessageRow, messages } from '../../tables.ts'
import { tellOfMessage } from '../new-message-notice.ts'
import { keepQuotation } from '../quotations.queries.ts'
import { noteReplied } from '../seeing.ts'
import { addMessage } from '../writing.ts'

export async function findTransaction(db: Db, id: string): Promise<TransactionRow | null> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, id))
  return row ?? null
}

/** The text as the app accepts it. @throws {ReplyRefused} */
export function checkedText(text: string): string {
  const { success, data } = messageTextSchema.safeParse(text)
  if (success) return data
  throw new ReplyRefused(lengthOf(text) > MESSAGE_MAX_LENGTH ? 'too_long' : 'empty')
}

/**
 * The text, followed by a note in the same language that files came with it, so that both sides know. Leaves the
 * note out if the text would become too long.
 */
async function withFiles(db: Db, { person, files }: Reply, text: string): Promise<string> {
  if (files === 0) return text
  const account = await findUser(db, person)
  if (!account) return text
  const word = texts('transactions', account.lang)('server.filesLeftOut', { count: files })
  const whole = `${text}\n\n${word}`
  return lengthOf(whole) > MESSAGE_MAX_LENGTH ? text : whole
}

/** The other side is notified at most this often of messages that a program may have written. */
const CALM_SECONDS = HOUR_SECONDS

/** This many within that time are not a storm. */
const A_FEW = 2

/** How long to delay the notification of a reply that a program may have written; 0 for the first few. */
async function secondsUntilCalm({ db, now }: Sending, { about, person }: Reply): Promise<number> {
  const since = new Date(now.getTime() - CALM_SECONDS * SECOND_MS)
  const isOfPerson = and(eq(messages.transaction_id, about), eq(messages.author_id, person))
  const lately = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(isOfPerson, gt(messages.created_at, since)))
    .limit(A_FEW)
  return lately.length < A_FEW ? 0 : CALM_SECONDS
}

/** Mails a person the message after the one they replied to, since it was not mailed yet. */
async function tellOfNext(sending: Sending, row: TransactionRow, next: MessageRow, person: string) {
  const { db } = sending
  if (!next.from_id) return
  const notice = {
    fromFirstname: await findSenderName(db, next.from_id, sideOf(row, next.from_id)),
    itemId: row.item_id,
    transactionId: row.id,
    messageId: next.id,
    text: next.text,
    warnings: next.warnings,
    firstInTransaction: false,
  }
  await tellOfMessage(sending, notice, { id: person, household: [] })
}

/** A reply that becomes a message; a held one has waited for its author. */
interface TakenReply extends Reply {
  heldId?: string
  /** When it arrived, if not now. */
  writtenAt?: Date
}

/**
 * Stores a reply as a message, with the same limits as in the app.
 * @throws {ReplyRefused} or an `AppError` of the page
 */
export async function takeReply(db: Db, deps: Deps, reply: TakenReply): Promise<void> {
  const { about, person, heldId, writtenAt } = reply
  const text = await withFiles(db, reply, checkedText(reply.text))
  const sending = { db, deps, now: deps.clock() }
  const inSeconds = reply.isDoubtful ? await secondsUntilCalm(sending, reply) : 0
  const message = await explainConstraints(
    addMessage(
      sending,
      person,
      about,
      { text, request_id: heldId, written_at: writtenAt },
      { inSeconds },
    ),
  )
  if (reply.quoted !== null)
    await keepQuotation(db, { id: message.id, author_id: person }, reply.quoted)
  const row = await findTransaction(db, about)
  const told = (await findView(db, person, about))?.told_of
  if (!row || !told || !message.from_id) return
  const own = { row, from_id: message.from_id, author_id: person }
  const next = await noteReplied(db, own, told, message.created_at)
  if (next) await tellOfNext(sending, row, next, person)
}

/** The item and the other side's name, for a person who may see the conversation; else null. */
export async function describeConversation(
  db: Db,
  row: TransactionRow,
  person: string,
  lang: Language,
): Promise<string | null> {
  const sideId = sideIdOf(row, await findSpeaker(db, person))
  if (sideId === null) return null
  const itemIn = await findItemNames(db, row.item_id)
  const name = await findNameFor(db, row, sideOf(row, sideId))
  return [itemIn(lang), name].filter((each) => each !== null).join(' · ')
}
