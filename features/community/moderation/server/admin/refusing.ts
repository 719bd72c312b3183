import { asc, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { RefusedMessage } from '#features/lending/conversations/messages/server/door.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import { type RecordedDecision, recordDecision } from '#features/people/decisions/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import type { refusalSchema } from '../../contract.admin.ts'
import { cases } from '../../tables.ts'
import { messageRefused, type RefusalInMail } from '../mails/message-refused.ts'

export type Refusal = z.output<typeof refusalSchema>

/** Names of the items that the messages ask for, without duplicates. */
async function namesOfItems(
  db: Db,
  refused: readonly RefusedMessage[],
  lang: Language,
): Promise<string[]> {
  const ids = [...new Set(refused.map(({ item_id }) => item_id))]
  const rows = await db.select().from(items).where(inArray(items.id, ids)).orderBy(asc(items.id))
  return rows.map((item) => item[`name_${storedLanguage(lang)}`])
}

/** Time from the first refusal until the mail goes out: enough for a moderator to work through the held messages. */
const GATHERED_SECONDS = 10 * MINUTE_SECONDS

/** A refusal of messages by one author. */
interface RefusalOfAuthor extends Refusal {
  author: UserRow
  by: Viewer
  refused: readonly RefusedMessage[]
}

function keepDecision(
  { db, deps, now }: Sending,
  { author, by, reason, ground }: RefusalOfAuthor,
): Promise<RecordedDecision> {
  return recordDecision(
    db,
    deps,
    {
      user_id: author.id,
      kind: 'message_refused',
      ground,
      after_report: false,
      automated: true,
      reason,
      decided_by: by.id,
    },
    now,
  )
}

/**
 * Adds a refusal to the pending mail. One with the same reason and moderator joins the decision that was not mailed
 * yet.
 * @returns the contents of the mail, and the id of the decision
 */
async function joinRefusals(
  sending: Sending,
  refusal: RefusalOfAuthor,
  waiting: readonly RefusalInMail[],
): Promise<{ refusals: RefusalInMail[]; decisionId: string }> {
  const { author, by, reason, ground, refused } = refusal
  const names = await namesOfItems(sending.db, refused, author.lang)
  const isSame = (each: RefusalInMail) =>
    each.reason === reason && each.decision.ground === ground && each.by === by.id
  const same = waiting.find(isSame)
  if (same) {
    const count = same.count + refused.length
    const joined = { ...same, count, items: [...new Set([...same.items, ...names])] }
    const refusals = waiting.map((each) => (each === same ? joined : each))
    return { refusals, decisionId: same.decision_id }
  }
  const { id, inMail: decision } = await keepDecision(sending, refusal)
  const added = {
    decision_id: id,
    by: by.id,
    count: refused.length,
    items: names,
    reason,
    decision,
  }
  return { refusals: [...waiting, added], decisionId: id }
}

/**
 * Stores the decision, and adds it to the mail to the author if one can be sent.
 * @returns its id
 */
async function tellAuthor(sending: Sending, refusal: RefusalOfAuthor): Promise<string> {
  const { db, deps } = sending
  const { firstname, email, email_confirmed_at, lang } = refusal.author
  // An unconfirmed address may be a stranger's.
  if (!email || !email_confirmed_at) return (await keepDecision(sending, refusal)).id
  let decisionId = ''
  const mail = { to: email, lang, inSeconds: GATHERED_SECONDS }
  await deps.mails.gather(db, messageRefused, mail, async (waiting) => {
    const joined = await joinRefusals(sending, refusal, waiting?.refusals ?? [])
    decisionId = joined.decisionId
    const url = deps.config.publicUrl + paths.inbox()
    return messageRefused({ firstname, refusals: joined.refusals, url })
  })
  return decisionId
}

/**
 * Stores one decision for each author, and mails it: one decision for all messages refused together, and one mail for
 * all refusals of some minutes. Without an account there is no mail; without a confirmed address the decision is
 * stored only.
 */
export async function stateReasons(
  sending: Sending,
  moderator: Viewer,
  refused: readonly RefusedMessage[],
  refusal: Refusal,
): Promise<void> {
  const authorIds = new Set(refused.flatMap(({ author_id }) => author_id ?? []))
  // In a fixed order, so that two concurrent refusals do not deadlock.
  for (const authorId of [...authorIds].sort()) {
    const author = await findUser(sending.db, authorId)
    if (!author) continue
    const ofAuthor = refused.filter(({ author_id }) => author_id === authorId)
    const concerned = { ...refusal, author, by: moderator, refused: ofAuthor }
    const decision_id = await tellAuthor(sending, concerned)
    const decided = {
      kind: 'held_message' as const,
      type: '',
      handled_at: sending.now,
      handled_by: moderator.id,
      outcome: 'refused' as const,
      decision_id,
    }
    await sending.db.insert(cases).values(
      ofAuthor.map(({ id }) => ({
        ...decided,
        message_id: id,
        created_at: sql`(SELECT ${messages.held_at} FROM ${messages} WHERE ${messages.id} = ${id})`,
      })),
    )
  }
}
