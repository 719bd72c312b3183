import { and, eq, gt, lt } from 'drizzle-orm'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import type { HeldReply } from '#platform/server/inbound-mail/replies.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { held_replies } from '../../tables.ts'
import { replyHeld } from '../mails.ts'
import { checkedText, describeConversation, findTransaction, takeReply } from './taking.ts'

/** How long its author can confirm it. */
const HELD_MS = 7 * DAY_MS

/**
 * Stores a reply whose sender could not be verified, and asks the person it claims to come from. Not visible to
 * anyone else.
 * @throws {ReplyRefused} or an `AppError` of the page
 */
export async function holdReply(db: Db, deps: Deps, reply: HeldReply): Promise<void> {
  const { about, person, from, files, writtenAt } = reply
  const now = deps.clock()
  const text = checkedText(reply.text)
  const row = await findTransaction(db, about)
  const account = await findUser(db, person)
  if (!row || !account?.email) throw new AppError('not_found')
  if (row.closed_at) throw new AppError('conflict')
  const described = await describeConversation(db, row, person, account.lang)
  if (described === null) throw new AppError('not_found')
  const secret = newSecret()
  await db.insert(held_replies).values({
    transaction_id: about,
    user_id: person,
    from_address: from,
    text,
    files,
    written_at: writtenAt,
    token_hash: hashSecret(secret),
    expires_at: new Date(now.getTime() + HELD_MS),
  })
  const urlOf = (answer: 'yes' | 'no') =>
    deps.config.publicUrl + paths.heldReply({ token: secret, answer })
  const content = replyHeld({
    firstname: account.firstname,
    about: described,
    from,
    text,
    yesUrl: urlOf('yes'),
    noUrl: urlOf('no'),
  })
  await deps.mails.enqueue(db, { to: account.email, lang: account.lang, content })
}

const isOpen = (secret: string, now: Date) =>
  and(eq(held_replies.token_hash, hashSecret(secret)), gt(held_replies.expires_at, now))

/** @throws {AppError} invalid_token for a link that is unknown, used or expired */
export async function findHeldReply(db: Db, secret: string, now: Date) {
  const [held] = await db.select().from(held_replies).where(isOpen(secret, now))
  if (!held) throw new AppError('invalid_token')
  return held
}

/**
 * The person says whether the reply was theirs. A confirmed reply becomes a message dated when it arrived; any
 * other is deleted.
 * @throws {AppError} invalid_token, and as for a message
 */
export async function answerHeldReply(
  { db, now }: Sending,
  deps: Deps,
  secret: string,
  isTheirs: boolean,
): Promise<void> {
  const held = await findHeldReply(db, secret, now)
  if (isTheirs) {
    await takeReply(db, deps, {
      about: held.transaction_id,
      person: held.user_id,
      text: held.text,
      files: held.files,
      quoted: null,
      isDoubtful: false,
      // The id makes a repeated confirmation store one message only.
      heldId: held.id,
      writtenAt: held.written_at,
    })
  }
  await db.delete(held_replies).where(eq(held_replies.id, held.id))
}

export async function forgetHeldReplies(db: Db, now: Date): Promise<void> {
  await db.delete(held_replies).where(lt(held_replies.expires_at, now))
}
