import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { countWaiting, waits } from '#features/lending/conversations/held/server/door.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { isFreeToDecide } from '#features/lending/conversations/who-sees/server/door.ts'
import { noteReadings } from '#features/people/audit/server/door.ts'
import { itemColumns } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import {
  type HeldMessage,
  MODERATION_CONTEXT,
  type moderationPageSchema,
} from '../../contract.admin.ts'

export type Context = { text: string; by_author: boolean; created_at: string }

/** The messages before and after the current one, filtered by `shown`, a condition on the alias `around`. */
export const contextOf = (shown: SQL) => sql<Context[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'text', text, 'by_author', by_author, 'created_at', created_at) ORDER BY created_at), '[]')
  FROM (
    (SELECT text, from_id IS NOT DISTINCT FROM ${messages.from_id} AS by_author, created_at
      FROM messages around WHERE around.transaction_id = ${messages.transaction_id}
      AND around.created_at < ${messages.created_at} AND ${shown}
      ORDER BY created_at DESC LIMIT ${MODERATION_CONTEXT})
    UNION ALL
    (SELECT text, from_id IS NOT DISTINCT FROM ${messages.from_id}, created_at
      FROM messages around WHERE around.transaction_id = ${messages.transaction_id}
      AND around.created_at > ${messages.created_at} AND ${shown}
      ORDER BY created_at LIMIT ${MODERATION_CONTEXT})
  ) around
)`

/**
 * Counts distinct values of `what` among messages (alias `same`) with the same text in the week before the current
 * message.
 */
const ofSameText = (what: SQL) => sql<number>`(
  SELECT count(DISTINCT ${what})::int FROM messages same
  WHERE same.text_key = ${messages.text_key} AND same.created_at > ${messages.created_at} - interval '7 days'
)`

const author = alias(users, 'author')

/** One page of held messages, longest waiting first. Records that the moderator has read them. */
export async function readHeldMessages(
  db: Db,
  viewer: Viewer,
  { page, size }: z.output<typeof moderationPageSchema>,
  now: Date,
): Promise<{ rows: HeldMessage[]; total: number }> {
  const order = [asc(messages.held_at), asc(messages.id)]
  // The page is selected first, so that costly columns are computed for its rows alone.
  const idsOfPage = db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(and(waits, isFreeToDecide(viewer)))
    .orderBy(...order)
    .limit(size)
    .offset((page - 1) * size)
  const rows = await db
    .select({
      id: messages.id,
      transaction_id: messages.transaction_id,
      held_at: messages.held_at,
      held_for: messages.held_for,
      text: messages.text,
      warnings: messages.warnings,
      request: sql<boolean>`${transactions.held_at} IS NOT NULL`,
      item: itemColumns,
      author: {
        id: author.id,
        firstname: author.firstname,
        created_at: author.created_at,
        asked: sql<number>`(SELECT count(*)::int FROM transactions WHERE borrower_id = ${author.id})`,
        answered: sql<number>`(SELECT count(*)::int FROM transactions
          WHERE borrower_id = ${author.id} AND answered_at IS NOT NULL)`,
        reachable: sql<boolean>`${author.email} IS NOT NULL AND ${author.email_confirmed_at} IS NOT NULL`,
        lang: author.lang,
      },
      letterboxes: ofSameText(sql`same.to_id`),
      accounts: ofSameText(sql`same.from_id`),
      // Without refused messages: no one but their author saw them.
      context: contextOf(sql`around.refused_at IS NULL`),
    })
    .from(messages)
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .innerJoin(items, eq(items.id, transactions.item_id))
    .innerJoin(author, eq(author.id, messages.from_id))
    .where(inArray(messages.id, idsOfPage))
    .orderBy(...order)
  const ids = rows.map(({ id }) => id)
  const readings = await noteReadings(db, viewer, 'held_message', ids, now)
  const iso = (at: Date | string) => new Date(at).toISOString()
  return {
    rows: rows.map(({ held_at, held_for, ...row }) => ({
      ...row,
      read_by: readings?.get(row.id) ?? null,
      held_at: iso(held_at ?? now),
      held_for: held_for ?? 'many_letterboxes',
      author: { ...row.author, created_at: iso(row.author.created_at) },
      context: row.context.map((each) => ({ ...each, created_at: iso(each.created_at) })),
    })),
    total: await countWaiting(db, viewer),
  }
}
