import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { recordReadings } from '#features/audit/server/door.ts'
import { type DecidedMessage, recordDecision } from '#features/decisions/server/door.ts'
import { decisions } from '#features/decisions/tables.ts'
import { items } from '#features/items/tables.ts'
import { isFreeToDecide, type Sending } from '#features/transactions/server/door.ts'
import { messages, transactions } from '#features/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { refusalSchema } from '../contract.ts'
import { refused_messages } from '../tables.ts'
import { messageRefused } from './mails/message-refused.ts'

export type Refusal = z.output<typeof refusalSchema>

export interface RefusedMessage {
  id: string
  /** The person who wrote it; null once the account has gone. */
  author_id: string | null
  item_id: number
}

/** The names of the things that the messages ask for, each once. */
async function namesOfItems(
  db: Db,
  refused: readonly RefusedMessage[],
  lang: Language,
): Promise<string[]> {
  const ids = [...new Set(refused.map(({ item_id }) => item_id))]
  const rows = await db.select().from(items).where(inArray(items.id, ids)).orderBy(asc(items.id))
  return rows.map((item) => item[`name_${storedLanguage(lang)}`])
}

/**
 * Keeps for each author the decision that refused their messages, and mails it: one for all that were refused
 * together. Nobody can be told where the account has gone; without a confirmed address the decision is kept alone.
 */
export async function stateReasons(
  { db, deps, now }: Sending,
  moderator: Viewer,
  refused: readonly RefusedMessage[],
  { reason, ground }: Refusal,
): Promise<void> {
  const authorIds = [...new Set(refused.flatMap(({ author_id }) => author_id ?? []))]
  for (const authorId of authorIds) {
    const author = await findUser(db, authorId)
    if (!author) continue
    const ofAuthor = refused.filter(({ author_id }) => author_id === authorId)
    const { id: decision_id, inMail: decision } = await recordDecision(
      db,
      deps,
      {
        user_id: authorId,
        kind: 'message_refused',
        ground,
        after_report: false,
        automated: true,
        reason,
        decided_by: moderator.id,
      },
      now,
    )
    await db
      .insert(refused_messages)
      .values(ofAuthor.map(({ id }) => ({ message_id: id, decision_id })))
    const { firstname, email, email_confirmed_at, lang } = author
    // An address that nobody confirmed may be a stranger's.
    if (!email || !email_confirmed_at) continue
    const content = messageRefused({
      firstname,
      count: ofAuthor.length,
      items: await namesOfItems(db, ofAuthor, lang),
      reason,
      decision,
      url: deps.config.publicUrl + paths.inbox(),
    })
    await deps.mails.enqueue(db, { to: email, lang, content })
  }
}

/** The messages that some decisions refused, for whoever may read held messages, but of no conversation of their own. */
export async function readRefused(
  db: Db,
  viewer: Viewer,
  decisionIds: readonly string[],
  now: Date,
): Promise<DecidedMessage[]> {
  if (!may(viewer, 'GET /admin/held-messages') || decisionIds.length === 0) return []
  const rows = await db
    .select({
      id: messages.id,
      decision_id: refused_messages.decision_id,
      text: messages.text,
      created_at: messages.created_at,
    })
    .from(refused_messages)
    .innerJoin(messages, eq(messages.id, refused_messages.message_id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(and(inArray(refused_messages.decision_id, [...decisionIds]), isFreeToDecide(viewer.id)))
  const ids = rows.map(({ id }) => id)
  await recordReadings(db, viewer, 'held_message', ids, now)
  return rows
}

/** Which messages were refused, of an account that goes: the decision stays, and is about nobody. */
export async function forgetRefusedOf(db: Db, userId: string): Promise<void> {
  const decisionsOfUser = db
    .select({ id: decisions.id })
    .from(decisions)
    .where(eq(decisions.user_id, userId))
  await db.delete(refused_messages).where(inArray(refused_messages.decision_id, decisionsOfUser))
}
